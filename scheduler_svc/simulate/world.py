"""The world: the real core on a virtual clock, a heap of what will happen, and the clients who live in it."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import partial
from heapq import heappop, heappush
from typing import Final, Protocol

import numpy as np

from scheduler_svc.core.commands import Command, Restart, SetSlots, Tick
from scheduler_svc.core.events import Event, Refused, RunAdmitted, RunEnded, RunEntered, RunStarted
from scheduler_svc.core.policy import SchedulerPolicy
from scheduler_svc.core.run import RunState
from scheduler_svc.core.scheduler import Scheduler
from scheduler_svc.simulate.chronicle import Chronicle
from scheduler_svc.simulate.client import Client

EVENTS_A_SNAPSHOT: Final = 500
MAX_HAPPENINGS: Final = 1_000_000  # a day of mixed traffic has nine thousand
Answer = Callable[[list[Event]], None]


class EndlessError(Exception):
    """A simulation does not come to its end within the happenings that one may have."""


class Stream(Protocol):
    """What is open between a client and the scheduler, and is the lease of a run or a group."""

    def cut(self) -> None:
        """The scheduler is gone, and the stream with it."""

    def reattach(self) -> None:
        """Take up on a new stream."""


class World:
    """Time goes from one happening to the next; the core is called as the engine calls it."""

    def __init__(
        self, policy: SchedulerPolicy, slots: dict[str, int], random: np.random.Generator, reconnect_s: float
    ) -> None:
        """`reconnect_s`: within how long a client whose connection broke has a new one, once somebody serves."""
        self.now = 0.0
        self.scheduler = Scheduler(policy)
        self.chronicle = Chronicle(slots)
        self._policy = policy
        self._random = random
        self._reconnect_s = reconnect_s
        self._serving = True
        self._down_since = 0.0
        self._snapshot = self.scheduler.snapshot()
        self._journal: list[Event] = []
        self._clients: dict[str, Client] = {}
        self._streams: dict[str, Stream] = {}
        self._heap: list[tuple[float, int, Callable[[], None]]] = []
        self._count = 0
        self._waiting_for_service: list[tuple[Command, Answer]] = []
        for pool, places in slots.items():
            self._decide(SetSlots(pool, places))

    # Time.

    def at(self, when: float, do: Callable[[], None]) -> None:
        """Let something happen at `when`; what is due at one moment happens in the order of these calls.

        Raises `EndlessError` when it would be one too many.
        """
        self._count += 1
        if self._count > MAX_HAPPENINGS:
            raise EndlessError(
                f"more than {MAX_HAPPENINGS:,} things would happen, with the clock at {self.now:g} s: "
                "let less work arrive, further apart, or until an earlier until_s"
            )
        heappush(self._heap, (max(when, self.now), self._count, do))

    def after(self, delay_s: float, do: Callable[[], None]) -> None:
        """Let something happen `delay_s` from now."""
        self.at(self.now + delay_s, do)

    def run(self) -> Chronicle:
        """Let everything happen until nothing is left to happen."""
        while (due := self._next()) is not None:
            when, do = due
            self.now = when
            do()
        self.chronicle.ended_at = self.now
        return self.chronicle

    def _next(self) -> tuple[float, Callable[[], None]] | None:
        wakeup = self.scheduler.next_wakeup(self.now) if self._serving else None
        if self._heap and (wakeup is None or self._heap[0][0] <= wakeup):
            when, _, do = heappop(self._heap)
            return when, do
        return None if wakeup is None else (wakeup, self._tick)

    def _tick(self) -> None:
        self._decide(Tick())

    # The wire.

    def join(self, run_id: str, client: Client) -> None:
        """Let `client` hear what becomes of a run."""
        self._clients[run_id] = client

    def connect(self, lease_id: str, stream: Stream) -> None:
        """Let a stream break when the scheduler dies, and be taken up when it is back."""
        self._streams[lease_id] = stream

    def forget(self, lease_id: str) -> None:
        """Nobody listens any more."""
        self._clients.pop(lease_id, None)
        self._streams.pop(lease_id, None)

    def ask(self, command: Command, answer: Answer) -> None:
        """Send a command; while nobody serves it is kept and sent again, as clients do."""
        if self._serving:
            answer(self._decide(command))
        else:
            self._waiting_for_service.append((command, answer))

    def _decide(self, command: Command) -> list[Event]:
        events = self.scheduler.decide(command, self.now)
        self._note(events)
        if len(self._journal) >= EVENTS_A_SNAPSHOT:
            self._snapshot = self.scheduler.snapshot()
            self._journal.clear()
        return events

    def _note(self, events: Iterable[Event]) -> None:
        heard: dict[str, None] = {}
        for event in events:
            if isinstance(event, Refused):
                continue
            self._journal.append(event)
            self.chronicle.write(event)
            if isinstance(event, RunAdmitted):
                self._tell_estimate(event.request.run_id, event)
            elif isinstance(event, RunEntered):
                self._tell_estimate(event.run_id, event)
            elif isinstance(event, RunStarted | RunEnded):
                heard[event.run_id] = None
        for run_id in heard:
            # A client's reaction is a happening of its own: it must not run inside another's decision.
            if (client := self._clients.get(run_id)) is not None:
                self.at(self.now, client.look)

    def _tell_estimate(self, run_id: str, admitted: RunAdmitted | RunEntered) -> None:
        """Note what the user of a run is told on being let in."""
        run, story = self.scheduler.run(run_id), self.chronicle.stories[run_id]
        if run is not None and run.state is RunState.QUEUED:
            place = self.scheduler.place(story.pool, admitted.position, admitted.at)
            story.estimated_wait_s = place.estimated_wait_s

    # Crashes.

    def crash(self) -> None:
        """The scheduler is killed; only its journal is left."""
        self._serving = False
        self._down_since = self.now
        for stream in self._streams.values():
            stream.cut()

    def restart(self) -> None:
        """A new scheduler replays the journal and serves; clients come back within `reconnect_s`."""
        self.rebuild()
        self._serving = True
        self.chronicle.outages.append((self._down_since, self.now))
        self._decide(Restart())
        for stream in self._streams.values():
            self.after(self._reconnect(), stream.reattach)
        for command, answer in self._waiting_for_service:
            self.after(self._reconnect(), partial(self.ask, command, answer))
        self._waiting_for_service.clear()

    def rebuild(self) -> None:
        """Make a scheduler from the latest snapshot and the journal after it."""
        self.scheduler = Scheduler.restore(self._policy, self._snapshot)
        for event in self._journal:
            self.scheduler.evolve(event)

    def _reconnect(self) -> float:
        return float(self._random.uniform(0, self._reconnect_s))
