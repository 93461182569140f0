"""What holds after any history: random commands at random times against the pure core."""

from __future__ import annotations

import bisect
from collections import Counter
from dataclasses import replace
from itertools import pairwise

from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, rule

from plotlane_kit.caller import Caller, Tier
from scheduler_svc.core.commands import SetSlots
from scheduler_svc.core.events import HoldEnded, HoldOpened, RunAdmitted, RunEnded, RunStarted, SlotsChanged
from scheduler_svc.core.run import RunRequest, RunState
from scheduler_svc.core.scheduler import Scheduler
from tests.unit.scheduler_svc.desk import RENDER, RUNS, Desk, policy

USERS = ("ada", "bob", "eve")
LANES = {pool.name: [lane.name for lane in pool.lanes] for pool in (RUNS, RENDER)}
SESSIONS = ("session:a", "session:b", "resource:x")
CAPS = {lane.name: lane.user_cap for lane in RUNS.lanes}
users, sessions = st.sampled_from(USERS), st.sampled_from(SESSIONS)
lock_sets = st.lists(sessions, unique=True, max_size=2).map(lambda keys: tuple(sorted(keys)))
# Coarse steps make things fall due at one moment; fine ones fall between.
steps = st.one_of(st.sampled_from([0.0, 1.0, 5.0, 10.0, 60.0, 120.0, 600.0]), st.floats(0, 700, allow_nan=False))


class AnyHistory(RuleBasedStateMachine):
    """A desk at which anything may happen, checked after every step."""

    def __init__(self) -> None:
        super().__init__()
        self.count = 0
        self.live: list[str] = []

    @initialize(rate=st.sampled_from([None, 6, 7]), slots=st.integers(0, 3), capacity=st.integers(0, 5))
    def open(self, rate: int | None, slots: int, capacity: int) -> None:
        runs = replace(RUNS, starts_per_minute=rate, capacity=capacity)
        self.rate = rate
        self.desk = Desk(policy(runs, remember_ended=1_000), slots=slots)

    def _id(self) -> str:
        self.count += 1
        self.live.append(f"x{self.count}")
        return self.live[-1]

    def _admitted(self) -> list[str]:
        known = self.desk.scheduler
        return [each for each in self.live if known.run(each) is not None or known.hold_token(each) is not None]

    def _pick(self, index: int) -> str | None:
        admitted = self._admitted()
        return admitted[index % len(admitted)] if admitted else None

    @rule(user=users, locks=lock_sets, lane=st.sampled_from(LANES["runs"]), hold=st.none() | st.integers(0, 20))
    def submit(self, user: str, locks: tuple[str, ...], lane: str, hold: int | None) -> None:
        hold_id = "" if hold is None else (self._pick(hold) or "")
        self.desk.submit(self._id(), user=user, lane=lane, locks=locks, hold_id=hold_id)

    @rule(user=users, lane=st.sampled_from(LANES["render"]))
    def render(self, user: str, lane: str) -> None:
        self.desk.render(self._id(), lane, user)

    @rule(user=users, locks=lock_sets.filter(bool))
    def hold(self, user: str, locks: tuple[str, ...]) -> None:
        self.desk.hold(self._id(), *locks, user=user)

    @rule(index=st.integers(0, 50), how=st.sampled_from(["release", "lose", "attach", "cancel", "again"]))
    def touch(self, index: int, how: str) -> None:
        lease_id = self._pick(index)
        if lease_id is None:
            return
        run = self.desk.scheduler.run(lease_id)
        if how == "release":
            self.desk.release(lease_id)
        elif how == "lose":
            self.desk.lose(lease_id)
        elif how == "cancel":
            self.desk.cancel_run(lease_id)
        elif run is not None and how == "attach":
            self.desk.attach(lease_id)
        elif run is not None:
            asked = run.request
            self.desk.submit(lease_id, asked.user, asked.lane, asked.pool, asked.locks, asked.hold_id, asked.kind)

    @rule(session=st.sampled_from(["a", "b"]), user=users)
    def cancel(self, session: str, user: str) -> None:
        self.desk.cancel_session(session)
        self.desk.cancel_user(user)

    @rule(step=steps, look=st.booleans())
    def wait(self, step: float, look: bool) -> None:
        self.desk.now += step
        if look:
            self.desk.at(self.desk.now)

    @rule(pool=st.sampled_from(["runs", "render"]), slots=st.integers(0, 3))
    def resize(self, pool: str, slots: int) -> None:
        self.desk.do(SetSlots(pool, slots))

    @invariant()
    def no_place_is_free_while_somebody_could_start(self) -> None:
        if self.rate is None:
            pool = self.desk.pool("runs")
            assert not pool.waiting or pool.in_flight >= pool.concurrency

    @invariant()
    def the_counts_are_those_of_the_history(self) -> None:
        runs = [run for each in self.live if (run := self.desk.scheduler.run(each)) is not None]
        for name in LANES:
            states = [run.state for run in runs if run.request.pool == name]
            pool = self.desk.pool(name)
            assert pool.waiting == states.count(RunState.QUEUED) == len(self.desk.queue(name))
            assert pool.in_flight == states.count(RunState.IN_FLIGHT)

    @invariant()
    def the_queue_is_in_the_order_of_lanes_then_arrival(self) -> None:
        for name, lanes in LANES.items():
            waiting = list(self.desk.scheduler.waiting(name))
            order = [(lanes.index(run.request.lane), run.token) for run in waiting]
            assert order == sorted(order)

    @invariant()
    def nobody_waits_for_longer_than_allowed(self) -> None:
        self.desk.at(self.desk.now)
        for name in LANES:
            assert all(run.latest_start > self.desk.now for run in self.desk.scheduler.waiting(name))

    def teardown(self) -> None:
        if not hasattr(self, "desk"):
            return
        history = self.desk.history
        assert_never_over_concurrency(self.desk)
        assert_nobody_is_admitted_over_the_cap(self.desk)
        assert_locks_never_overlap(self.desk)
        assert_starts_keep_the_rate(self.desk, self.rate)
        assert_starts_in_order(self.desk)
        assert [event.at for event in history] == sorted(event.at for event in history)
        for each in self._admitted():
            self.desk.release(each)
        self.desk.at(self.desk.now + 10_000)
        assert_each_ends_exactly_once(self.desk)
        assert_replay_is_the_same(self.desk)


def assert_never_over_concurrency(desk: Desk) -> None:
    """No run starts unless fewer are in flight than the pool has slots at that moment."""
    slots: dict[str, int] = dict.fromkeys(LANES, 0)
    in_flight: dict[str, set[str]] = {name: set() for name in LANES}
    for event in desk.history:
        if isinstance(event, SlotsChanged):
            slots[event.pool] = event.slots
        elif isinstance(event, RunStarted | RunEnded):
            pool = request_of(desk, event.run_id).pool
            if isinstance(event, RunStarted):
                assert len(in_flight[pool]) < slots[pool]
                in_flight[pool].add(event.run_id)
            else:
                in_flight[pool].discard(event.run_id)


def assert_nobody_is_admitted_over_the_cap(desk: Desk) -> None:
    """Queued and in flight together, over all lanes and sessions."""
    runs_of: Counter[str] = Counter()
    for event in desk.history:
        if isinstance(event, RunAdmitted) and event.request.pool == "runs":
            cap = CAPS[event.request.lane]
            assert cap is not None
            assert runs_of[event.request.user] < cap
            runs_of[event.request.user] += 1
        elif isinstance(event, RunEnded) and request_of(desk, event.run_id).pool == "runs":
            runs_of[request_of(desk, event.run_id).user] -= 1


def assert_locks_never_overlap(desk: Desk) -> None:
    """By the events alone: a key has one owner from its admission until the last of hold and run has ended."""
    owners: dict[str, str] = {}
    keys: dict[str, set[str]] = {}
    users: dict[str, int] = {}
    hold_of: dict[str, str] = {}

    def leave(owner: str) -> None:
        users[owner] -= 1
        if not users[owner]:
            for key in keys.pop(owner):
                del owners[key]

    for event in desk.history:
        if isinstance(event, HoldOpened):
            name, wanted = event.request.hold_id, set(event.request.keys)
        elif isinstance(event, RunAdmitted):
            name, wanted = event.request.run_id, set(event.request.locks)
            hold_of[name] = event.request.hold_id
            if event.request.hold_id:
                users[event.request.hold_id] += 1
                wanted -= keys[event.request.hold_id]
        elif isinstance(event, RunEnded):
            leave(event.run_id)
            if hold_of[event.run_id]:
                leave(hold_of[event.run_id])
            continue
        elif isinstance(event, HoldEnded):
            leave(event.hold_id)
            continue
        else:
            continue
        assert not wanted & owners.keys()
        owners |= dict.fromkeys(wanted, name)
        keys[name], users[name] = wanted, 1


def assert_starts_keep_the_rate(desk: Desk, rate: int | None) -> None:
    starts = [
        event.at
        for event in desk.history
        if isinstance(event, RunStarted) and request_of(desk, event.run_id).pool == "runs"
    ]
    if rate is None:
        return
    assert all(later - earlier >= 60 / rate - 1e-9 for earlier, later in pairwise(starts))
    for index, at in enumerate(starts):
        assert index + 1 - bisect.bisect_right(starts, at - 60 + 1e-9, hi=index) <= rate


def assert_starts_in_order(desk: Desk) -> None:
    """Whoever starts is the first arrival of the first lane that waits."""
    waiting: dict[str, dict[str, tuple[int, int]]] = {name: {} for name in LANES}
    for event in desk.history:
        if isinstance(event, RunAdmitted):
            asked = event.request
            waiting[asked.pool][asked.run_id] = (LANES[asked.pool].index(asked.lane), event.token)
        elif isinstance(event, RunStarted | RunEnded):
            queue = waiting[request_of(desk, event.run_id).pool]
            if isinstance(event, RunStarted):
                assert min(queue, key=queue.__getitem__) == event.run_id
            queue.pop(event.run_id, None)


def assert_each_ends_exactly_once(desk: Desk) -> None:
    born = [e.request.run_id for e in desk.history if isinstance(e, RunAdmitted)]
    died = [e.run_id for e in desk.history if isinstance(e, RunEnded)]
    assert sorted(born) == sorted(died)


def assert_replay_is_the_same(desk: Desk) -> None:
    """The events alone give the same runs, counts and times; what comes next is decided alike."""
    twin = Scheduler(desk.policy)
    for event in desk.history:
        twin.evolve(event)
    caller = Caller("ada", Tier.PUBLIC)
    assert twin.status(caller) == desk.scheduler.status(caller)
    assert twin.place("runs", 3, desk.now) == desk.scheduler.place("runs", 3, desk.now)
    for event in desk.history:
        if isinstance(event, RunAdmitted):
            assert twin.run(event.request.run_id) == desk.scheduler.run(event.request.run_id)


def request_of(desk: Desk, run_id: str) -> RunRequest:
    run = desk.scheduler.run(run_id)
    assert run is not None
    return run.request


AnyHistory.TestCase.settings = settings(max_examples=60, stateful_step_count=40, deadline=None)
TestAnyHistory = AnyHistory.TestCase
