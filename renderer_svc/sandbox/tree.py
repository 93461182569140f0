"""The tree: a process and all below it, as the host numbers them."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path


def tree(pid: int) -> Iterator[int]:
    """`pid` and all below it; orphans hang on process 1 of the sandbox, so nobody gets away."""
    yield pid
    try:
        tasks = os.listdir(f"/proc/{pid}/task")  # noqa: PTH208  (asked ten times a second for each run)
    except OSError:
        return
    for task in tasks:
        try:
            children = Path(f"/proc/{pid}/task/{task}/children").read_bytes().split()
        except OSError:
            continue
        for child in children:
            yield from tree(int(child))


def pid_of(pidfd: int) -> int:
    """The id of the process behind `pidfd`, in our own namespace. Raises OSError when it is gone."""
    for line in Path(f"/proc/self/fdinfo/{pidfd}").read_text("ascii").splitlines():
        name, _, value = line.partition(":")
        if name == "Pid" and int(value) > 0:
            return int(value)
    raise ProcessLookupError("the process is gone")
