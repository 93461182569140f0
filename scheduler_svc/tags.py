"""The tags: random names of runs, which nobody can guess."""

from __future__ import annotations

import secrets
from typing import Final

TAG_BYTES: Final = 16
_AT_A_TIME: Final = 64  # asking the kernel costs as much for many as for one


class Tags:
    """Draws tags of 128 bits, in hex."""

    def __init__(self) -> None:
        self._drawn = b""

    def draw(self) -> str:
        """A tag that was never given out before."""
        if not self._drawn:
            self._drawn = secrets.token_bytes(TAG_BYTES * _AT_A_TIME)
        tag, self._drawn = self._drawn[:TAG_BYTES], self._drawn[TAG_BYTES:]
        return tag.hex()
