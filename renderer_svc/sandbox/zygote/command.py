"""The jail's commands: what is started for one zygote, made from plain values."""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Sequence
from dataclasses import asdict
from pathlib import Path
from typing import Final

from renderer_svc.command import FIXED_ENV
from renderer_svc.sandbox.image import OURS, SITE, WORK, Image, Warm
from renderer_svc.sandbox.plan import STAGE
from renderer_svc.sandbox.zygote.plan import JailPlan

#: Bound from the host's /dev: anybody may read and write them, and nobody learns anything by it. Without `zero`, which
#: can be mapped as shared memory that has no bounds.
DEVICES: Final = ("null", "full", "random", "urandom")
SHM: Final = "/dev/shm"  # noqa: S108

_BOOT: Final = "import sys; sys.path.insert(0, {path!r}); from {module} import main; main({arguments})"
_STREAMS: Final = ("stdin", "stdout", "stderr")
_DEV_LINKS: Final = (
    ("/dev/fd", "/proc/self/fd"),
    *((f"/dev/{name}", f"/proc/self/fd/{number}") for number, name in enumerate(_STREAMS)),
)


def jail_plan(image: Image, libraries: Sequence[Warm], uid: int | None, channel: int) -> JailPlan:
    """The jail around the zygote of `image`, which warms `libraries` and speaks through the descriptor `channel`."""
    ours = str(Path(__file__).resolve().parents[1])
    devices = ((f"/dev/{name}", f"/dev/{name}") for name in DEVICES)
    binds = (*image.binds, (ours, f"{OURS}/renderer_svc/sandbox"), *devices)
    arguments = {"work": WORK, "site": SITE, "libraries": [asdict(library) for library in libraries]}
    boot = _BOOT.format(path=OURS, module="renderer_svc.sandbox.zygote.nest", arguments="int(sys.argv[1]), sys.argv[2]")
    return JailPlan(
        uid=uid,
        binds=tuple((host, STAGE + inside) for host, inside in binds),
        files=tuple((STAGE + path, text) for path, text in image.files),
        links=tuple((STAGE + path, target) for path, target in (*image.links, *_DEV_LINKS)),
        folders=tuple(STAGE + path for path in ("/proc", SHM, WORK)),
        work_files=image.warm_files,
        work=WORK,
        command=(image.python, "-s", "-P", "-S", "-B", "-c", boot, str(channel), json.dumps(arguments)),
        # One hash seed for all: a set of strings has the same order in each sandbox, today and after a restart.
        env=tuple(sorted({**FIXED_ENV, **dict(image.env), "PYTHONHASHSEED": "0"}.items())),
    )


def jail_command(channel: int, lifeline: int) -> list[str]:
    """This interpreter, isolated, running the jail's launcher alone: no site packages, no environment."""
    ours = str(Path(__file__).resolve().parents[3])
    arguments = "sys.stdin.read(), int(sys.argv[1]), int(sys.argv[2])"
    boot = _BOOT.format(path=ours, module="renderer_svc.sandbox.zygote.jail", arguments=arguments)
    python = os.path.realpath(sys.executable)
    return [python, "-I", "-S", "-B", "-c", boot, str(channel), str(lifeline)]
