"""The launcher: a small trusted process that builds one sandbox's folders, gives up its rights and becomes bubblewrap.

It exists because bubblewrap alone can neither bound a folder's inodes, nor reach an interpreter in root's closed home
once it runs unprivileged, and must never run as root: with the kernel's uid 0 it would leave doors open.
"""

# ruff: noqa: PTH103, PTH112, PTH120, PTH123, PTH211 (every run waits for it: without pathlib it starts 8 ms sooner)

from __future__ import annotations

import os
import signal
import socket
import sys

from renderer_svc.sandbox import kernel
from renderer_svc.sandbox.plan import SHARED_FOLDER, STAGE, WORK_FOLDER, LaunchPlan

_SEALED = kernel.MS_NOSUID | kernel.MS_NODEV | kernel.MS_NOEXEC


def main(plan_text: str, channel: int) -> None:
    """Build what `plan_text` says, send the work folder's descriptor through the socket `channel`, and exec."""
    kernel.die_with_parent(signal.SIGKILL)
    plan = LaunchPlan.from_json(plan_text)
    _enter_namespaces(plan)
    _build_stage(plan)
    _mount_folders(plan)
    folder = os.open(WORK_FOLDER, os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC)
    with socket.socket(fileno=channel) as peer:
        socket.send_fds(peer, [b"work"], [folder])
    _give_up_rights(plan)
    os.execve(plan.command[0], plan.command, {})  # noqa: S606


def _enter_namespaces(plan: LaunchPlan) -> None:
    uid, gid = os.getuid(), os.getgid()
    if plan.uid is None:
        kernel.unshare(kernel.CLONE_NEWUSER | kernel.CLONE_NEWNS)
        for name, text in (("setgroups", "deny"), ("uid_map", f"{uid} {uid} 1"), ("gid_map", f"{gid} {gid} 1")):
            with open(f"/proc/self/{name}", "w", encoding="ascii") as file:
                file.write(text)
    else:
        kernel.unshare(kernel.CLONE_NEWNS)
    kernel.mount("none", "/", None, kernel.MS_REC | kernel.MS_PRIVATE)


def _build_stage(plan: LaunchPlan) -> None:
    # The stage may cover the folder that a source lies in, so sources are opened first and bound by descriptor.
    sources = [os.open(host, os.O_PATH | os.O_CLOEXEC) for host, _ in plan.binds]
    kernel.mount("tmpfs", STAGE, "tmpfs", kernel.MS_NOSUID | kernel.MS_NODEV, "size=1m,nr_inodes=2000,mode=0755")
    for path in plan.folders:
        os.makedirs(path, exist_ok=True)
    for source, (host, target) in zip(sources, plan.binds, strict=True):
        _make_mount_point(target, is_folder=os.path.isdir(f"/proc/self/fd/{source}"))
        try:
            kernel.mount(f"/proc/self/fd/{source}", target, None, kernel.MS_BIND | kernel.MS_REC)
        except OSError as error:
            raise OSError(error.errno, f"{host} cannot be bound: {error.strerror}") from error
        os.close(source)
    for path, text in plan.files:
        os.makedirs(os.path.dirname(path), exist_ok=True)
        with open(path, "w", encoding="utf-8") as file:
            file.write(text)
    for path, target in plan.links:
        os.makedirs(os.path.dirname(path), exist_ok=True)
        os.symlink(target, path)


def _make_mount_point(path: str, *, is_folder: bool) -> None:
    os.makedirs(path if is_folder else os.path.dirname(path), exist_ok=True)
    if not is_folder:
        os.close(os.open(path, os.O_CREAT | os.O_WRONLY | os.O_CLOEXEC, 0o644))


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
