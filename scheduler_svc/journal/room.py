"""The room: what is left on the disk of a journal file, with a reserve that lets running work end on a full one."""

from __future__ import annotations

import os
import time
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Final

RESERVE_BYTES: Final = 4 * 1024 * 1024  # some 20,000 events: what is running ends within far fewer
LOOK_EVERY_S: Final = 0.1  # asking the disk costs a tenth of an admission; what fills up in between meets the reserve


class Room:
    """Watches the free space and keeps a file that is given up when nothing else is left."""

    def __init__(self, database: Path, least_bytes: int, clock: Callable[[], float] = time.monotonic) -> None:
        """`least_bytes`: free space below which nothing new should be begun. `clock`: seconds that never go back."""
        self._clock = clock
        self._looked_at = float("-inf")
        self._was_low = False
        self._reserve = database.with_name(database.name + ".reserve")
        self._least_bytes = least_bytes
        self._has_reserve = self._reserve.exists()

    def is_low(self) -> bool:
        """Whether nothing new should be begun: there is little space, or the reserve is spent."""
        if self._has_reserve and self._clock() < self._looked_at + LOOK_EVERY_S:
            return self._was_low
        self.refill()
        self._looked_at = self._clock()
        self._was_low = not self._has_reserve or self._free() < self._least_bytes
        return self._was_low

    def refill(self) -> None:
        """Set the reserve aside when it is missing and there is space enough for it."""
        if self._has_reserve or self._free() < self._least_bytes + RESERVE_BYTES:
            return
        with suppress(OSError):
            descriptor = os.open(self._reserve, os.O_CREAT | os.O_WRONLY | os.O_CLOEXEC, 0o600)
            try:
                os.posix_fallocate(descriptor, 0, RESERVE_BYTES)
                self._has_reserve = True
            finally:
                os.close(descriptor)

    def spend(self) -> bool:
        """Give the reserve up; whether there was one."""
        self._has_reserve = False
        try:
            self._reserve.unlink()
        except FileNotFoundError:
            return False
        return True

    def _free(self) -> int:
        try:
            found = os.statvfs(self._reserve.parent)
        except OSError:
            # The folder was removed: that is no want of space, and the next commit says so.
            return self._least_bytes + RESERVE_BYTES
        return found.f_bavail * found.f_frsize
