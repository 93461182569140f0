"""No sandbox: a script runs as this very user, with all that this user may do. For debugging on one's own machine.

It must be asked for by name and serves on loopback alone. What is here keeps order, not attackers: a folder of its own,
the limits of one process, and an end for all that was started. Nobody bounds the folder: it is on the machine's disk.
"""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import sysconfig
import tempfile
import time
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path

from renderer_svc.command import FIXED_ENV
from renderer_svc.limits import Limits
from renderer_svc.sandbox import workspace
from renderer_svc.sandbox.base import ALL_BY_THE_KERNEL, LaunchFailed, SandboxSpec, Usage
from renderer_svc.sandbox.image import WORK, Image
from renderer_svc.sandbox.tree import tree


class NoKind:
    """Starts scripts without any wall."""

    name: str = "none"
    kept_otherwise: Mapping[str, str] = ALL_BY_THE_KERNEL
    bounds_memory: bool = False
    ready_now: int = 0

    def prepare(self, image: Image, limits: Limits) -> None:  # noqa: ARG002
        return

    def start(self, spec: SandboxSpec) -> NoSandbox:
        """Start a process in a folder of its own. Raises `LaunchFailed`."""
        try:
            return NoSandbox(spec)
        except OSError as error:
            raise LaunchFailed(f"the script cannot be started: {error}") from error

    def close(self) -> None:
        return


class NoSandbox:
    """One script as a plain process."""

    def __init__(self, spec: SandboxSpec) -> None:
        self._place = Path(tempfile.mkdtemp(prefix="plotlane-none-"))
        self.folder = os.open(self._place, os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC)
        # What a sandbox finds in its home names fonts that are only there.
        files = {path: content for path, content in spec.files.items() if not path.startswith(".home/")}
        workspace.fill(self.folder, files, None)
        self.stdout, out = os.pipe()
        self.stderr, err = os.pipe()
        self.control, control = os.pipe()
        for descriptor in (self.stdout, self.stderr, self.control):
            os.set_blocking(descriptor, False)
        try:
            self._process = subprocess.Popen(
                [sys.executable, "-I", "-S", "-B", "-c", _boot(control)],
                stdin=subprocess.PIPE,
                stdout=out,
                stderr=err,
                pass_fds=(control,),
                env=self._environment(spec.env),
                cwd=self._place,
                start_new_session=True,
            )
        finally:
            for far in (out, err, control):
                os.close(far)
        self._hand_over(spec.order)

    def processes(self) -> list[int]:
        return list(tree(self._process.pid)) if self._process.poll() is None else []

    def kill(self) -> None:
        for pid in self.processes():
            with suppress(ProcessLookupError):
                os.kill(pid, signal.SIGKILL)

    def wait(self, timeout_s: float) -> bool:
        until = time.monotonic() + timeout_s
        with suppress(subprocess.TimeoutExpired):
            self._process.wait(max(0.0, until - time.monotonic()))
        return self._process.poll() is not None

    def usage(self) -> Usage | None:
        return None

    def cpu_s(self) -> float | None:
        return None

    def memory_bytes(self) -> int | None:
        return None

    def out_of_memory(self) -> int | None:
        return None

    def close(self) -> None:
        for descriptor in (self.folder, self.stdout, self.stderr, self.control):
            os.close(descriptor)
        workspace.remove(self._place)

    def _environment(self, env: Mapping[str, str]) -> dict[str, str]:
        """The fixed list, with the real folder in place of the one that a sandbox would show."""
        place = str(self._place)
        return {name: value.replace(WORK, place) for name, value in {**FIXED_ENV, **env, "PATH": os.defpath}.items()}

    def _hand_over(self, order: bytes) -> None:
        assert self._process.stdin is not None
        fields = {**json.loads(order), "site": sysconfig.get_path("purelib")}
        with suppress(OSError), self._process.stdin as pipe:  # one that ended at once says so by its missing start line
            pipe.write(json.dumps(fields).encode())


def _boot(control: int) -> str:
    ours = str(Path(__file__).resolve().parents[2])
    return f"import sys; sys.path.insert(0, {ours!r}); from renderer_svc.harness.warden import main; main({control})"
