"""A sandbox that the zygote has forked: ready and empty first, then with one job, then gone."""

from __future__ import annotations

import os
import signal
import socket
import time
from collections.abc import Callable, Mapping
from typing import Any, Final

from renderer_svc.sandbox.base import LaunchFailed, Usage
from renderer_svc.sandbox.cgroup import Cgroup
from renderer_svc.sandbox.readiness import readable
from renderer_svc.sandbox.tree import pid_of, tree
from renderer_svc.sandbox.zygote import wire

LAUNCH_S: Final = 10.0  # a fork takes 0.01 s; this only bounds a zygote that hangs
_NEWS_S: Final = 1.0  # for the zygote to say how a sandbox ended that is gone


class Ends:
    """The descriptors of one sandbox: the near ones stay with the renderer, the far ones go through the zygote."""

    def __init__(self) -> None:
        self.delivery, self._delivery_far = socket.socketpair(socket.AF_UNIX, socket.SOCK_STREAM)
        self.report, self._report_far = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
        pipes = [os.pipe() for _ in range(3)]
        self.stdout, self.stderr, self.control = (near for near, _ in pipes)
        self._far_pipes = [far for _, far in pipes]
        for near in (self.stdout, self.stderr, self.control):
            os.set_blocking(near, False)
        for peer in (self.delivery, self.report):
            peer.settimeout(LAUNCH_S)

    def far(self) -> list[int]:
        """In the order that a cell gives them their numbers."""
        return [self._delivery_far.fileno(), *self._far_pipes, self._report_far.fileno()]

    def close_far(self) -> None:
        """Once they were sent: an end of file then means that the sandbox is gone."""
        self._delivery_far.close()
        self._report_far.close()
        while self._far_pipes:
            os.close(self._far_pipes.pop())

    def close(self) -> None:
        """Close what is still open here."""
        self.close_far()
        self.delivery.close()
        self.report.close()
        for near in (self.stdout, self.stderr, self.control):
            os.close(near)


class ZygoteSandbox:
    """One sandbox. Made by `Zygote.spawn`, which receives its birth; used once."""

    def __init__(self, ends: Ends, released: Callable[[], None]) -> None:
        self.stdout, self.stderr, self.control = ends.stdout, ends.stderr, ends.control
        self.folder = -1
        self.pid = 0  #: of process 1 inside, as the host numbers it
        self._ends = ends
        self._released = released
        self._init = -1  # a pidfd: unlike the number it can never come to mean another process
        self._cgroup: Cgroup | None = None
        self._usage: Usage | None = None

    def await_birth(self) -> None:
        """Until all walls are up. Raises `LaunchFailed`."""
        while self._init < 0 or self.folder < 0:
            try:
                news, received = wire.hear(self._ends.report)
            except OSError as error:
                raise LaunchFailed(f"the zygote does not answer: {error}") from error
            match news.get("kind"):
                case wire.BORN if received:
                    self._init = received[0]
                    self.pid = pid_of(self._init)
                case wire.READY if received:
                    self.folder = received[0]
                case _:
                    raise LaunchFailed(_complaint(news))

    def hand_over(self, files: Mapping[str, bytes], env: Mapping[str, str], order: bytes) -> None:
        """Give it its job. Raises OSError when it is not there any more."""
        with self._ends.delivery as delivery:
            for piece in wire.pack_delivery(files, env, order):
                delivery.sendall(piece)

    def confine(self, cgroup: Cgroup) -> None:
        """From now on `cgroup` holds it, and ends with it."""
        self._cgroup = cgroup

    def bound(self, memory_bytes: int) -> None:
        """Bound what it may hold, where a group holds it. Raises OSError."""
        if self._cgroup is not None:
            self._cgroup.bound(memory_bytes)

    @property
    def is_alive(self) -> bool:
        """Whether its first process runs."""
        return self._init >= 0 and not readable(self._init, 0)

    def processes(self) -> list[int]:
        return list(tree(self.pid)) if self.is_alive else []  # the number of one that is gone may be another's by now

    def kill(self) -> None:
        if self._init < 0:
            return
        try:
            signal.pidfd_send_signal(self._init, signal.SIGKILL)  # process 1: the kernel takes all others along
        except ProcessLookupError:
            return

    def wait(self, timeout_s: float) -> bool:
        # A pidfd of process 1 becomes readable only when its whole namespace is empty.
        return self._init < 0 or readable(self._init, timeout_s)

    def usage(self) -> Usage | None:
        if self._usage is None:
            self._usage = self._hear_usage()
        return self._usage

    def cpu_s(self) -> float | None:
        return self._cgroup.cpu_s() if self._cgroup is not None else None

    def memory_bytes(self) -> int | None:
        return self._cgroup.memory_bytes() if self._cgroup is not None else None

    def out_of_memory(self) -> int | None:
        return self._cgroup.out_of_memory() if self._cgroup is not None else None

    def close(self) -> None:
        self._ends.close()
        for descriptor in (self.folder, self._init):
            if descriptor >= 0:
                os.close(descriptor)
        self.folder = self._init = -1
        if self._cgroup is not None:
            self._cgroup.remove()
        self._released()

    def _hear_usage(self) -> Usage | None:
        until = time.monotonic() + _NEWS_S
        while (left := until - time.monotonic()) > 0:
            self._ends.report.settimeout(left)
            try:
                news, received = wire.hear(self._ends.report)
            except OSError:
                return None
            for descriptor in received:
                os.close(descriptor)
            if news.get("kind") == wire.ENDED:
                return Usage(news["status"], news["cpu_s"], news["max_rss_bytes"])
            if not news:  # the zygote died as well
                return None
        return None


def _complaint(news: Mapping[str, Any]) -> str:
    match news.get("kind"):
        case wire.FAILED:
            return str(news["text"])
        case wire.ENDED:
            return f"the sandbox ended while it shut itself in (wait status {news['status']})"
        case _:
            return "the zygote ended"
