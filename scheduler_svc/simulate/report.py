"""The report: what a chronicle says about waits, refusals, makespan, estimates and fairness, as plain data."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import asdict, dataclass
from itertools import pairwise
from typing import Any

import numpy as np

from scheduler_svc.core.policy import PoolPolicy, SchedulerPolicy
from scheduler_svc.core.run import EndReason
from scheduler_svc.simulate.bound import Bound, Work, lower_bound
from scheduler_svc.simulate.chronicle import Chronicle, Story


@dataclass(frozen=True, slots=True)
class Waits:
    """Seconds; all zero when nothing waited."""

    p50_s: float
    p95_s: float
    max_s: float


@dataclass(frozen=True, slots=True)
class Group:
    """The runs of one lane, asked for by one tier."""

    pool: str
    lane: str
    tier: str
    asked: int
    admitted: int
    ran: int
    waits: Waits
    """From being let in to the start, of those that started."""
    blocked: Waits
    """Outside the queue, of those that had to wait there."""
    refused: dict[str, int]
    """By reason."""
    ends: dict[str, int]
    """By reason, of those that were admitted."""


@dataclass(frozen=True, slots=True)
class Makespan:
    """From the first arrival to the last end in one pool, against what no schedule could beat."""

    pool: str
    makespan_s: float
    lower_bound_s: float
    because: str
    """The rule that the bound follows from: places, cap, gap, packing or longest run."""
    ratio: float
    gap_s: float
    """How much of the makespan the start gap took: places that stood free although somebody waited, over all places."""
    ratio_beside_gap: float
    """The makespan against the bound of a pool without a gap, plus what the gap took: what the order alone has lost."""


@dataclass(frozen=True, slots=True)
class EstimateError:
    """Real wait minus the wait that was told on being let in, of the runs that had to wait and then started."""

    runs: int
    median_s: float
    p90_abs_s: float


@dataclass(frozen=True, slots=True)
class Fairness:
    """How alike the users of a tier fared: Jain's index of (seconds served / seconds asked for), 1 = all alike."""

    tier: str
    users: int
    jain: float


@dataclass(frozen=True, slots=True)
class Report:
    """One simulation in numbers."""

    title: str
    seed: int
    virtual_s: float
    groups: tuple[Group, ...]
    makespans: tuple[Makespan, ...]
    estimates: EstimateError
    fairness: tuple[Fairness, ...]
    crashes: int
    unfinished: int
    """Admitted runs that never ended: what must not be."""

    @property
    def expired(self) -> int:
        """Admitted runs that waited for too long."""
        return sum(group.ends.get(EndReason.EXPIRED.value, 0) for group in self.groups)

    def as_json(self) -> dict[str, Any]:
        """Plain values for `json.dumps`."""
        return asdict(self) | {"expired": self.expired}


def report(title: str, seed: int, chronicle: Chronicle, policy: SchedulerPolicy) -> Report:
    """Judge a chronicle."""
    stories = list(chronicle.stories.values())
    return Report(
        title=title,
        seed=seed,
        virtual_s=chronicle.ended_at,
        groups=tuple(_groups(stories, policy)),
        makespans=tuple(_makespan(pool, chronicle) for pool in policy.pools if any(_ran(chronicle.of(pool.name)))),
        estimates=_estimate_error(stories),
        fairness=tuple(_fairness(stories)),
        crashes=len(chronicle.outages),
        unfinished=sum(story.admitted_at is not None and story.ended_at is None for story in stories),
    )


def _ran(stories: Iterable[Story]) -> list[Story]:
    return [story for story in stories if story.started_at is not None and story.ended_at is not None]


def _groups(stories: Sequence[Story], policy: SchedulerPolicy) -> Iterable[Group]:
    members: dict[tuple[str, str], list[Story]] = defaultdict(list)
    for story in stories:
        members[story.lane, story.tier.value].append(story)
    order = [lane.name for pool in policy.pools for lane in pool.lanes]
    for lane, tier in sorted(members, key=lambda key: (order.index(key[0]), key[1])):
        own = members[lane, tier]
        ran = _ran(own)
        yield Group(
            pool=own[0].pool,
            lane=lane,
            tier=tier,
            asked=len(own),
            admitted=sum(story.admitted_at is not None for story in own),
            ran=len(ran),
            waits=waits([story.wait_s or 0.0 for story in ran]),
            blocked=waits([story.blocked_s for story in own if story.blocked_s is not None]),
            refused=dict(sorted(Counter(story.refused for story in own if story.refused).items())),
            ends=dict(sorted(Counter(story.end.value for story in own if story.end is not None).items())),
        )


def waits(seconds: Sequence[float]) -> Waits:
    """The usual three; nearest rank, so that each is a wait that somebody had."""
    if not seconds:
        return Waits(0.0, 0.0, 0.0)
    p50, p95 = np.quantile(seconds, [0.5, 0.95], method="inverted_cdf")
    return Waits(float(p50), float(p95), max(seconds))


def _makespan(pool: PoolPolicy, chronicle: Chronicle) -> Makespan:
    ran = _ran(chronicle.of(pool.name))
    first = min(story.asked_at for story in ran)
    makespan = max(story.ended_at or 0.0 for story in ran) - first
    gap_s = 60 / pool.starts_per_minute if pool.starts_per_minute else 0.0
    bound = _bound(ran, pool, chronicle.slots[pool.name], gap_s)
    least = bound.ends_at - first
    gapless = _bound(ran, pool, chronicle.slots[pool.name], 0.0).ends_at - first
    taken = _idle_while_waiting(chronicle, pool.name) / chronicle.slots[pool.name]
    return Makespan(
        pool.name,
        makespan,
        least,
        bound.because,
        ratio=_ratio(makespan, least),
        gap_s=taken,
        ratio_beside_gap=_ratio(makespan, max(least, gapless + taken)),
    )


def _ratio(makespan: float, least: float) -> float:
    # Below 1 when the gap held runs back early, while it cost nothing at the end.
    return max(1.0, makespan / least) if least > 0 else 1.0


def _bound(ran: Sequence[Story], pool: PoolPolicy, slots: int, gap_s: float) -> Bound:
    cap_of_lane = {lane.name: lane.user_cap for lane in pool.lanes}
    return lower_bound(
        (Work(story.user, story.asked_at, story.service_s) for story in ran),
        slots=slots,
        gap_s=gap_s,
        cap_of={story.user: cap for story in ran if (cap := cap_of_lane[story.lane]) is not None},
    )


def _idle_while_waiting(chronicle: Chronicle, pool: str) -> float:
    """Place-seconds that stood free although somebody waited; the core leaves a place free for the gap alone."""
    slots = chronicle.slots[pool]
    return sum(
        min(now.waiting, max(0, slots - now.in_flight)) * (then.at - now.at)
        for now, then in pairwise(chronicle.samples[pool])
    )


def _estimate_error(stories: Sequence[Story]) -> EstimateError:
    errors = [story.wait_s - story.estimated_wait_s for story in stories if story.wait_s]
    if not errors:
        return EstimateError(0, 0.0, 0.0)
    return EstimateError(len(errors), float(np.median(errors)), float(np.quantile(np.abs(errors), 0.9)))


def _fairness(stories: Sequence[Story]) -> Iterable[Fairness]:
    for tier in dict.fromkeys(story.tier for story in stories):
        asked: defaultdict[str, float] = defaultdict(float)
        served: defaultdict[str, float] = defaultdict(float)
        for story in stories:
            if story.tier is tier:
                asked[story.user] += story.run_s
                served[story.user] += story.service_s
        shares = [served[user] / asked[user] for user in asked if asked[user] > 0]
        if shares:
            yield Fairness(tier.value, len(shares), jain(shares))


def jain(shares: Sequence[float]) -> float:
    """Jain's index (sum x)^2 / (n sum x^2): from 1/n, one has everything, to 1, all have the same."""
    squares = sum(share * share for share in shares)
    return 1.0 if squares == 0 else sum(shares) ** 2 / (len(shares) * squares)
