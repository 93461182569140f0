"""The launcher: a small trusted process that builds one sandbox's folders, gives up its rights and becomes bubblewrap.

It exists because bubblewrap alone can neither bound a folder's inodes, nor reach an interpreter in root's closed home
once it runs unprivileged, and must never run as root: with the kernel's uid 0 it would leave doors open.
"""

from __future__ import annotations

import os
import signal
import socket
import sys

from renderer_svc.sandbox import kernel, stage
from renderer_svc.sandbox.plan import ROOT, SHARED_FOLDER, WORK_FOLDER, LaunchPlan

_SEALED = kernel.MS_NOSUID | kernel.MS_NODEV | kernel.MS_NOEXEC


def main(plan_text: str, channel: int) -> None:
    """Build what `plan_text` says, send the work folder's descriptor through the socket `channel`, and exec."""
    kernel.die_with_parent(signal.SIGKILL)
    plan = LaunchPlan.from_json(plan_text)
    _enter_group(plan)
    _enter_namespaces(plan)
    stage.build(plan)
    if plan.sealed:
        kernel.mount(ROOT, ROOT, None, kernel.MS_BIND | kernel.MS_REC)
        kernel.seal(ROOT)
    _mount_folders(plan)
    folder = os.open(WORK_FOLDER, os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC)
    with socket.socket(fileno=channel) as peer:
        socket.send_fds(peer, [b"work"], [folder])
    _give_up_rights(plan)
    os.execve(plan.command[0], plan.command, {})  # noqa: S606


def _enter_group(plan: LaunchPlan) -> None:
    """First of all: what is started from now on is in it as well, and a control group's namespace begins there."""
    if plan.group:
        door = os.open(plan.group, os.O_WRONLY | os.O_CLOEXEC)
        os.write(door, b"0")
        os.close(door)


def _enter_namespaces(plan: LaunchPlan) -> None:
    if plan.uid is None:
        stage.unshare_as_ourselves(kernel.CLONE_NEWNS)
    else:
        kernel.unshare(kernel.CLONE_NEWNS)
    kernel.mount("none", "/", None, kernel.MS_REC | kernel.MS_PRIVATE)


def _mount_folders(plan: LaunchPlan) -> None:
    uid = os.getuid() if plan.uid is None else plan.uid
    gid = os.getgid() if plan.uid is None else plan.uid
    owner = f"mode=0700,uid={uid},gid={gid}"
    bounds = f"size={plan.disk_bytes},nr_inodes={plan.work_files}"
    kernel.mount("tmpfs", WORK_FOLDER, "tmpfs", _SEALED, f"{bounds},{owner}")
    kernel.mount("tmpfs", SHARED_FOLDER, "tmpfs", _SEALED, f"size={plan.shared_bytes},nr_inodes=100,{owner}")


def _give_up_rights(plan: LaunchPlan) -> None:
    if plan.uid is not None:
        os.setgroups([])
        os.setresgid(plan.uid, plan.uid, plan.uid)
        os.setresuid(plan.uid, plan.uid, plan.uid)
    kernel.no_new_privileges()
    kernel.die_with_parent(signal.SIGKILL)  # the change of uid cleared it
    # Capabilities, the full set inside a new user namespace, end with the exec: the uid is not 0 and none is ambient.


if __name__ == "__main__":
    main(sys.argv[1], int(sys.argv[2]))
