"""The cloudrun kind: a fresh sandbox per run, made by the `sandbox` command that Cloud Run gives its containers.

Unproven: tested against a launcher of our own that behaves as its reference describes, and badly; never on Cloud Run.
The work folders lie on one volume (a memory volume of the container), whose use the watchdog counts as a whole; memory
of the sandbox is seen only as what the instance has left.
"""

from __future__ import annotations

import os
import secrets
import shutil
import subprocess
import threading
import time
from collections.abc import Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from types import MappingProxyType
from typing import Final

from renderer_svc.command import FIXED_ENV
from renderer_svc.limits import Limits
from renderer_svc.sandbox import workspace
from renderer_svc.sandbox.base import LaunchFailed, SandboxSpec, Usage
from renderer_svc.sandbox.gvisor import KEPT_OTHERWISE as KEPT_BY_GVISOR
from renderer_svc.sandbox.gvisor_bundle import BOOT
from renderer_svc.sandbox.image import WORK, Image
from renderer_svc.sandbox.tree import tree
from renderer_svc.sandbox.unpacking import Unpacked

REMEDY: Final = "the `sandbox` command is missing: it is there on Cloud Run alone, when sandboxes are enabled"
DELETE_S: Final = 8.0  # for how long a sandbox is asked to go; then it counts as stuck
_AGAIN_S: Final = 0.2
KEPT_OTHERWISE: Final[Mapping[str, str]] = MappingProxyType(
    {**KEPT_BY_GVISOR, **dict.fromkeys(("disk", "files"), "polled")}
)


class CloudRunKind:
    """Starts sandboxes with `sandbox do`, and ends them with `sandbox delete`."""

    name: str = "cloudrun"
    bounds_memory: bool = False
    ready_now: int = 0
    kept_otherwise: Mapping[str, str] = KEPT_OTHERWISE

    def __init__(self, volume: Path, program: Sequence[str] = ()) -> None:
        """`volume`: where work folders are made. `program`: the command, when it is not in the path. Raises OSError."""
        found = shutil.which("sandbox")
        if not program and found is None:
            raise OSError(REMEDY)
        if not volume.is_dir():
            raise OSError(f"the work volume {volume} is missing: mount a memory volume there")
        self._program = tuple(program) or (str(found),)
        self._volume = volume

    def prepare(self, image: Image, limits: Limits) -> None:  # noqa: ARG002
        return  # nothing is kept ready

    def start(self, spec: SandboxSpec) -> CloudRunSandbox:
        name = f"plot-{secrets.token_hex(8)}"
        folder = self._volume / name
        try:
            folder.mkdir(0o700)
            descriptor = os.open(folder, os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC)
            workspace.fill(descriptor, spec.files, None)
            process = subprocess.Popen(  # a fixed command, and no environment to inherit
                [*self._program, *_do(name, folder, spec)],
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.DEVNULL,
                env={"PATH": os.defpath},
                cwd="/",
            )
        except OSError as error:
            workspace.remove(folder)
            raise LaunchFailed(f"the sandbox command cannot be started: {error}") from error
        sandbox = CloudRunSandbox(process, descriptor, folder, [*self._program, "delete", name])
        sandbox.hand_over(spec.order)
        return sandbox

    def close(self) -> None:
        return  # nothing is kept ready


class CloudRunSandbox:
    """One running sandbox. It is gone when `sandbox do` has ended, and not before, whatever was asked of it."""

    def __init__(self, process: subprocess.Popen[bytes], folder: int, path: Path, delete: list[str]) -> None:
        assert process.stdout is not None
        self._process = process
        self._streams = Unpacked(os.dup(process.stdout.fileno()))
        process.stdout.close()
        self.stdout = self._streams.stdout
        self.stderr = self._streams.stderr
        self.control = self._streams.control
        self.folder = folder
        self._path = path
        self._delete = delete
        self._ending: threading.Thread | None = None

    def hand_over(self, order: bytes) -> None:
        """Give it its job; a launcher that ended before it took that shows by its silence."""
        assert self._process.stdin is not None
        try:
            with self._process.stdin as stdin:
                stdin.write(order)
        except BrokenPipeError:
            return

    def processes(self) -> list[int]:
        return list(tree(self._process.pid)) if self._process.poll() is None else []

    def kill(self) -> None:
        if self._process.poll() is None and self._ending is None:
            self._ending = threading.Thread(target=self._end, name="sandbox-delete", daemon=True)
            self._ending.start()

    def wait(self, timeout_s: float) -> bool:
        try:
            self._process.wait(timeout_s)
        except subprocess.TimeoutExpired:
            return False
        if self._ending is not None:
            self._ending.join()
        return True

    def _end(self) -> None:
        """Have it deleted; again and again, because one that is not up yet cannot be deleted."""
        until = time.monotonic() + DELETE_S
        while self._process.poll() is None and time.monotonic() < until:
            with suppress(OSError, subprocess.TimeoutExpired):
                subprocess.run(
                    self._delete,
                    stdin=subprocess.DEVNULL,
                    stdout=subprocess.DEVNULL,
                    stderr=subprocess.DEVNULL,
                    env={"PATH": os.defpath},
                    cwd="/",
                    timeout=DELETE_S,
                    check=False,
                )
            with suppress(subprocess.TimeoutExpired):
                self._process.wait(_AGAIN_S)

    def usage(self) -> Usage | None:
        return None

    def cpu_s(self) -> float | None:
        return None

    def memory_bytes(self) -> int | None:
        return None

    def out_of_memory(self) -> int | None:
        return None

    def close(self) -> None:
        if self.folder >= 0:
            os.close(self.folder)
            workspace.remove(self._path)
        self.folder = -1
        self._streams.close()


def _do(name: str, folder: Path, spec: SandboxSpec) -> list[str]:
    """The arguments of `sandbox do`: no network, the files that the image names, and the work folder."""
    image = spec.image
    variables = {**FIXED_ENV, **dict(image.env), **spec.env}
    mounts = [f"type=bind,source={host},destination={inside},options=ro" for host, inside in image.binds]
    mounts.append(f"type=bind,source={folder},destination={WORK}")
    return [
        "do",
        f"--sandbox-name={name}",
        *(f"--env={key}={value}" for key, value in sorted(variables.items())),
        *(f"--mount={mount}" for mount in mounts),
        "--",
        *(image.python, "-I", "-S", "-B", "-c", f"import os; os.chdir({WORK!r}); {BOOT}"),
    ]
