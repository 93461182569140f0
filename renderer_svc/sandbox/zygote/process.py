"""A zygote as the renderer holds it: started, asked for sandboxes, watched, and let go of when it is worn."""

from __future__ import annotations

import os
import socket
import subprocess
import threading
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from typing import Any, Final

from renderer_svc.limits import MIB
from renderer_svc.meter import resident_bytes
from renderer_svc.sandbox.base import LaunchFailed
from renderer_svc.sandbox.image import Image, Warm
from renderer_svc.sandbox.readiness import readable
from renderer_svc.sandbox.tree import pid_of
from renderer_svc.sandbox.zygote import wire
from renderer_svc.sandbox.zygote.command import jail_command, jail_plan
from renderer_svc.sandbox.zygote.inspection import open_walls
from renderer_svc.sandbox.zygote.plan import JailPlan
from renderer_svc.sandbox.zygote.sandbox import Ends, ZygoteSandbox

_WARM_S: Final = 60.0  # all libraries take 3 s; this bounds a busy machine
_END_S: Final = 10.0
_GROWTH_BYTES: Final = 64 * MIB  # each sandbox inherits what its zygote has hoarded
_COMPLAINT_BYTES: Final = 2000


class UnfitLibrary(Exception):
    """A library has started a thread, so that nothing may be forked; the message is its name."""


class Zygote:
    """One zygote in its jail. Sandboxes may be asked for from any thread."""

    def __init__(self, process: subprocess.Popen[bytes], channel: socket.socket, lifeline: int) -> None:
        self._process = process
        self._channel = channel
        self._lifeline = lifeline
        self._lock = threading.Lock()
        self._pidfd = -1
        self._pid = 0
        self._born_bytes = 0
        self._living = 0
        self._retired = False
        self._closed = False
        self.faults: Mapping[str, str] = {}  #: what went wrong while a library was warmed, by its name

    @classmethod
    def start(cls, image: Image, libraries: Sequence[Warm], uid: int | None, born: Callable[[Zygote], None]) -> Zygote:
        """Blocks until everything is warm. Raises `LaunchFailed`, and `UnfitLibrary` when one must be left out.

        `born` is told of it before it is warm, so that another thread may `abandon` it.
        """
        channel, far = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
        held, lifeline = os.pipe()
        try:
            plan = jail_plan(image, libraries, uid, far.fileno())
            process = subprocess.Popen(  # a fixed command, and no environment to inherit
                jail_command(far.fileno(), held),
                stdin=subprocess.PIPE,
                stdout=subprocess.DEVNULL,
                stderr=subprocess.PIPE,
                pass_fds=(far.fileno(), held),
                env={},
                cwd="/",
            )
        except OSError as error:
            channel.close()
            os.close(lifeline)
            raise LaunchFailed(f"the jail cannot be started: {error}") from error
        finally:
            far.close()
            os.close(held)
        zygote = cls(process, channel, lifeline)
        try:
            born(zygote)
            zygote._hand_over(plan)
            zygote._await_warmth()
        except BaseException:
            zygote.close()
            raise
        return zygote

    @property
    def is_fit(self) -> bool:
        """Whether it may still be asked for sandboxes."""
        return not self._retired and not self.has_ended(0)

    def has_ended(self, timeout_s: float) -> bool:
        """Whether it and all its sandboxes are gone within `timeout_s`."""
        with self._lock:
            return self._closed or readable(self._pidfd, timeout_s)

    @property
    def living(self) -> int:
        """How many of its sandboxes are not closed yet."""
        return self._living

    @property
    def is_worn(self) -> bool:
        """Whether it has grown so much that a fresh one should take its place."""
        return resident_bytes(self._pid) > self._born_bytes + _GROWTH_BYTES

    @property
    def pidfd(self) -> int:
        """Readable when it has ended."""
        return self._pidfd

    def spawn(self, fence: wire.Fence) -> ZygoteSandbox:
        """A ready sandbox, inspected from outside. Raises `LaunchFailed`; a zygote that failed so is retired."""
        try:
            ends = Ends()
        except OSError as error:
            raise LaunchFailed(f"no descriptors are left: {error}") from error
        sandbox = ZygoteSandbox(ends, self._release)
        with self._lock:
            self._living += 1
        try:
            wire.say(self._channel, "spawn", ends.far(), **wire.fence_fields(fence))
            ends.close_far()
            sandbox.await_birth()
            if complaints := open_walls(sandbox.pid):
                raise LaunchFailed(f"seen from outside, walls are open: {', '.join(complaints)}")
        except (OSError, LaunchFailed) as error:
            self.retire()  # before the release: the last one out closes the door
            sandbox.kill()
            if sandbox.wait(_END_S):
                sandbox.close()
            if isinstance(error, LaunchFailed):
                raise
            raise LaunchFailed(f"the zygote cannot be asked: {error}") from error
        return sandbox

    def retire(self) -> None:
        """Take no more requests, and end once the last sandbox is gone."""
        with self._lock:
            self._retired = True
            idle = self._living == 0
        if idle:
            self.close()

    def close(self) -> None:
        """End it, and with it every sandbox of it. Safe to call twice."""
        with self._lock:
            if self._closed:
                return
            self._closed = True
        self._channel.close()
        os.close(self._lifeline)  # its guard kills it now, should it not have heard
        try:
            self._process.wait(_END_S)
        except subprocess.TimeoutExpired:  # its sandboxes are stuck, and whoever waits for one of them says so
            self._process.kill()
        if self._process.stderr is not None:
            self._process.stderr.close()
        if self._pidfd >= 0:
            os.close(self._pidfd)

    def abandon(self) -> None:
        """Let a start that is under way in another thread fail now."""
        with suppress(OSError):  # it has failed already
            self._channel.shutdown(socket.SHUT_RDWR)

    def _release(self) -> None:
        with self._lock:
            self._living -= 1
            idle = self._retired and self._living == 0
        if idle:
            self.close()

    def _hand_over(self, plan: JailPlan) -> None:
        assert self._process.stdin is not None
        try:
            with self._process.stdin as pipe:
                pipe.write(plan.to_json().encode())
        except OSError as error:
            raise LaunchFailed(self._complaint() or f"the jail does not take its plan: {error}") from error

    def _await_warmth(self) -> None:
        self._channel.settimeout(_WARM_S)
        try:
            news, received = wire.hear(self._channel)
        except OSError as error:
            raise LaunchFailed(f"the zygote does not get warm: {error}") from error
        if news.get("kind") == wire.UNFIT:
            raise UnfitLibrary(news["library"])
        if news.get("kind") != wire.WARM or not received:
            raise LaunchFailed(self._complaint() or "the zygote ended while it warmed up")
        self._pidfd = received[0]
        self._pid = pid_of(self._pidfd)
        self._born_bytes = resident_bytes(self._pid)
        self.faults = news["faults"]

    def _complaint(self) -> str:
        """The end of what launcher or zygote said; for the operator only."""
        assert self._process.stderr is not None
        os.set_blocking(self._process.stderr.fileno(), False)
        said: Any = self._process.stderr.read() or b""
        return str(said[-_COMPLAINT_BYTES:].decode("utf-8", "replace").strip().rsplit("\n", 1)[-1])
