"""Identity mode `local`: whoever reaches the loopback address is the one local user."""

from __future__ import annotations

from typing import Final

from gateway.identity.mode import Identity, IdentityMode
from plotlane_kit.caller import LOCAL_USER, Tier


class LocalVerifier:
    """Knows one user; the settings see to it that the gateway listens on loopback alone."""

    mode: Final = IdentityMode.LOCAL

    def __init__(self, tier: Tier) -> None:
        self._identity = Identity(LOCAL_USER, tier)

    async def verify(self, token: str | None) -> Identity | None:  # noqa: ARG002  # this mode asks for none
        """The local user, always."""
        return self._identity
