"""The attempts: a script that the renderer runs in a sandbox at start, and that tries to get out of it.

It prints one JSON object, {wall: whether it held}. It is ours, so what it prints can be trusted; what it must not
find is named in `canary.json` beside it.
"""

# ruff: noqa: PTH110, PTH123, PTH208, T201 (it starts on every renderer start: os alone is enough, and it prints its result)

from __future__ import annotations

import ctypes
import json
import os
import resource
import socket
from collections.abc import Callable
from typing import Any, Final

_CLONE_NEWUSER: Final = 0x1000_0000
_SLACK_BYTES: Final = 64 << 20  # what the interpreter has let go of since its limit was set
_OUTSIDE: Final = ("/", "/usr", "/opt/site", "/opt/python", "/etc", "/dev", "/proc", "/proc/sys")


def main() -> None:
    """Try each wall once, but those that are not the host's kernel's to keep, and print the result."""
    with open("canary.json", encoding="utf-8") as file:
        canary = json.load(file)
    tried = {name: attempt for name, attempt in ATTEMPTS.items() if name not in canary["kept_otherwise"]}
    print(json.dumps({name: _held(attempt, canary) for name, attempt in tried.items()}))


def _held(attempt: Callable[[Any], bool], canary: Any) -> bool:
    """Whether a wall held; one that could not be tried counts as open."""
    try:
        return attempt(canary)
    except Exception:
        return False


def _network(canary: Any) -> bool:
    with open("/proc/self/net/dev", encoding="ascii") as file:
        only_loopback = all(line.strip().startswith("lo:") for line in file.readlines()[2:])
    try:
        with socket.socket(socket.AF_INET, socket.SOCK_STREAM) as probe:
            probe.settimeout(0.2)
            probe.connect(("127.0.0.1", canary["port"]))
    except OSError:
        return only_loopback
    return False


def _host_files(canary: Any) -> bool:
    return not any(os.path.exists(path) for path in (canary["file"], "/root", "/home", "/var", "/etc/shadow"))


def _environment(canary: Any) -> bool:
    known = set(canary["environment"])
    try:
        with open("/proc/1/environ", "rb") as file:
            file.read()
    except OSError:
        return set(os.environ) <= known
    return False


def _write_outside(_canary: Any) -> bool:
    return not any(_can_create(f"{folder}/plotlane-wall") for folder in _OUTSIDE)


def _can_create(path: str) -> bool:
    try:
        with open(path, "wb"):
            return True
    except OSError:
        return False


def _other_processes(_canary: Any) -> bool:
    return {int(name) for name in os.listdir("/proc") if name.isdigit()} <= {1, os.getpid()}


def _privileges(_canary: Any) -> bool:
    with open("/proc/self/status", encoding="ascii") as file:
        status = dict(line.rstrip("\n").split(":\t", 1) for line in file if ":\t" in line)
    powers = {int(status[name], 16) for name in ("CapEff", "CapPrm", "CapBnd", "CapAmb")}
    return powers == {0} and status["NoNewPrivs"] == "1" and os.getuid() != 0


def _system_calls(_canary: Any) -> bool:
    with open("/proc/self/status", encoding="ascii") as file:
        return "Seccomp:\t2\n" in file.readlines()


def _new_namespaces(_canary: Any) -> bool:
    libc = ctypes.CDLL(None, use_errno=True)
    return bool(libc.unshare(_CLONE_NEWUSER) < 0 and libc.mount(b"none", b"/job", b"tmpfs", 0, None) < 0)


def _fork_limit(canary: Any) -> bool:
    children: list[int] = []
    release, hold = os.pipe()
    try:
        while len(children) <= canary["processes"]:
            child = os.fork()
            if child == 0:
                os.close(hold)
                os.read(release, 1)
                os._exit(0)
            children.append(child)
        return False
    except OSError:
        return True
    finally:
        os.close(hold)
        for child in children:
            os.waitpid(child, 0)


def _memory(canary: Any) -> bool:
    try:
        bytearray(canary["data_bytes"] + _SLACK_BYTES)
    except MemoryError:
        return True
    return False


def _disk(canary: Any) -> bool:
    work, shared = os.statvfs("."), os.statvfs("/dev/shm")  # noqa: S108
    sizes = [found.f_blocks * found.f_frsize for found in (work, shared)]
    return sizes == [canary["disk_bytes"], canary["shared_bytes"]] and bool(work.f_flag & os.ST_NOSUID)


def _files(canary: Any) -> bool:
    return bool(os.statvfs(".").f_files == canary["files"])


def _file_size(canary: Any) -> bool:
    return resource.getrlimit(resource.RLIMIT_FSIZE) == (canary["file_bytes"], canary["file_bytes"])


ATTEMPTS: Final[dict[str, Callable[[Any], bool]]] = {
    "network": _network,
    "host_files": _host_files,
    "environment": _environment,
    "write_outside": _write_outside,
    "other_processes": _other_processes,
    "privileges": _privileges,
    "system_calls": _system_calls,
    "new_namespaces": _new_namespaces,
    "fork_limit": _fork_limit,
    "memory": _memory,
    "disk": _disk,
    "files": _files,
    "file_size": _file_size,
}

if __name__ == "__main__":
    main()
