"""The meter: what a run and the machine use, read from the kernel in microseconds."""

from __future__ import annotations

import os
import resource
from collections.abc import Iterable
from pathlib import Path
from typing import Final

_PAGE: Final = resource.getpagesize()
_KIB: Final = 1024


def folder_use(folder: int) -> tuple[int, int]:
    """Bytes and files in use on the file system of the descriptor `folder`, unlinked but open ones included."""
    found = os.fstatvfs(folder)
    return (found.f_blocks - found.f_bfree) * found.f_frsize, found.f_files - found.f_ffree


def memory_use(processes: Iterable[int], limit: int) -> int:
    """Resident bytes of `processes` together.

    Pages that forks share are counted once per process, which is cheap and never too low; only when that sum is past
    `limit` is each process's fair share asked for, a thousand times dearer.
    """
    alive = list(processes)
    total = sum(_resident(pid) for pid in alive)
    return total if total <= limit else sum(_fair_share(pid) for pid in alive)


def available_memory() -> int:
    """Bytes that the machine can still give without swapping (MemAvailable)."""
    with Path("/proc/meminfo").open("rb") as file:
        for line in file:
            if line.startswith(b"MemAvailable:"):
                return int(line.split()[1]) * _KIB
    raise OSError("/proc/meminfo has no MemAvailable")


def _resident(pid: int) -> int:
    try:
        with Path(f"/proc/{pid}/statm").open("rb") as file:
            return int(file.read().split()[1]) * _PAGE
    except (OSError, IndexError):  # it ended
        return 0


def _fair_share(pid: int) -> int:
    try:
        with Path(f"/proc/{pid}/smaps_rollup").open("rb") as file:
            for line in file:
                if line.startswith(b"Pss:"):
                    return int(line.split()[1]) * _KIB
    except ProcessLookupError:
        return 0
    except OSError:  # not ours to read: better too high than unlimited
        return _resident(pid)
    return 0
