"""The shared key: each call carries a short-lived signature over what it asks and for whom.

`x-plotlane-signature: v1.<seconds since 1970>.<nonce>.<HMAC-SHA-256>`, the last two in hexadecimal. Signed are the
version, the time, the nonce, the method, and the user, tier and address that the call names: nobody between can change
them, use them for another call, or use them twice.
"""

from __future__ import annotations

import hashlib
import hmac
import re
import secrets
from collections import deque
from collections.abc import Mapping
from typing import Final

from plotlane_kit.caller import ADDRESS_KEY, TIER_KEY, USER_KEY
from plotlane_kit.callers.check import Doubt
from plotlane_kit.clock import Clock

SIGNATURE_KEY: Final = "x-plotlane-signature"
LIFE_S: Final = 30  # a signature is made for one call and used at once; this is for clocks that differ and slow nets
SKEW_S: Final = 30  # how far the caller's clock may be ahead
MOST_NONCES: Final = 1_000_000  # 100 MB; at 10,000 calls a second a signature lives for a third of that

_SIGNED: Final = (USER_KEY, TIER_KEY, ADDRESS_KEY)
_SHAPE: Final = re.compile(r"v1\.([0-9]{1,12})\.([0-9a-f]{32})\.([0-9a-f]{64})")


class SharedKeyBadge:
    """Signs calls."""

    def __init__(self, key: bytes, clock: Clock) -> None:
        self._key = key
        self._clock = clock

    async def metadata(self, method: str, metadata: Mapping[str, str]) -> tuple[tuple[str, str], ...]:
        """The signature of one call."""
        time, nonce = str(int(self._clock.wall().timestamp())), secrets.token_hex(16)
        signature = _signature(self._key, time, nonce, method, metadata)
        return ((SIGNATURE_KEY, f"v1.{time}.{nonce}.{signature}"),)


class SharedKeyCheck:
    """Believes calls that were signed with the key, a moment ago, for exactly what they ask, and once."""

    def __init__(self, key: bytes, clock: Clock, most_nonces: int = MOST_NONCES) -> None:
        self._key = key
        self._clock = clock
        self._seen: set[str] = set()
        self._expiries: deque[tuple[float, str]] = deque()
        self._most_nonces = most_nonces

    async def doubt(self, method: str, metadata: Mapping[str, str]) -> Doubt | None:
        """See `Check.doubt`. A nonce that there is no room to remember counts as used: fail closed."""
        shown = metadata.get(SIGNATURE_KEY)
        if shown is None:
            return Doubt.MISSING
        match = _SHAPE.fullmatch(shown)
        if match is None:
            return Doubt.MALFORMED
        time, nonce, signature = match.groups()
        if not hmac.compare_digest(signature, _signature(self._key, time, nonce, method, metadata)):
            return Doubt.WRONG
        age_s = self._clock.wall().timestamp() - int(time)
        if age_s > LIFE_S:
            return Doubt.EXPIRED
        if age_s < -SKEW_S:
            return Doubt.EARLY
        return None if self._is_new(nonce) else Doubt.REPLAYED

    def _is_new(self, nonce: str) -> bool:
        now = self._clock.monotonic()
        while self._expiries and self._expiries[0][0] < now:
            self._seen.discard(self._expiries.popleft()[1])
        if nonce in self._seen or len(self._seen) >= self._most_nonces:
            return False
        self._seen.add(nonce)
        self._expiries.append((now + LIFE_S + SKEW_S + 1, nonce))
        return True


def _signature(key: bytes, time: str, nonce: str, method: str, metadata: Mapping[str, str]) -> str:
    parts = ("v1", time, nonce, method, *(metadata.get(name, "") for name in _SIGNED))
    digest = hmac.new(key, digestmod=hashlib.sha256)
    for part in parts:
        data = part.encode()
        digest.update(len(data).to_bytes(8, "big") + data)
    return digest.hexdigest()
