"""The gvisor kind: a fresh sandbox per run in which a second kernel, gVisor's runsc, answers every system call.

Rootless and on the ptrace platform, so it needs nothing of the host but the program: slow (seconds a picture), for
those who want two kernels between a script and the machine. What a script does to the second kernel stays in it; memory
of all processes together, wall clock and log are polled, and so are processes, which show as memory.
"""

from __future__ import annotations

import os
import shutil
import signal
import socket
import subprocess
import time
from collections.abc import Mapping
from pathlib import Path
from types import MappingProxyType
from typing import Final

from renderer_svc.command import launcher_command
from renderer_svc.limits import Limits
from renderer_svc.sandbox import workspace
from renderer_svc.sandbox.base import LaunchFailed, SandboxSpec, Usage
from renderer_svc.sandbox.guest_memory import GuestMemory
from renderer_svc.sandbox.gvisor_bundle import launch_plan
from renderer_svc.sandbox.image import Image
from renderer_svc.sandbox.readiness import readable
from renderer_svc.sandbox.tree import tree
from renderer_svc.sandbox.unpacking import Unpacked

REMEDY: Final = "runsc is missing: apt-get install runsc"
_LAUNCH_S: Final = 10.0
#: What the host's kernel does not keep, because the script never speaks to it. Processes show as memory of the whole.
KEPT_OTHERWISE: Final[Mapping[str, str]] = MappingProxyType(
    {
        **dict.fromkeys(("environment", "write_outside", "privileges", "system_calls", "new_namespaces"), "guest"),
        "fork_limit": "guest",  # it holds, but not for who has made themselves root of a namespace of the guest's
        "disk": "kernel",  # the host's tmpfs bounds it; the guest only does not show every flag of the mount
        "memory": "polled",
    }
)


class GvisorKind:
    """Starts sandboxes with runsc; as root each slot gets an unprivileged uid of its own."""

    name: str = "gvisor"
    bounds_memory: bool = False
    ready_now: int = 0
    kept_otherwise: Mapping[str, str] = KEPT_OTHERWISE

    def __init__(self, uid_base: int, program: Path | None = None) -> None:
        """Raises OSError with the remedy when runsc is not here."""
        found = program or shutil.which("runsc")
        if found is None:
            raise OSError(REMEDY)
        self._program = Path(found)
        self._uid_base = uid_base

    def prepare(self, image: Image, limits: Limits) -> None:  # noqa: ARG002
        return  # nothing is kept ready

    def start(self, spec: SandboxSpec) -> GvisorSandbox:
        uid = self._uid_base + spec.slot if os.getuid() == 0 else None
        here, there = socket.socketpair()
        plan = launch_plan(spec, self._program, uid)
        try:
            process = subprocess.Popen(  # a fixed command, and no environment to inherit
                launcher_command(plan, there.fileno()),
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.DEVNULL,
                pass_fds=(there.fileno(),),
                env={},
                cwd="/",
            )
        except OSError as error:
            here.close()
            raise LaunchFailed(f"the launcher cannot be started: {error}") from error
        finally:
            there.close()
        sandbox = GvisorSandbox(process)
        with here:
            try:
                sandbox.set_up(here, spec, uid)
            except OSError as error:
                sandbox.kill()
                if sandbox.wait(_LAUNCH_S):
                    sandbox.close()
                raise LaunchFailed(str(error)) from error
        return sandbox

    def close(self) -> None:
        return  # each sandbox ends with its launcher's thread


class GvisorSandbox:
    """One running gVisor sandbox: runsc, and below it the file server, the second kernel and its processes."""

    def __init__(self, process: subprocess.Popen[bytes]) -> None:
        assert process.stdout is not None
        self._process = process
        self._streams = Unpacked(os.dup(process.stdout.fileno()))
        process.stdout.close()
        self.stdout = self._streams.stdout
        self.stderr = self._streams.stderr
        self.control = self._streams.control
        self.folder = -1
        self._known: dict[int, int] = {}  # pid -> pidfd of all that was ever seen
        self._memory = GuestMemory()

    def set_up(self, channel: socket.socket, spec: SandboxSpec, uid: int | None) -> None:
        """Take the work folder, fill it, and hand over the order. Raises OSError when the launcher ended."""
        channel.settimeout(_LAUNCH_S)
        _, descriptors, _, _ = socket.recv_fds(channel, 16, 1)
        if not descriptors:
            raise OSError("the launcher ended before it sent the work folder")
        self.folder = descriptors[0]
        workspace.fill(self.folder, spec.files, uid)
        assert self._process.stdin is not None
        with self._process.stdin as order:
            order.write(spec.order)

    def processes(self) -> list[int]:
        if self._process.poll() is not None:
            return []
        found = list(tree(self._process.pid))
        for pid in found:
            self._know(pid)
        return found

    def kill(self) -> None:
        for _ in range(3):  # what is forked between two looks is found by the next
            self.processes()
            for descriptor in self._known.values():
                _send_kill(descriptor)
        if self._process.poll() is None:
            self._process.kill()

    def wait(self, timeout_s: float) -> bool:
        until = time.monotonic() + timeout_s
        try:
            self._process.wait(timeout_s)
        except subprocess.TimeoutExpired:
            return False
        for descriptor in self._known.values():
            _send_kill(descriptor)  # a helper that outlives runsc itself
        return all(readable(descriptor, until - time.monotonic()) for descriptor in self._known.values())

    def usage(self) -> Usage | None:
        return None  # the guest's own kernel knows, and only the warden inside asks it

    def cpu_s(self) -> float | None:
        return None

    def memory_bytes(self) -> int | None:
        return self._memory.read(self.processes())

    def out_of_memory(self) -> int | None:
        return None

    def close(self) -> None:
        if self.folder >= 0:
            os.close(self.folder)
        self.folder = -1
        for descriptor in self._known.values():
            os.close(descriptor)
        self._known.clear()
        if self._process.stdin is not None:
            self._process.stdin.close()
        self._streams.close()

    def _know(self, pid: int) -> None:
        if pid in self._known:
            return
        try:
            descriptor = os.pidfd_open(pid)
        except OSError:
            return
        if pid in tree(self._process.pid):  # still ours: the number has not come to mean another process meanwhile
            self._known[pid] = descriptor
        else:
            os.close(descriptor)


def _send_kill(descriptor: int) -> None:
    try:
        signal.pidfd_send_signal(descriptor, signal.SIGKILL)
    except ProcessLookupError:
        return
