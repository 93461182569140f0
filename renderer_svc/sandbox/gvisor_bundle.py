"""A gVisor sandbox in words: the plan that the launcher builds, and the bundle that runsc reads."""

from __future__ import annotations

import json
import os
import secrets
from collections.abc import Mapping
from pathlib import Path
from typing import Final

from renderer_svc.command import FIXED_ENV
from renderer_svc.harness.order import SIGNALS, STACK_BYTES
from renderer_svc.limits import Limits
from renderer_svc.sandbox.base import SandboxSpec
from renderer_svc.sandbox.image import OURS, WORK, Image
from renderer_svc.sandbox.plan import ROOT, SHARED_FOLDER, STAGE, TOOLS, WORK_FOLDER, LaunchPlan

#: What runs in it: the harness, whose streams all pass through one.
BOOT: Final = f"import sys; sys.path.insert(0, {OURS!r}); from renderer_svc.harness.streams import main; main()"
_BUNDLE: Final = f"{STAGE}/bundle"
#: What the harness lowers to the run's own limits; gVisor lets it change these alone.
_LOWERED: Final = ("CPU", "DATA", "FSIZE", "NOFILE", "MEMLOCK")
_UNLIMITED: Final = 2**64 - 1
_FLAGS: Final = (
    "--rootless",
    "--network=none",
    "--platform=ptrace",
    "--ignore-cgroups",
    "--overlay=false",  # what a script leaves in its work folder is read from there
    "--file-access-mounts=shared",
    f"--root={SHARED_FOLDER}/state",
)


def launch_plan(spec: SandboxSpec, program: Path, uid: int | None) -> LaunchPlan:
    """The plan for one sandbox: the image as its root, a bundle that says the rest, and runsc as what is executed."""
    image, limits = spec.image, spec.limits
    runsc = f"{TOOLS}/runsc"
    bundle = json.dumps(_bundle(image, limits, spec.env))
    return LaunchPlan(
        uid=uid,
        binds=((os.path.realpath(program), runsc), *((host, ROOT + inside) for host, inside in image.binds)),
        files=(*((ROOT + path, text) for path, text in image.files), (f"{_BUNDLE}/config.json", bundle)),
        links=tuple((ROOT + path, target) for path, target in image.links),
        folders=(WORK_FOLDER, SHARED_FOLDER, *(ROOT + path for path in ("/proc", "/dev", "/sys", WORK))),
        disk_bytes=limits.disk_bytes,
        work_files=limits.files,
        shared_bytes=limits.shared_bytes,
        # A name of its own: it also names a socket that all sandboxes of the machine would share.
        command=(runsc, *_FLAGS, "run", f"--bundle={_BUNDLE}", f"plot-{secrets.token_hex(8)}"),
        sealed=True,
    )


def _bundle(image: Image, limits: Limits, env: Mapping[str, str]) -> dict[str, object]:
    """The sandbox as the OCI runtime specification writes it (1.0.2)."""
    variables = {**FIXED_ENV, **dict(image.env), **env}
    nothing: dict[str, list[str]] = {
        name: [] for name in ("bounding", "effective", "inheritable", "permitted", "ambient")
    }
    return {
        "ociVersion": "1.0.2",
        "process": {
            "user": {
                "uid": 0,
                "gid": 0,
            },  # of the second kernel alone, without a capability: the host's is unprivileged
            "args": [image.python, "-I", "-S", "-B", "-c", BOOT],
            "env": [f"{name}={value}" for name, value in sorted(variables.items())],
            "cwd": WORK,
            "capabilities": nothing,
            "noNewPrivileges": True,
            "rlimits": [
                *({"type": f"RLIMIT_{name}", "hard": _UNLIMITED, "soft": _UNLIMITED} for name in _LOWERED),
                {"type": "RLIMIT_NPROC", "hard": limits.processes, "soft": limits.processes},
                {"type": "RLIMIT_STACK", "hard": STACK_BYTES, "soft": STACK_BYTES},
                {"type": "RLIMIT_MSGQUEUE", "hard": 0, "soft": 0},
                {"type": "RLIMIT_SIGPENDING", "hard": SIGNALS, "soft": SIGNALS},
            ],
        },
        "root": {"path": ROOT, "readonly": False},  # the launcher has made it so, and no mount may take that back
        "hostname": "sandbox",
        "mounts": [
            {"destination": "/proc", "type": "proc", "source": "proc"},
            {"destination": "/dev", "type": "tmpfs", "source": "tmpfs"},
            {
                "destination": "/dev/shm",  # noqa: S108
                "type": "tmpfs",
                "source": "tmpfs",
                "options": [f"size={limits.shared_bytes}"],
            },
            {"destination": WORK, "type": "bind", "source": WORK_FOLDER, "options": ["rbind", "rw"]},
        ],
        "linux": {"namespaces": [{"type": name} for name in ("pid", "network", "ipc", "uts", "mount")]},
    }
