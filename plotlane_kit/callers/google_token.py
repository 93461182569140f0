"""Google's ID tokens: a call carries one of a service account that we know, made for our audience."""

# ruff: noqa: ARG002 (the seam has more arguments than a token needs)

from __future__ import annotations

import asyncio
import json
import urllib.request
from collections.abc import Callable, Collection, Mapping
from typing import Any, Final

from plotlane_kit.callers.check import Doubt
from plotlane_kit.clock import Clock

AUTHORIZATION_KEY: Final = "authorization"
#: Where Cloud Run's own callers may put the token; it counts whenever it is there, even when it is empty.
SERVERLESS_KEY: Final = "x-serverless-authorization"

_CERTIFICATES_URL: Final = "https://www.googleapis.com/oauth2/v1/certs"
_ISSUERS: Final = frozenset({"accounts.google.com", "https://accounts.google.com"})
_SKEW_S: Final = 30
_KEEP_S: Final = 3600.0  # Google announces new keys a day ahead
_RENEW_BEFORE_S: Final = 300.0  # of a token's hour

Certificates = Mapping[str, str]


class GoogleTokenCheck:
    """Believes tokens that Google has signed for `audience`, of one of `emails`."""

    def __init__(
        self, audience: str, emails: Collection[str], clock: Clock, fetch: Callable[[], Certificates] | None = None
    ) -> None:
        """`fetch`: Google's certificates, by key id; blocks, and is called once an hour."""
        self._audience = audience
        self._emails = frozenset(emails)
        self._clock = clock
        self._fetch = fetch or fetch_certificates
        self._certificates: Certificates = {}
        self._stale_at = float("-inf")
        self._fetching = asyncio.Lock()

    async def doubt(self, method: str, metadata: Mapping[str, str]) -> Doubt | None:
        """See `Check.doubt`. Certificates that cannot be had count as a wrong token: fail closed."""
        from google.auth import exceptions, jwt

        shown = metadata[SERVERLESS_KEY] if SERVERLESS_KEY in metadata else metadata.get(AUTHORIZATION_KEY)
        if not shown:
            return Doubt.MISSING
        scheme, _, token = shown.partition(" ")
        if scheme.lower() != "bearer" or not token:
            return Doubt.MALFORMED
        try:
            certificates = await self._known_certificates()
            claims = jwt.decode(token, certificates, audience=self._audience, clock_skew_in_seconds=_SKEW_S)  # type: ignore[no-untyped-call]
        except exceptions.InvalidValue as error:
            return Doubt.EXPIRED if "expired" in str(error) else Doubt.WRONG
        except (exceptions.GoogleAuthError, ValueError, OSError):
            return Doubt.WRONG
        return self._foreign(claims)

    def _foreign(self, claims: Mapping[str, Any]) -> Doubt | None:
        is_ours = claims.get("iss") in _ISSUERS and claims.get("email_verified") is True
        return None if is_ours and claims.get("email") in self._emails else Doubt.FOREIGN

    async def _known_certificates(self) -> Certificates:
        async with self._fetching:
            if self._clock.monotonic() >= self._stale_at:
                self._certificates = await asyncio.to_thread(self._fetch)
                self._stale_at = self._clock.monotonic() + _KEEP_S
        return self._certificates


class GoogleTokenBadge:
    """Shows a token of the service account that this process runs as, and gets a new one before it ends."""

    def __init__(self, audience: str, clock: Clock, fetch: Callable[[str], str] | None = None) -> None:
        """`fetch`: a token for an audience; blocks."""
        self._audience = audience
        self._clock = clock
        self._fetch = fetch or _fetch_token
        self._token = ""
        self._stale_at = float("-inf")
        self._fetching = asyncio.Lock()

    async def metadata(self, method: str, metadata: Mapping[str, str]) -> tuple[tuple[str, str], ...]:
        """The token."""
        async with self._fetching:
            if self._clock.monotonic() >= self._stale_at:
                self._token = await asyncio.to_thread(self._fetch, self._audience)
                self._stale_at = self._clock.monotonic() + _KEEP_S - _RENEW_BEFORE_S
        return ((AUTHORIZATION_KEY, f"Bearer {self._token}"),)


def fetch_certificates() -> Certificates:
    """Google's certificates now, by key id. Raises OSError or ValueError."""
    with urllib.request.urlopen(_CERTIFICATES_URL, timeout=10) as answer:  # a constant address
        found = json.loads(answer.read(1 << 20))
    if not isinstance(found, dict):
        raise ValueError("Google's certificates are not an object")
    return found


def _fetch_token(audience: str) -> str:
    from google.auth.transport.requests import Request
    from google.oauth2 import id_token

    return str(id_token.fetch_id_token(Request(), audience))  # type: ignore[no-untyped-call]
