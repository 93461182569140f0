"""The queues under test: our core, and the two that it is compared with, driven by the same cycle."""

from __future__ import annotations

import heapq
import time
from collections import deque
from itertools import count
from typing import Final, Protocol

from plotlane_kit.caller import Tier
from plotlane_kit.settings import load_settings
from scheduler_svc.core import status as say
from scheduler_svc.core.commands import Release, SetSlots, Submit
from scheduler_svc.core.events import Event, RunAdmitted, RunStarted
from scheduler_svc.core.run import Outcome, Run, RunRequest
from scheduler_svc.core.scheduler import RUNS_POOL, Scheduler
from scheduler_svc.mailbox import Mailbox
from scheduler_svc.settings import RunsSettings, SchedulerSettings

PLACES: Final = 5
TELL_EVERY_S: Final = 0.1
STEP_S: Final = 1e-4  # of the core's own clock, a command
LANES: Final = tuple(tier.value for tier in (Tier.PREMIUM, Tier.PUBLIC, Tier.ADMIN))


class Queue(Protocol):
    """Five places and a queue."""

    def fill(self, waiting: int) -> None:
        """Put a run in each place, and so many that wait."""

    def submit(self) -> None:
        """One more run asks for a place."""

    def release(self) -> None:
        """The run that has had its place for longest is done."""


def cycles_per_s(queue: Queue, *, idle: bool, for_s: float = 0.5) -> float:
    """Submit + start + release cycles a second; `idle`: the place is freed first, so that nobody ever waits."""
    cycles, began = 0, time.perf_counter()
    first, second = (queue.release, queue.submit) if idle else (queue.submit, queue.release)
    while (took := time.perf_counter() - began) < for_s:
        first()
        second()
        cycles += 1
    return cycles / took


class CoreQueue:
    """The real core with the rules of its settings, each run of another user; no stream, no journal."""

    def __init__(self) -> None:
        runs = RunsSettings(capacity=1_000_000, max_wait_s=86_400, expected_run_s=0.001)
        self.scheduler = Scheduler(load_settings(SchedulerSettings, runs=runs).policy())
        self.tokens: dict[str, int] = {}
        self.in_flight: deque[str] = deque()
        self.now = 0.0
        self._ids = count()
        self._note(self.scheduler.decide(SetSlots(RUNS_POOL, PLACES), self.now))

    def fill(self, waiting: int) -> None:
        for _ in range(PLACES + waiting):
            CoreQueue.submit(self)

    def submit(self) -> None:
        number = next(self._ids)
        request = RunRequest(f"run-{number}", RUNS_POOL, LANES[number % 3], f"user-{number}", kind="plot")
        self._note(self.scheduler.decide(Submit(request, f"{number:032x}"), self._later()))

    def release(self) -> None:
        run_id = self.in_flight.popleft()
        self._note(self.scheduler.decide(Release(run_id, self.tokens.pop(run_id), Outcome.OK), self._later()))

    def _later(self) -> float:
        self.now += STEP_S
        return self.now

    def _note(self, events: list[Event]) -> None:
        for event in events:
            if isinstance(event, RunStarted):
                self.in_flight.append(event.run_id)
            elif isinstance(event, RunAdmitted):
                self.tokens[event.request.run_id] = event.token


class ToldCoreQueue(CoreQueue):
    """The real core, whose waiters all hear their places in one pass every 100 ms of wall time."""

    def __init__(self) -> None:
        super().__init__()
        self._mailboxes: dict[str, Mailbox] = {}
        self._tell_at = 0.0

    def submit(self) -> None:
        super().submit()
        self._tell()

    def release(self) -> None:
        super().release()
        self._tell()

    def _tell(self) -> None:
        if time.perf_counter() < self._tell_at:
            return
        old, self._mailboxes = self._mailboxes, {}
        places = self.scheduler.places(RUNS_POOL, self.now)
        for position, run in enumerate(self.scheduler.waiting(RUNS_POOL), start=1):
            run_id = run.request.run_id
            mailbox = self._mailboxes[run_id] = old.get(run_id) or Mailbox(run_id)
            mailbox.put(say.queued(run, places.at(position)))
        self._tell_at = time.perf_counter() + TELL_EVERY_S


class HeapQueue:
    """A heap a lane and nothing else: no caps, no locks, no positions, no events."""

    def __init__(self) -> None:
        self._lanes: list[list[tuple[int, str]]] = [[] for _ in LANES]
        self._in_flight: deque[str] = deque()
        self._ids = count()

    def fill(self, waiting: int) -> None:
        for _ in range(PLACES + waiting):
            self.submit()

    def submit(self) -> None:
        number = next(self._ids)
        heapq.heappush(self._lanes[number % 3], (number, f"run-{number}"))
        self._start()

    def release(self) -> None:
        self._in_flight.popleft()
        self._start()

    def _start(self) -> None:
        if len(self._in_flight) < PLACES:
            for lane in self._lanes:
                if lane:
                    self._in_flight.append(heapq.heappop(lane)[1])
                    return


class NaiveQueue:
    """A list, sorted on every submit; each change finds every waiter's position anew and puts it in its mailbox."""

    def __init__(self) -> None:
        self._waiting: list[tuple[int, int, Run, Mailbox]] = []
        self._in_flight: deque[Run] = deque()
        self._ids = count()

    def fill(self, waiting: int) -> None:
        for _ in range(PLACES + waiting):
            self._append()
        self._start()

    def submit(self) -> None:
        self._append()
        self._waiting.sort(key=lambda entry: entry[:2])
        self._start()

    def release(self) -> None:
        self._in_flight.popleft()
        self._start()

    def _append(self) -> None:
        number = next(self._ids)
        request = RunRequest(f"run-{number}", RUNS_POOL, LANES[number % 3], f"user-{number}", kind="plot")
        run = Run(request, number, "0" * 32, 0, 0.0, 0.0)
        self._waiting.append((number % 3, number, run, Mailbox(request.run_id)))

    def _start(self) -> None:
        while self._waiting and len(self._in_flight) < PLACES:
            self._in_flight.append(self._waiting.pop(0)[2])
        waiting = len(self._waiting)
        for position, (_, _, run, mailbox) in enumerate(self._waiting, start=1):
            mailbox.put(say.queued(run, say.QueuePlace(position, waiting, position * 5.0)))
