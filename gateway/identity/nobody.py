"""Identity mode `anonymous`: there is no token that anybody could show."""

from __future__ import annotations

from typing import Final

from gateway.identity.mode import Identity, IdentityMode


class NobodyVerifier:
    """Knows nobody; who comes is a guest."""

    mode: Final = IdentityMode.ANONYMOUS

    async def verify(self, token: str | None) -> Identity | None:  # noqa: ARG002  # there are no tokens
        """Nobody, always."""
        return None
