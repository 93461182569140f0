"""Following a run: reads what it says, measures it every 100 ms, and kills it when a limit is passed."""

from __future__ import annotations

import os
import selectors
import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from renderer_svc import meter
from renderer_svc.limits import Limits
from renderer_svc.log import BoundedLog
from renderer_svc.outcome import LimitHit, Outcome, Verdict
from renderer_svc.sandbox.base import Sandbox
from renderer_svc.stop import Stop
from renderer_svc.watch import Reading, reason_to_kill

POLL_S: Final = 0.1
KILL_S: Final = 10.0
_READ_BYTES: Final = 1 << 16
_CONTROL_BYTES: Final = 1 << 17


class SandboxStuck(Exception):
    """A killed sandbox did not go: this process must not start another one and should be replaced."""


@dataclass(frozen=True, slots=True)
class Followed:
    """What was seen of a run that is over."""

    control: bytes  #: the warden's lines
    stdout: str
    stderr: str
    killed_for: Verdict | None
    wall_s: float
    start_s: float  #: until the script's first line; 0: it never came to it
    peak_memory_bytes: int
    cpu_s: float  #: of all processes: the kernel's count where it has one, else what a killed run had when it was


class Follower:
    """Follows one run from launch to confirmed death."""

    def __init__(self, sandbox: Sandbox, limits: Limits, stop: Stop, begun: float) -> None:
        self._sandbox = sandbox
        self._limits = limits
        self._stop = stop
        self._begun = begun
        self._given_at = time.monotonic()  # waiting for a sandbox is not the script's time
        self._control = bytearray()
        self._logs = {descriptor: BoundedLog(limits.log_kept_bytes) for descriptor in (sandbox.stdout, sandbox.stderr)}
        self._meter = meter.MemoryMeter(limits.memory_bytes)
        self._selector = selectors.DefaultSelector()
        self._start_s = 0.0
        self._peak = 0
        self._cpu_s = 0.0
        self._killed_for: Verdict | None = None
        self._killed_at = 0.0

    def follow(self, on_start: Callable[[], None]) -> Followed:
        """Block until everything inside is gone. Raises `SandboxStuck` when a killed sandbox stays."""
        for descriptor in (self._sandbox.control, self._sandbox.stdout, self._sandbox.stderr, self._stop.descriptor):
            self._selector.register(descriptor, selectors.EVENT_READ)
        with self._selector:
            while self._sandbox.control in self._selector.get_map():
                self._turn(on_start)
            if not self._sandbox.wait(KILL_S):
                raise SandboxStuck
            for descriptor, log in self._logs.items():
                self._drain(descriptor, log)
        self._killed_for = self._killed_for or self._refused_memory()
        wall = time.monotonic() - self._begun
        out, err = (log.text() for log in self._logs.values())
        cpu_s = self._sandbox.cpu_s() or self._cpu_s
        return Followed(bytes(self._control), out, err, self._killed_for, wall, self._start_s, self._peak, cpu_s)

    def _turn(self, on_start: Callable[[], None]) -> None:
        left = max(0.0, self._limits.wall_s - (time.monotonic() - self._given_at))
        for key, _ in self._selector.select(min(POLL_S, left) if self._killed_for is None else POLL_S):
            self._read(key.fd)
        if not self._start_s and self._control:
            self._start_s = time.monotonic() - self._begun
            on_start()
        if self._killed_for is None:
            self._killed_for = self._reason()
            if self._killed_for is not None:
                self._killed_at = time.monotonic()
                self._cpu_s = meter.cpu_s(self._sandbox.processes())  # nobody waits for those that are killed
                self._sandbox.kill()
        elif time.monotonic() - self._killed_at > KILL_S:
            raise SandboxStuck

    def _read(self, descriptor: int) -> None:
        if descriptor == self._stop.descriptor:
            self._selector.unregister(descriptor)
            return
        data = os.read(descriptor, _READ_BYTES)
        if not data:
            self._selector.unregister(descriptor)
        elif descriptor == self._sandbox.control:
            self._control += data[: _CONTROL_BYTES - len(self._control)]
        else:
            self._logs[descriptor].feed(data)

    def _reason(self) -> Verdict | None:
        reading = self._look()
        if self._stop.requested:
            return Verdict(Outcome.CANCELLED)
        return self._refused_memory() or reason_to_kill(reading, self._limits)

    def _look(self) -> Reading:
        disk, files = meter.folder_use(self._sandbox.folder)
        memory = self._sandbox.memory_bytes()
        if memory is None:
            memory = self._meter.read(self._sandbox.processes())
        self._peak = max(self._peak, memory)
        return Reading(
            elapsed_s=time.monotonic() - self._given_at,
            memory_bytes=memory,
            disk_bytes=disk,
            files=files,
            log_bytes=sum(log.total for log in self._logs.values()),
            available_bytes=meter.available_memory(),
        )

    def _refused_memory(self) -> Verdict | None:
        """The kernel ends one process where it bounds all of them together; the rest of the run means nothing then."""
        used = self._sandbox.out_of_memory()
        if used is None:
            return None
        self._peak = max(self._peak, used)
        return Verdict(Outcome.OUT_OF_MEMORY, LimitHit("memory_bytes", self._limits.memory_bytes, used))

    def _drain(self, descriptor: int, log: BoundedLog) -> None:
        """What was still in the pipe when the last process ended."""
        try:
            while descriptor in self._selector.get_map() and (data := os.read(descriptor, _READ_BYTES)):
                log.feed(data)
        except BlockingIOError:
            return
