"""The inspection: whether a ready sandbox is shut in, read from /proc by the renderer and not asked of the sandbox."""

from __future__ import annotations

from pathlib import Path
from typing import Final

_NAMESPACES: Final = ("cgroup", "ipc", "mnt", "net", "pid", "user", "uts")
_NONE: Final = "0000000000000000"
_FILTERED: Final = "2"


def open_walls(pid: int) -> list[str]:
    """Names of what is open around process `pid`, a sandbox that waits for its job; empty when it may have one."""
    try:
        return [*_open_by_status(pid), *_shared_namespaces(pid)]
    except (OSError, ValueError) as error:  # a check that cannot be made counts as failed
        return [f"not to be inspected ({type(error).__name__})"]


def _open_by_status(pid: int) -> list[str]:
    status = dict(
        line.split(":\t", 1) for line in Path(f"/proc/{pid}/status").read_text().splitlines() if ":\t" in line
    )
    held = {
        **{name: status[name] == _NONE for name in ("CapInh", "CapPrm", "CapEff", "CapBnd", "CapAmb")},
        "NoNewPrivs": status["NoNewPrivs"] == "1",
        "Seccomp": status["Seccomp"] == _FILTERED,
        "Threads": status["Threads"] == "1",
        "Uid": "0" not in status["Uid"].split(),
        "Gid": "0" not in status["Gid"].split(),
    }
    return [name for name, holds in held.items() if not holds]


def _shared_namespaces(pid: int) -> list[str]:
    return [name for name in _NAMESPACES if _namespace(pid, name) == _namespace("self", name)]


def _namespace(pid: int | str, name: str) -> Path:
    return Path(f"/proc/{pid}/ns/{name}").readlink()
