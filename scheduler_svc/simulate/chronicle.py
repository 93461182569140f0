"""The chronicle: what became of every run of a simulation, and how full the pools were meanwhile."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

from plotlane_kit.caller import Tier
from scheduler_svc.core.events import Event, GroupOpened, RunAdmitted, RunBlocked, RunEnded, RunEntered, RunStarted
from scheduler_svc.core.run import EndReason, Outcome


@dataclass(slots=True)
class Story:
    """One run from the wish to the end. Times are seconds of the virtual clock."""

    run_id: str
    source: str
    user: str
    tier: Tier
    pool: str
    lane: str
    asked_at: float
    run_s: float
    """How long it keeps its place when nothing goes wrong."""
    group_id: str = ""
    refused: str = ""
    """The reason why it was not let in; empty: it was, or nobody has answered yet."""
    blocked_at: float | None = None
    """Since when it waited outside the queue; None: it never had to."""
    admitted_at: float | None = None
    """When it entered the queue."""
    estimated_wait_s: float = 0.0
    """What its user was told on being let in."""
    started_at: float | None = None
    ended_at: float | None = None
    end: EndReason | None = None
    outcome: Outcome | None = None

    @property
    def wait_s(self) -> float | None:
        """From being let in to the start; None when it never started."""
        if self.started_at is None or self.admitted_at is None:
            return None
        return self.started_at - self.admitted_at

    @property
    def blocked_s(self) -> float | None:
        """How long it waited outside the queue; None when it never had to."""
        left = self.admitted_at if self.admitted_at is not None else self.ended_at
        return None if self.blocked_at is None or left is None else left - self.blocked_at

    @property
    def service_s(self) -> float:
        """How long it had a place."""
        return 0.0 if self.started_at is None or self.ended_at is None else self.ended_at - self.started_at


@dataclass(frozen=True, slots=True)
class Sample:
    """How full one pool is from `at` on."""

    at: float
    waiting: int
    in_flight: int
    blocked: int = 0


@dataclass(slots=True)
class Chronicle:
    """Everything that a report or a picture is made from; it believes the events and nothing else."""

    slots: dict[str, int]
    stories: dict[str, Story] = field(default_factory=dict)
    samples: dict[str, list[Sample]] = field(default_factory=dict)
    outages: list[tuple[float, float]] = field(default_factory=list)
    ended_at: float = 0.0

    def __post_init__(self) -> None:
        self.samples = {pool: [Sample(0.0, 0, 0)] for pool in self.slots}

    def of(self, pool: str) -> Iterator[Story]:
        """The stories of one pool, in the order in which they were asked for."""
        return (story for story in self.stories.values() if story.pool == pool)

    def write(self, event: Event) -> None:
        """Let an event be part of the story that it belongs to."""
        if isinstance(event, RunAdmitted):
            story = self.stories[event.request.run_id]
            story.admitted_at = event.at
            self._sample(story.pool, event.at, waiting=1)
        elif isinstance(event, RunEntered):
            story = self.stories[event.run_id]
            story.admitted_at = event.at
            self._sample(story.pool, event.at, waiting=1, blocked=-1)
        elif isinstance(event, RunBlocked):
            self._block(event.request.run_id, event.at)
        elif isinstance(event, GroupOpened):
            for member in event.request.members:
                self._block(member.run_id, event.at)
        elif isinstance(event, RunStarted):
            story = self.stories[event.run_id]
            story.started_at = event.at
            self._sample(story.pool, event.at, waiting=-1, in_flight=1)
        elif isinstance(event, RunEnded):
            story = self.stories[event.run_id]
            story.ended_at, story.end, story.outcome = event.at, event.reason, event.outcome
            if story.started_at is not None:
                self._sample(story.pool, event.at, in_flight=-1)
            elif story.admitted_at is not None:
                self._sample(story.pool, event.at, waiting=-1)
            else:
                self._sample(story.pool, event.at, blocked=-1)

    def _block(self, run_id: str, at: float) -> None:
        story = self.stories[run_id]
        story.blocked_at = at
        self._sample(story.pool, at, blocked=1)

    def _sample(self, pool: str, at: float, *, waiting: int = 0, in_flight: int = 0, blocked: int = 0) -> None:
        last = self.samples[pool][-1]
        now = Sample(at, last.waiting + waiting, last.in_flight + in_flight, last.blocked + blocked)
        self.samples[pool].append(now)
