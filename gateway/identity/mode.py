"""The ways in which the gateway can know who is asking."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import Protocol

from plotlane_kit.caller import Tier


class IdentityMode(StrEnum):
    """`local`: everybody on this machine is one user; `tokens`: users sign in with a token; `oidc`: with a signed token
    of an identity provider; `anonymous`: nobody signs in, a cookie tells one browser from another."""

    LOCAL = "local"
    TOKENS = "tokens"
    OIDC = "oidc"
    ANONYMOUS = "anonymous"


#: The modes in which there is something to sign in with.
SIGN_IN = frozenset({IdentityMode.TOKENS, IdentityMode.OIDC})


@dataclass(frozen=True, slots=True)
class Identity:
    """Somebody whose identity was verified; `name` never leaves the gateway."""

    name: str
    tier: Tier


class Verifier(Protocol):
    """One mode: it alone decides who somebody is, and of which tier."""

    @property
    def mode(self) -> IdentityMode:
        """Which mode this is."""

    async def verify(self, token: str | None) -> Identity | None:
        """Who presents `token` (None: no token); None when that is nobody.

        Raises `UpstreamError` when whoever could tell does not answer.
        """
