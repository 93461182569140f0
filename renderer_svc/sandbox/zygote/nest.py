"""The nest: the zygote itself, process 1 of the jail, which warms libraries, forks cells and tells how each ended.

It holds no secret and never sees a job: what a script needs goes from the renderer to its cell directly. It has one
thread, because a fork copies no other.
"""

from __future__ import annotations

import gc
import importlib
import json
import os
import select
import socket
import sys
from contextlib import suppress
from typing import Any, Final, NoReturn

from renderer_svc.sandbox import kernel
from renderer_svc.sandbox.zygote import wire
from renderer_svc.sandbox.zygote.cell import ENDS, Nest, shut_in

_UNFIT: Final = 3  # the exit code of a zygote that must not fork


class UnfitToFork(Exception):
    """A library has started a thread; the message is its name."""


def main(channel: int, arguments: str) -> NoReturn:
    """Warm what `arguments` (JSON) name, say so through the socket `channel`, and fork until it is closed."""
    kernel.set_dumpable(False)  # threat: whoever has our uid reads what we hold
    peer = socket.socket(fileno=channel)
    given = json.loads(arguments)
    sys.path.append(given["site"])
    libraries = given["libraries"]  # as dicts of `Warm`
    try:
        faults = {library["name"]: fault for library in libraries if (fault := _warm(**library))}
    except UnfitToFork as error:
        wire.say(peer, wire.UNFIT, library=str(error))
        os._exit(_UNFIT)
    gc.collect()
    gc.freeze()  # a collection in a child would write to every object, and so copy every page
    _use_large_pages()
    rehearsed = frozenset(library["rehearsal"] for library in libraries if library["name"] not in faults)
    nest = Nest(os.getuid(), os.getgid(), given["work"], rehearsed)
    wire.say(peer, wire.WARM, [os.pidfd_open(os.getpid())], faults=faults)
    _let_go_of_streams()
    Brood(nest, peer).tend()


def _warm(name: str, modules: list[str], rehearsal: str) -> str:
    """Import and rehearse; what went wrong, or nothing. Raises `UnfitToFork` when it started a thread."""
    try:
        for module in modules:
            importlib.import_module(module)
        exec(compile(rehearsal, "rehearsal", "exec", dont_inherit=True), {"__name__": "rehearsal"})  # noqa: S102
    except Exception as error:  # the library is broken: its sandboxes will say so, the others work
        return f"{type(error).__name__}: {error}"[:500]
    if len(os.listdir("/proc/self/task")) != 1:  # noqa: PTH208
        raise UnfitToFork(name)
    return ""


def _use_large_pages() -> None:
    """Move what is warm into large pages: a fork copies one entry for each, not 512, and splits what it writes to.

    A ready sandbox and its end take a fifth less for it. A kernel before 6.1 has no such call, and nothing changes.
    """
    size = kernel.LARGE_PAGE_BYTES
    with open("/proc/self/maps", encoding="ascii") as file:  # noqa: PTH123
        areas = [line.split() for line in file.readlines()]
    for place, rights, _, _, inode, *_ in areas:
        if rights == "rw-p" and inode == "0":
            first, end = (int(text, 16) for text in place.split("-"))
            for address in range(-(-first // size) * size, end - size + 1, size):
                kernel.collapse(address)


def _let_go_of_streams() -> None:
    """Nobody reads what libraries may say later, and a full pipe would stop us."""
    empty = os.open(os.devnull, os.O_RDWR)
    for number in (0, 1, 2):
        os.dup2(empty, number)
    os.close(empty)


class Brood:
    """The sandboxes of this zygote: who waits for the news of each."""

    def __init__(self, nest: Nest, peer: socket.socket) -> None:
        self._nest = nest
        self._peer = peer
        self._poll = select.poll()
        self._poll.register(peer, select.POLLIN)
        self._children: dict[int, tuple[int, socket.socket]] = {}  # pidfd -> process id, report

    def tend(self) -> NoReturn:
        """Until the renderer lets go of the channel. Our end ends every sandbox: we are process 1."""
        while True:
            for descriptor, _ in self._poll.poll():
                if descriptor == self._peer.fileno():
                    self._answer()
                else:
                    self._bury(descriptor)

    def _answer(self) -> None:
        request, ends = wire.hear(self._peer, ENDS)
        if not request:
            os._exit(0)
        fence = wire.Fence(request["disk_bytes"], request["files"], request["shared_bytes"])
        try:
            child = kernel.clone_process(kernel.CLONE_ALL_BUT_USER | kernel.CLONE_NEWUSER)
        except OSError as error:
            self._refuse(ends, str(error))
            return
        if child == 0:
            shut_in(self._nest, fence, ends)
        report = socket.socket(fileno=ends.pop())
        for end in ends:
            os.close(end)
        self._watch(child, report)

    def _watch(self, child: int, report: socket.socket) -> None:
        pidfd = os.pidfd_open(child)
        self._children[pidfd] = (child, report)
        self._poll.register(pidfd, select.POLLIN)
        _tell(report, wire.BORN, [pidfd])

    def _bury(self, pidfd: int) -> None:
        child, report = self._children.pop(pidfd)
        self._poll.unregister(pidfd)
        os.close(pidfd)
        _, status, used = os.wait4(child, 0)
        _tell(
            report, wire.ENDED, status=status, cpu_s=used.ru_utime + used.ru_stime, max_rss_bytes=used.ru_maxrss * 1024
        )
        report.close()

    def _refuse(self, ends: list[int], complaint: str) -> None:
        report = socket.socket(fileno=ends.pop())
        _tell(report, wire.FAILED, text=complaint)
        report.close()
        for end in ends:
            os.close(end)


def _tell(report: socket.socket, kind: str, descriptors: list[int] | None = None, **fields: Any) -> None:
    with suppress(OSError):  # whoever asked is gone
        wire.say(report, kind, descriptors or [], **fields)
