"""The jail: a launcher that shuts itself in, gives up its rights and becomes the zygote.

What is around every sandbox of the zygote: even a script that broke out of its own walls would find an empty network,
no process but the zygote's, no file but the runtime's and no right to anything. Each step names the threat it answers.
"""

from __future__ import annotations

import os
import signal
from typing import NoReturn

from renderer_svc.sandbox import kernel, stage, workspace
from renderer_svc.sandbox.plan import STAGE
from renderer_svc.sandbox.readiness import first_readable
from renderer_svc.sandbox.zygote.plan import JailPlan

_SEALED = kernel.MS_NOSUID | kernel.MS_NODEV | kernel.MS_NOEXEC
_CACHE_BYTES = 16 << 20  # what libraries write while they are imported, such as matplotlib's list of fonts


def main(plan_text: str, channel: int, lifeline: int) -> NoReturn:
    """Build the jail of `plan_text` and run the zygote in it until it ends or `lifeline`, a pipe, is let go of."""
    plan = JailPlan.from_json(plan_text)
    _enter_namespaces(plan)
    inside = os.fork()  # the first process born after unshare is process 1: when it dies, all of them do
    if inside:
        os.close(channel)
        _guard(inside, lifeline)
    os.close(lifeline)
    # Threat: this guard is killed. Its child must not go on alone.
    kernel.die_with_parent(signal.SIGKILL)
    _build_root(plan)
    _give_up_rights(plan)
    os.execve(plan.command[0], plan.command, dict(plan.env))  # noqa: S606


def _guard(inside: int, lifeline: int) -> NoReturn:
    """Kill the zygote when the renderer is gone, even one that hangs or is stopped; end as it ended."""
    for stream in (0, 1, 2):
        os.close(stream)
    ended = os.pidfd_open(inside)
    if ended not in first_readable((ended, lifeline), None):
        os.kill(inside, signal.SIGKILL)
    _, status = os.waitpid(inside, 0)
    code = os.waitstatus_to_exitcode(status)
    os._exit(code if code >= 0 else 128 - code)


def _enter_namespaces(plan: JailPlan) -> None:
    """Threats: the network, the host's processes, shared memory, names and mounts. Nothing of them exists in here."""
    if plan.uid is None:
        stage.unshare_as_ourselves(kernel.CLONE_ALL_BUT_USER)
    else:
        kernel.unshare(kernel.CLONE_ALL_BUT_USER)


def _build_root(plan: JailPlan) -> None:
    """Threat: files of the host. The root holds what the runtime needs, read-only; the rest is not hidden but gone."""
    kernel.mount("none", "/", None, kernel.MS_REC | kernel.MS_PRIVATE)  # or our mounts would show up outside
    stage.build(plan)
    for _, target in plan.binds:
        # Threat: setuid programs and devices below what is bound; writing to files that belong to our uid.
        kernel.seal(target, devices=target.startswith(f"{STAGE}/dev/"))
    kernel.mount("proc", f"{STAGE}/proc", "proc", _SEALED)
    owner = os.getuid() if plan.uid is None else plan.uid
    group = os.getgid() if plan.uid is None else plan.uid
    bounds = f"size={_CACHE_BYTES},nr_inodes=1000,mode=0700,uid={owner},gid={group}"
    kernel.mount("tmpfs", STAGE + plan.work, "tmpfs", _SEALED, bounds)
    folder = os.open(STAGE + plan.work, os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC)
    workspace.fill(folder, {path: text.encode() for path, text in plan.work_files}, plan.uid)
    os.close(folder)
    kernel.move_root(STAGE)
    flags = kernel.MS_REMOUNT | kernel.MS_BIND | kernel.MS_RDONLY | kernel.MS_NOSUID | kernel.MS_NODEV
    kernel.mount("none", "/", None, flags)


def _give_up_rights(plan: JailPlan) -> None:
    """Threat: a user namespace of root's maps to root. Root becomes somebody else before it makes one for a script."""
    if plan.uid is not None:
        os.setgroups([])
        os.setresgid(plan.uid, plan.uid, plan.uid)
        os.setresuid(plan.uid, plan.uid, plan.uid)
    kernel.drop_capabilities()
    kernel.no_new_privileges()
    kernel.die_with_parent(signal.SIGKILL)  # the change of uid cleared it
