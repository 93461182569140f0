"""The meter: what a run and the machine use, read from the kernel in microseconds."""

from __future__ import annotations

import os
import re
import resource
import time
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Final

_PAGE: Final = resource.getpagesize()
_TICKS_A_SECOND: Final = os.sysconf("SC_CLK_TCK")
_KIB: Final = 1024
_HELD: Final = re.compile(rb"^Vm(?:RSS|PTE|Swap):\s*(\d+) kB$", re.MULTILINE)
_NOT_RESIDENT: Final = re.compile(rb"^Vm(?:PTE|Swap):\s*(\d+) kB$", re.MULTILINE)
_REST: Final = 4  # times as long as the last dear measurement took


def folder_use(folder: int) -> tuple[int, int]:
    """Bytes and files in use on the file system of the descriptor `folder`, unlinked but open ones included."""
    found = os.fstatvfs(folder)
    return (found.f_blocks - found.f_bfree) * found.f_frsize, found.f_files - found.f_ffree


class MemoryMeter:
    """Resident bytes of a run's processes together, measured with at most a fifth of a processor.

    Page tables count as well: who reads one byte of each 2 MiB holds 4 KiB for it, and nothing resident.
    Pages that forks share are counted once per process, which is cheap and never too low; only when that sum is past
    `limit` is each process's fair share asked for, a thousand times dearer: 4 ms for 280 MB. What that found counts
    until it may be asked again.
    """

    def __init__(self, limit: int, clock: Callable[[], float] = time.monotonic) -> None:
        self._limit = limit
        self._clock = clock
        self._again_at = 0.0
        self._shares = 0

    def read(self, processes: Iterable[int]) -> int:
        """What `processes` hold now."""
        alive = list(processes)
        total = sum(held_bytes(pid) for pid in alive)
        if total <= self._limit:
            return total
        began = self._clock()
        if began >= self._again_at:
            self._shares = sum(_fair_share(pid) for pid in alive)
            ended = self._clock()
            self._again_at = ended + _REST * (ended - began)
        return self._shares


def available_memory() -> int:
    """Bytes that the machine can still give without swapping."""
    return _of_the_machine(b"MemAvailable:")


def total_memory() -> int:
    """Bytes that the machine has."""
    return _of_the_machine(b"MemTotal:")


def _of_the_machine(name: bytes) -> int:
    with Path("/proc/meminfo").open("rb") as file:
        for line in file:
            if line.startswith(name):
                return int(line.split()[1]) * _KIB
    raise OSError(f"/proc/meminfo has no {name.decode()}")


def cpu_s(processes: Iterable[int]) -> float:
    """Processor time of `processes` and of those that they have waited for, to a hundredth of a second."""
    return sum(map(_cpu_ticks, processes)) / _TICKS_A_SECOND


def resident_bytes(pid: int) -> int:
    """Resident memory of process `pid`, pages that it shares included; 0 when it is gone."""
    try:
        with Path(f"/proc/{pid}/statm").open("rb") as file:
            return int(file.read().split()[1]) * _PAGE
    except (OSError, IndexError):  # it ended
        return 0


def private_bytes(pid: int) -> int:
    """Resident memory of process `pid` that is in no file; 0 when it is gone."""
    try:
        with Path(f"/proc/{pid}/statm").open("rb") as file:
            resident, shared = map(int, file.read().split()[1:3])
    except (OSError, ValueError):  # it ended
        return 0
    return (resident - shared) * _PAGE


def held_bytes(pid: int) -> int:
    """Memory of process `pid`, resident as above or on a swap device, and its page tables; 0 when it is gone."""
    return _status_bytes(pid, _HELD)


def _cpu_ticks(pid: int) -> int:
    try:
        fields = Path(f"/proc/{pid}/stat").read_bytes().rpartition(b")")[2].split()
        return sum(map(int, fields[11:15]))  # utime, stime, cutime, cstime
    except (OSError, ValueError):  # it ended
        return 0


def _fair_share(pid: int) -> int:
    try:
        with Path(f"/proc/{pid}/smaps_rollup").open("rb") as file:
            for line in file:
                if line.startswith(b"Pss:"):
                    return int(line.split()[1]) * _KIB + _status_bytes(pid, _NOT_RESIDENT)
    except ProcessLookupError:
        return 0
    except OSError:  # not ours to read: better too high than unlimited
        return held_bytes(pid)
    return 0


def held_by(status: bytes) -> int:
    """As `held_bytes`, of what /proc/<pid>/status says."""
    return _sum_bytes(status, _HELD)


def _status_bytes(pid: int, lines: re.Pattern[bytes]) -> int:
    try:
        return _sum_bytes(Path(f"/proc/{pid}/status").read_bytes(), lines)
    except OSError:  # it ended
        return 0


def _sum_bytes(status: bytes, lines: re.Pattern[bytes]) -> int:
    return sum(int(found) for found in lines.findall(status)) * _KIB
