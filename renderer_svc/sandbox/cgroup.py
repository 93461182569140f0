"""A control group: the kernel's own limit on the memory of all processes of one sandbox together, and its counts.

Version 1 is proven by the tests where they may make groups; version 2 is written after the kernel's documentation and
has not run.
"""

from __future__ import annotations

from collections import deque
from contextlib import suppress
from pathlib import Path

from renderer_svc.limits import Limits


class Cgroup:
    """The group of one sandbox."""

    def __init__(self, folder: Path, version: int, gone: deque[Path]) -> None:
        """`gone` gets the folder when nothing runs in it any more."""
        self._folder = folder
        self._version = version
        self._gone = gone

    @property
    def door(self) -> Path:
        """The file through which a process comes in: by its number, or by 0 when it is the one that writes."""
        return self._folder / "cgroup.procs"

    def take_in(self, pid: int) -> None:
        """From now on hold the process `pid` and all that it starts. Raises OSError."""
        self.door.write_text(str(pid))

    def bound(self, memory_bytes: int) -> None:
        """From now on its processes and their folders hold at most this together. Raises OSError."""
        if self._version == 1:
            (self._folder / "memory.limit_in_bytes").write_text(str(memory_bytes))
            if (both := self._folder / "memory.memsw.limit_in_bytes").exists():  # else a swap device adds to it
                both.write_text(str(memory_bytes))
        else:
            (self._folder / "memory.max").write_text(str(memory_bytes))
            (self._folder / "memory.swap.max").write_text("0")
            (self._folder / "memory.oom.group").write_text("1")

    def memory_bytes(self) -> int | None:
        """What its processes hold now, and the kernel for them; None when the kernel does not say.

        Without files: those of the image are shared and can be dropped, those of the work folder have a limit of
        their own.
        """
        used, files = ("memory.usage_in_bytes", "cache") if self._version == 1 else ("memory.current", "file")
        try:
            return max(0, int((self._folder / used).read_text()) - _field(self._folder / "memory.stat", files))
        except (OSError, ValueError):
            return None

    def cpu_s(self) -> float | None:
        """Seconds of processor time of all that was ever in it; None: a group of memory alone does not count them.

        In version 1 the count is another hierarchy's as a rule, and to be in two groups costs each start 5 to 20 ms.
        """
        try:
            if self._version == 1:
                return int((self._folder / "cpuacct.usage").read_text()) / 1e9
            return _field(self._folder / "cpu.stat", "usage_usec") / 1e6
        except (OSError, ValueError):
            return None

    def out_of_memory(self) -> int | None:
        """The most bytes that were in use, when the kernel has ended a process for the limit; else None."""
        events, counts = (
            ("memory.oom_control", ("memory.max_usage_in_bytes", "memory.limit_in_bytes"))
            if self._version == 1
            else ("memory.events", ("memory.peak", "memory.max"))  # Linux 5.19 has the first, older ones the limit
        )
        try:
            if _field(self._folder / events, "oom_kill") == 0:
                return None
        except (OSError, ValueError):
            return None
        return next((found for name in counts if (found := _number(self._folder / name)) is not None), None)

    def remove(self) -> None:
        """Once nothing runs in it. The next group's maker does it, because the kernel may take milliseconds."""
        self._gone.append(self._folder)


def memory_in_group(limits: Limits) -> int:
    """Bytes that a sandbox's group may hold: its processes' memory, and its folders, which are memory too."""
    return limits.memory_bytes + limits.disk_bytes + limits.shared_bytes


def _number(path: Path) -> int | None:
    with suppress(OSError, ValueError):
        return int(path.read_text())
    return None


def _field(path: Path, name: str) -> int:
    with suppress(StopIteration):
        return next(int(line.split()[1]) for line in path.read_text().splitlines() if line.startswith(f"{name} "))
    return 0
