"""The lock of a house: one data folder has one house, and it is free again when the last process of it has ended."""

from __future__ import annotations

import asyncio
import fcntl
import os
from pathlib import Path

from plotlane_kit.clock import Clock

_NAME = "house.lock"
_LOOK_EVERY_S = 0.1


class HouseTakenError(Exception):
    """Another house lives in the folder."""


async def lock_house(data_dir: Path, patience_s: float, clock: Clock) -> int:
    """A descriptor that holds the folder until every copy of it is closed; the kernel closes those of the dead.

    Children inherit it: a house whose supervisor was killed still has the folder while its services drain, so it is
    waited for up to `patience_s` seconds. Raises `HouseTakenError`, and OSError when the folder cannot be written.
    """
    fd = os.open(data_dir / _NAME, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o644)
    give_up = clock.monotonic() + patience_s
    try:
        while not _got(fd, fcntl.LOCK_EX):
            if clock.monotonic() >= give_up:
                raise HouseTakenError(f"another Plotlane runs on {data_dir}; stop it, or use another --data-dir")
            await asyncio.sleep(_LOOK_EVERY_S)
    except BaseException:
        os.close(fd)
        raise
    return fd


def is_locked(data_dir: Path) -> bool:
    """Whether some process of a house holds the folder; True too when we may not see it."""
    try:
        fd = os.open(data_dir / _NAME, os.O_RDONLY | os.O_CLOEXEC)
    except FileNotFoundError:
        return False
    except OSError:
        return True
    try:
        return not _got(fd, fcntl.LOCK_SH)
    finally:
        os.close(fd)


def _got(fd: int, kind: int) -> bool:
    try:
        fcntl.flock(fd, kind | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    return True
