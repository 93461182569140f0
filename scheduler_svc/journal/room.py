"""The room: what is left on the disk of a journal file, with a reserve that lets running work end on a full one."""

from __future__ import annotations

import os
from contextlib import suppress
from pathlib import Path
from typing import Final

RESERVE_BYTES: Final = 4 * 1024 * 1024  # some 20,000 events: what is running ends within far fewer


class Room:
    """Watches the free space and keeps a file that is given up when nothing else is left."""

    def __init__(self, database: Path, least_bytes: int) -> None:
        """`least_bytes`: free space below which nothing new should be begun."""
        self._reserve = database.with_name(database.name + ".reserve")
        self._least_bytes = least_bytes
        self._has_reserve = self._reserve.exists()

    def is_low(self) -> bool:
        """Whether nothing new should be begun: there is little space, or the reserve is spent."""
        self.refill()
        return not self._has_reserve or self._free() < self._least_bytes

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
        found = os.statvfs(self._reserve.parent)
        return found.f_bavail * found.f_frsize
