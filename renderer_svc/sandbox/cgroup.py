"""Control groups: the kernel's own limit on the memory of all processes of a sandbox together, where we may set one.

Below the group that the renderer itself is in, never beside it. Version 1 is proven by the tests where they may make
groups; version 2 is written after the kernel's documentation and has not run. Without either the watchdog measures.
"""

from __future__ import annotations

import itertools
import os
import time
from collections import deque
from contextlib import suppress
from pathlib import Path
from typing import Final

from renderer_svc.sandbox.tree import tree

_PREFIX: Final = "plotlane-"
_KINDS: Final = itertools.count()  # one process may hold several kinds, each with groups of its own
_REMOVE_S: Final = 0.2  # a group whose last process has just ended is busy for an instant


class Cgroup:
    """The group of one sandbox."""

    def __init__(self, folder: Path, version: int, gone: deque[Path]) -> None:
        """`gone` gets the folder when nothing runs in it any more."""
        self._folder = folder
        self._version = version
        self._gone = gone

    def bound(self, memory_bytes: int) -> None:
        """From now on its processes and their folders hold at most this together. Raises OSError."""
        if self._version == 1:
            (self._folder / "memory.limit_in_bytes").write_text(str(memory_bytes))
        else:
            (self._folder / "memory.max").write_text(str(memory_bytes))
            (self._folder / "memory.swap.max").write_text("0")
            (self._folder / "memory.oom.group").write_text("1")

    def memory_bytes(self) -> int | None:
        """What its processes and their folders hold now; None when the kernel does not say."""
        try:
            return int(
                (self._folder / ("memory.usage_in_bytes" if self._version == 1 else "memory.current")).read_text()
            )
        except (OSError, ValueError):
            return None

    def out_of_memory(self) -> int | None:
        """The most bytes that were in use, when the kernel has ended a process for the limit; else None."""
        events, peak = (
            ("memory.oom_control", "memory.max_usage_in_bytes")
            if self._version == 1
            else ("memory.events", "memory.peak")
        )
        try:
            if _field(self._folder / events, "oom_kill") == 0:
                return None
            return int((self._folder / peak).read_text())
        except (OSError, ValueError):
            return None

    def remove(self) -> None:
        """Once nothing runs in it. The next group's maker does it, because the kernel may take milliseconds."""
        self._gone.append(self._folder)


class Cgroups:
    """Makes groups below ours."""

    def __init__(self, folder: Path, version: int) -> None:
        self._folder = folder
        self._version = version
        self._numbers = itertools.count()
        self._gone: deque[Path] = deque()

    @classmethod
    def find(cls) -> Cgroups | None:
        """Where this process may make groups that bound memory, empty of what an earlier renderer left; or None."""
        for version, ours in _own_folders():
            try:
                remove_leftovers(ours)
                folder = ours / f"{_PREFIX}{os.getpid()}-{born(os.getpid())}-{next(_KINDS)}"
                folder.mkdir(exist_ok=True)
                if version == 2:
                    delegate(ours, folder)
                found = cls(folder, version)
                found._try()
            except OSError:
                continue
            return found
        return None

    def hold(self, pid: int) -> Cgroup:
        """A new group around the process `pid` and all that it starts from now on. Raises OSError."""
        self._sweep()
        folder = self._folder / f"sandbox-{next(self._numbers)}"
        folder.mkdir(parents=True)
        group = Cgroup(folder, self._version, self._gone)
        try:
            (folder / "cgroup.procs").write_text(str(pid))
        except OSError:
            group.remove()
            raise
        return group

    def close(self) -> None:
        """Remove the folder of all groups, once they are gone."""
        while self._gone:
            _remove(self._gone.popleft())
        _remove(self._folder)

    def _sweep(self) -> None:
        with suppress(IndexError):  # another maker has just emptied it
            for _ in range(len(self._gone)):
                folder = self._gone.popleft()
                try:
                    folder.rmdir()
                except FileNotFoundError:
                    continue
                except OSError:  # busy for another instant
                    self._gone.append(folder)

    def _try(self) -> None:
        """Raises OSError when a limit cannot be set: found out once, and not by the first user."""
        folder = self._folder / "trial"
        folder.mkdir()
        try:
            (folder / ("memory.limit_in_bytes" if self._version == 1 else "memory.max")).write_text(str(1 << 30))
        finally:
            folder.rmdir()


def _own_folders() -> list[tuple[int, Path]]:
    """(version, folder of the group that we are in), for each hierarchy that could bound memory."""
    groups = [line.split(":", 2) for line in Path("/proc/self/cgroup").read_text().splitlines()]
    paths = {1 if "memory" in names.split(",") else 2: path for _, names, path in groups if names in ("", "memory")}
    found = []
    for line in Path("/proc/self/mountinfo").read_text().splitlines():
        mount, _, rest = line.partition(" - ")
        kind, _, options = rest.split(" ", 2)
        root, point = mount.split(" ")[3:5]
        version = {"cgroup2": 2, "cgroup": 1}.get(kind)
        if (
            version is None
            or version not in paths
            or (version == 1 and "memory" not in options.split(" ")[-1].split(","))
        ):
            continue
        below = os.path.relpath(paths[version], root)
        found.append((version, Path(point) / below))
    return sorted(found)


def delegate(ours: Path, folder: Path) -> None:
    """Version 2 has no process beside groups that are bound, so a group that is ours alone becomes a leaf of its own.

    A group that others are in as well, such as a login's, stays as it is. Raises OSError then.
    """
    if "memory" not in (ours / "cgroup.controllers").read_text().split():
        raise OSError("the memory controller is not ours to give")
    if "memory" not in (ours / "cgroup.subtree_control").read_text().split():
        inhabitants = {int(pid) for pid in (ours / "cgroup.procs").read_text().split()}
        if not inhabitants <= set(tree(os.getpid())):
            raise OSError("others are in our control group")
        leaf = ours / f"{_PREFIX}self"
        leaf.mkdir(exist_ok=True)
        for pid in inhabitants:
            (leaf / "cgroup.procs").write_text(str(pid))
        (ours / "cgroup.subtree_control").write_text("+memory")
    (folder / "cgroup.subtree_control").write_text("+memory")


def remove_leftovers(ours: Path) -> None:
    """Groups of renderers that were killed: nothing runs in them, because their sandboxes died with them."""
    for folder in ours.glob(f"{_PREFIX}*"):
        number, _, rest = folder.name.removeprefix(_PREFIX).partition("-")
        if number.isdigit() and rest.partition("-")[0] != born(int(number)):
            for sandbox in folder.iterdir():
                if sandbox.is_dir():
                    _remove(sandbox)
            _remove(folder)


def born(pid: int) -> str:
    """When process `pid` started, in the kernel's ticks since the machine did; empty: there is none.

    A number alone names nobody: on a busy machine it comes to mean another process within minutes.
    """
    try:
        return Path(f"/proc/{pid}/stat").read_bytes().rpartition(b")")[2].split()[19].decode("ascii")
    except (OSError, IndexError):
        return ""


def _remove(folder: Path) -> None:
    until = time.monotonic() + _REMOVE_S
    while True:
        try:
            folder.rmdir()
        except FileNotFoundError:
            return
        except OSError:
            if time.monotonic() > until:
                return
            time.sleep(0.005)
            continue
        return


def _field(path: Path, name: str) -> int:
    with suppress(StopIteration):
        return next(int(line.split()[1]) for line in path.read_text().splitlines() if line.startswith(f"{name} "))
    return 0
