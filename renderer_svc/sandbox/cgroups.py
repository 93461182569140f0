"""Control groups: makes one for each sandbox below the group that the renderer itself is in, never beside it.

Where it may not, there are none, and the watchdog measures.
"""

from __future__ import annotations

import itertools
import os
import secrets
import time
from collections import deque
from contextlib import suppress
from pathlib import Path
from typing import Final

from renderer_svc.sandbox.cgroup import Cgroup
from renderer_svc.sandbox.tree import tree

_PREFIX: Final = "plotlane-"
_LEAF: Final = f"{_PREFIX}self"
_KINDS: Final = itertools.count()  # one process may hold several kinds, each with groups of its own
_REMOVE_S: Final = 2.0  # a group whose last process has just ended is busy for an instant; a busy machine's is long


class Cgroups:
    """Makes groups below ours."""

    def __init__(self, folder: Path, version: int) -> None:
        self._folder = folder
        self._version = version
        self._gone: deque[Path] = deque()

    @classmethod
    def find(cls) -> Cgroups | None:
        """Where this process may make groups that bound memory, empty of what an earlier renderer left; or None."""
        for version, ours in own_folders(
            Path("/proc/self/cgroup").read_text(), Path("/proc/self/mountinfo").read_text()
        ):
            folder = ours / f"{_PREFIX}{os.getpid()}-{born(os.getpid())}-{next(_KINDS)}"
            try:
                remove_leftovers(ours)
                folder.mkdir(exist_ok=True)
                if version == 2:
                    delegate(ours, folder)
                found = cls(folder, version)
                found._try()
            except OSError:
                with suppress(OSError):
                    folder.rmdir()
                continue
            return found
        return None

    def make(self) -> Cgroup:
        """A new group with nobody in it. Raises OSError."""
        self._sweep()
        folder = self._folder / f"sandbox-{secrets.token_hex(8)}"  # a script may see it: it tells of no other one
        folder.mkdir(parents=True)
        return Cgroup(folder, self._version, self._gone)

    def hold(self, pid: int) -> Cgroup:
        """A new group around the process `pid` and all that it starts from now on. Raises OSError."""
        group = self.make()
        try:
            group.take_in(pid)
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


def own_folders(group_lines: str, mount_lines: str) -> list[tuple[int, Path]]:
    """(version, folder of the group that we are in), for each hierarchy that could bound memory.

    The arguments are /proc/self/cgroup and /proc/self/mountinfo.
    """
    groups = [line.split(":", 2) for line in group_lines.splitlines()]
    paths = {1 if "memory" in names.split(",") else 2: path for _, names, path in groups if _may_bound(names)}
    found = []
    for line in mount_lines.splitlines():
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
        ours = Path(point) / os.path.relpath(paths[version], root)
        # An earlier kind, or an earlier renderer of the same supervisor, has made a leaf for itself there.
        found.append((version, ours.parent if version == 2 and ours.name == _LEAF else ours))
    return sorted(found)


def _may_bound(names: str) -> bool:
    """Whether the hierarchy of these controllers may bound memory; version 2 has one for all, which names none."""
    return not names or "memory" in names.split(",")


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
        leaf = ours / _LEAF
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
