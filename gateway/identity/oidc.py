"""Identity mode `oidc`: tokens that an identity provider has signed, checked by issuer, audience and key."""

from __future__ import annotations

import time
from collections.abc import Collection, Mapping
from typing import Any, Final

from gateway.identity.jwks import SigningKeys
from gateway.identity.mode import Identity, IdentityMode
from plotlane_kit.caller import Tier

LONGEST_TOKEN: Final = 3_900  # characters; a cookie holds no more
_SKEW_S: Final = 30


class OidcVerifier:
    """Believes ID tokens of one issuer for one audience; who is in `admins` is admin, everybody else is `tier`."""

    mode: Final = IdentityMode.OIDC

    def __init__(
        self, issuer: str, audience: str, keys: SigningKeys, admins: Collection[str] = (), tier: Tier = Tier.PUBLIC
    ) -> None:
        """`admins`: subjects, or e-mail addresses that the issuer has verified."""
        self._issuer = issuer
        self._audience = audience
        self._keys = keys
        self._admins = frozenset(admins)
        self._tier = tier

    async def verify(self, token: str | None) -> Identity | None:
        """See `Verifier.verify`."""
        if token is None or len(token) > LONGEST_TOKEN or not token.isascii():
            return None
        claims = await self._claims(token)
        if claims is None or not self._is_for_us(claims):
            return None
        subject = claims.get("sub")
        if not isinstance(subject, str) or not subject:
            return None
        return Identity(f"{self._issuer} {subject}", self._tier_of(subject, claims))

    async def _claims(self, token: str) -> Mapping[str, Any] | None:
        """What the token claims when its signature and its times are good."""
        from google.auth import exceptions, jwt

        try:
            header = jwt.decode_header(token)  # type: ignore[no-untyped-call]
            keys = await self._keys.of(header.get("kid"))
            if not keys:
                return None
            claims = jwt.decode(token, keys, clock_skew_in_seconds=_SKEW_S)  # type: ignore[no-untyped-call]
        except (exceptions.GoogleAuthError, ValueError, TypeError, KeyError, AttributeError):
            return None  # a token can be broken in any way: it is nobody's then
        return claims if isinstance(claims, Mapping) else None

    def _is_for_us(self, claims: Mapping[str, Any]) -> bool:
        audience = claims.get("aud")
        named = audience if isinstance(audience, list) else [audience]
        begins = claims.get("nbf", 0)
        has_begun = isinstance(begins, int | float) and begins <= time.time() + _SKEW_S
        return claims.get("iss") == self._issuer and self._audience in named and has_begun

    def _tier_of(self, subject: str, claims: Mapping[str, Any]) -> Tier:
        email = claims.get("email") if claims.get("email_verified") is True else None
        return Tier.ADMIN if self._admins & {subject, email} else self._tier
