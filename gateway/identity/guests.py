"""Guests: people who do not sign in, told apart by a random id in a cookie that only the gateway can make."""

from __future__ import annotations

import hashlib
import hmac
import secrets
from typing import Final

from gateway.identity.mode import Identity
from plotlane_kit.caller import Tier

_ID_BYTES: Final = 16
_LONGEST: Final = 2 * _ID_BYTES + 1 + 64


class Guests:
    """Makes and recognises the cookies `<id>.<signature>` of guests."""

    def __init__(self, secret: bytes) -> None:
        # A key of its own: what signs cookies must not be what user ids are made with.
        self._key = hmac.new(secret, b"guest cookie", hashlib.sha256).digest()

    def known(self, cookie: str | None) -> Identity | None:
        """The guest of a cookie that this gateway has made; None for every other text."""
        if cookie is None or len(cookie) != _LONGEST or not cookie.isascii():
            return None
        guest, _, signature = cookie.partition(".")
        if not hmac.compare_digest(signature, self._signature(guest)):
            return None
        return Identity(guest, Tier.PUBLIC)

    def invite(self) -> tuple[Identity, str]:
        """A new guest, and the cookie to know them by."""
        guest = secrets.token_hex(_ID_BYTES)
        return Identity(guest, Tier.PUBLIC), f"{guest}.{self._signature(guest)}"

    def _signature(self, guest: str) -> str:
        return hmac.new(self._key, guest.encode(), hashlib.sha256).hexdigest()
