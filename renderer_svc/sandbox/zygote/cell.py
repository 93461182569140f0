"""The cell: what a child of the zygote does to itself, wall by wall, before it reads the script that it will run.

Everything up to `_await_job` is our own code in a process that has seen no job. Each step names the threat it answers.
The order matters: mounts need the rights that are given up at the end, and the filter forbids what comes before it.
"""

from __future__ import annotations

import fcntl
import os
import resource
import signal
import socket
import sys
import traceback
from dataclasses import dataclass, replace
from typing import Final, NoReturn

from renderer_svc.harness.order import Order
from renderer_svc.harness.warden import guard
from renderer_svc.sandbox import kernel, landlock, stage, workspace
from renderer_svc.sandbox.seccomp import filter_program
from renderer_svc.sandbox.zygote import wire

#: Who a script is, in its own user namespace.
INSIDE_ID: Final = 1000
HOST_NAME: Final = "sandbox"
#: Descriptors that a cell keeps: the delivery, two logs, the warden's lines, and the report until all walls are up.
ENDS: Final = 5

_SHM: Final = "/dev/shm"  # noqa: S108
_SEALED: Final = kernel.MS_NOSUID | kernel.MS_NODEV | kernel.MS_NOEXEC
_DEVICES: Final = ("/dev/null", "/dev/full")
#: Folders of the root that hold no programs.
_NO_PROGRAMS: Final = frozenset({"proc", "dev", "etc", "tmp"})
_WALLS_DOWN: Final = 98  # the exit code of a cell that could not shut itself in


@dataclass(frozen=True, slots=True)
class Nest:
    """What a cell knows from its zygote."""

    uid: int  #: of the zygote, in the namespace that the cell leaves
    gid: int
    work: str  #: the work folder
    rehearsed: frozenset[str]  #: rehearsals that the zygote has run


def shut_in(nest: Nest, fence: wire.Fence, ends: list[int]) -> NoReturn:
    """Put up every wall, say so, wait for a job and run it. Never returns; a step that fails ends the process."""
    try:
        # Threat: the sockets of other jobs and of the zygote, inherited by the fork. First of all, only ours stay.
        _keep_only(ends)
        _become_somebody(nest)
        folder = _mount_own_folders(nest, fence)
        _restrict_files(nest)
        _give_up_rights()
    except BaseException as error:  # whatever it was: without all walls nothing may run
        _complain(f"{type(error).__name__}: {error}")
        os._exit(_WALLS_DOWN)
    report = socket.socket(fileno=4)
    wire.say(report, wire.READY, [folder])
    report.close()
    os.close(folder)
    try:
        _await_job(nest)
    except BaseException:  # nothing may return into the zygote's code; the renderer reads this as ours
        traceback.print_exc()
        sys.stderr.flush()
        os._exit(_WALLS_DOWN)


def _keep_only(ends: list[int]) -> None:
    high = [fcntl.fcntl(end, fcntl.F_DUPFD_CLOEXEC, 64) for end in ends]  # above every number that they are moved to
    for number, end in enumerate(high):
        os.dup2(end, number, inheritable=number < 3)
    os.closerange(ENDS, resource.getrlimit(resource.RLIMIT_NOFILE)[1])


def _become_somebody(nest: Nest) -> None:
    """Threats: being root of the new namespace, outliving the zygote, sharing a terminal or a process group with it."""
    kernel.set_dumpable(True)  # the maps of a process that is not belong to root
    stage.map_ids(INSIDE_ID, nest.uid, INSIDE_ID, nest.gid)
    kernel.die_with_parent(signal.SIGKILL)
    os.setsid()
    socket.sethostname(HOST_NAME)


def _mount_own_folders(nest: Nest, fence: wire.Fence) -> int:
    """Threats: the processes, settings and devices that /proc shows; another job's files; filling the machine's memory
    with bytes or with empty files; running a program that the script wrote. A descriptor of the work folder.
    """
    kernel.mount("none", "/", None, kernel.MS_REC | kernel.MS_PRIVATE)
    kernel.mount("proc", "/proc", "proc", _SEALED, "subset=pid")
    bounds = f"size={fence.disk_bytes},nr_inodes={fence.files},mode=0700"
    kernel.mount("tmpfs", nest.work, "tmpfs", _SEALED, bounds)
    kernel.mount("tmpfs", _SHM, "tmpfs", _SEALED, f"size={fence.shared_bytes},nr_inodes=100,mode=0700")
    return os.open(nest.work, os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC)


def _restrict_files(nest: Nest) -> None:
    """Threat: a hole in the mounts. Landlock says once more which files may be read, written and executed."""
    with os.scandir("/") as entries:
        folders = {entry.name for entry in entries if entry.is_dir(follow_symlinks=False)}
    kernel.no_new_privileges()  # landlock asks for it, and threat: setuid programs
    landlock.restrict(
        programs=[f"/{name}" for name in folders - _NO_PROGRAMS - {nest.work.lstrip("/")}],
        readable=[f"/{name}" for name in folders & {"proc", "dev", "etc"}],
        writable=[nest.work, _SHM],
        devices=_DEVICES,
    )


def _give_up_rights() -> None:
    """Threats: the full set of capabilities that a new user namespace comes with; system calls that no script needs."""
    kernel.drop_capabilities()
    kernel.install_filter(filter_program())


def _complain(text: str) -> None:
    try:
        wire.say(socket.socket(fileno=4), wire.FAILED, text=text)
    except OSError:  # the renderer is gone, or it never was number 4: the zygote's report of our end has to do
        return


def _await_job(nest: Nest) -> NoReturn:
    delivery = socket.socket(fileno=0)
    heading = wire.read_heading(delivery)
    if heading is None:  # nobody needed this sandbox
        os._exit(0)
    files = {path: wire.read_exactly(delivery, size) for path, size in heading.files}
    delivery.detach()
    empty = os.open(os.devnull, os.O_RDWR)
    os.dup2(empty, 0)
    os.close(empty)
    order = Order.from_json(heading.order)
    os.chdir(nest.work)
    folder = os.open(".", os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC)
    workspace.fill(folder, files, None)
    os.close(folder)
    os.environ.clear()
    os.environ.update(heading.env)
    if order.rehearsal in nest.rehearsed:
        order = replace(order, rehearsal="")
    guard(order, 3)
