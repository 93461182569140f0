"""What holds after any history: random commands at random times against the pure core."""

from __future__ import annotations

import bisect
from collections import Counter
from dataclasses import replace
from itertools import pairwise

from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, rule

from scheduler_svc.core.commands import LoseRenderer, Pause, RegisterRenderer, Restart, SetSlots, Unlock
from scheduler_svc.core.events import (
    GroupEnded,
    GroupOpened,
    HoldEnded,
    HoldGranted,
    HoldOpened,
    RendererRegistered,
    RunAdmitted,
    RunBlocked,
    RunEnded,
    RunEntered,
    RunStarted,
    SlotsChanged,
)
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
        self.groups: list[str] = []
        self.paused = False

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

    @rule(user=users, locks=lock_sets, lane=st.sampled_from(LANES["runs"]), hold=st.none() | st.integers(0, 20))
    def submit_and_wait(self, user: str, locks: tuple[str, ...], lane: str, hold: int | None) -> None:
        hold_id = "" if hold is None else (self._pick(hold) or "")
        self.desk.submit(self._id(), user=user, lane=lane, locks=locks, hold_id=hold_id, wait=True)

    @rule(user=users, locks=lock_sets.filter(bool))
    def hold_and_wait(self, user: str, locks: tuple[str, ...]) -> None:
        self.desk.hold(self._id(), *locks, user=user, wait=True)

    @rule(user=users, members=st.lists(lock_sets, min_size=1, max_size=3), post=st.booleans())
    def group(self, user: str, members: list[tuple[str, ...]], post: bool) -> None:
        group_id = self._id()
        self.groups.append(group_id)
        self.desk.group(group_id, {self._id(): locks for locks in members}, user=user, post=post)

    @rule(index=st.integers(0, 20), user=users, locks=lock_sets, finish=st.booleans())
    def go_on_with_a_group(self, index: int, user: str, locks: tuple[str, ...], finish: bool) -> None:
        known = [each for each in self.groups if self.desk.scheduler.group(each) is not None]
        if not known:
            return
        group_id = known[index % len(known)]
        if finish:
            self.desk.finish(group_id)
        else:
            self.desk.submit(self._id(), user=user, locks=locks, group_id=group_id, wait=True)

    @rule(address=st.sampled_from(["one:1", "two:2"]), slots=st.integers(0, 2), lost=st.booleans())
    def renderer(self, address: str, slots: int, lost: bool) -> None:
        self.desk.do(LoseRenderer("render", address) if lost else RegisterRenderer("render", address, slots))

    @rule(paused=st.booleans(), key=sessions)
    def operate(self, paused: bool, key: str) -> None:
        self.paused = paused
        self.desk.do(Pause("runs", paused))
        self.desk.do(Unlock(key))

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

    @rule(how=st.sampled_from(["replay", "restore", "both"]), serve=st.booleans())
    def crash(self, how: str, serve: bool) -> None:
        self.desk.crash(how)
        if serve:
            self.desk.do(Restart())

    @invariant()
    def no_place_is_free_while_somebody_could_start(self) -> None:
        if self.rate is None and not self.paused:
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
            assert pool.blocked == states.count(RunState.BLOCKED)

    @invariant()
    def positions_are_complete_and_each_lane_is_in_order_of_arrival(self) -> None:
        for name, lanes in LANES.items():
            waiting = list(self.desk.scheduler.waiting(name, self.desk.now))
            assert len(waiting) == len({run.token for run in waiting}) == self.desk.pool(name).waiting
            for lane in lanes:
                arrivals = [run.arrived_at for run in waiting if run.request.lane == lane]
                assert arrivals == sorted(arrivals)

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
        assert_nobody_is_queued_over_the_cap(self.desk)
        assert_locks_never_overlap(self.desk)
        assert_starts_keep_the_rate(self.desk, self.rate)
        assert_starts_in_order(self.desk)
        assert [event.at for event in history] == sorted(event.at for event in history)
        # Nothing waits for ever: once every stream is gone, everything comes to its end, whatever waits for what.
        self.desk.do(Restart())
        while (due := self.desk.scheduler.next_wakeup(self.desk.now)) is not None:
            self.desk.at(due)
        assert not self.desk.scheduler.listing(self.desk.now)
        assert_each_ends_exactly_once(self.desk)
        assert_replay_is_the_same(self.desk)


def assert_never_over_concurrency(desk: Desk) -> None:
    """No run starts unless its pool, or the renderer that it is at, has a free slot at that moment."""
    slots: dict[str, int] = dict.fromkeys(LANES, 0)
    renderers: dict[str, int] = {}
    in_flight: dict[str, set[str]] = {name: set() for name in LANES}
    at: Counter[str] = Counter()
    places: dict[str, str] = {}
    for event in desk.history:
        if isinstance(event, SlotsChanged):
            slots[event.pool] = event.slots
        elif isinstance(event, RendererRegistered):
            renderers[event.address] = event.slots
        elif isinstance(event, RunStarted):
            pool = request_of(desk, event.run_id).pool
            if event.renderer:
                assert at[event.renderer] < renderers[event.renderer]
                at[event.renderer] += 1
                places[event.run_id] = event.renderer
            else:
                assert len(in_flight[pool]) < slots[pool]
            in_flight[pool].add(event.run_id)
        elif isinstance(event, RunEnded):
            in_flight[request_of(desk, event.run_id).pool].discard(event.run_id)
            if (place := places.pop(event.run_id, None)) is not None:
                at[place] -= 1


def assert_nobody_is_queued_over_the_cap(desk: Desk) -> None:
    """Queued and in flight together, over all lanes and sessions."""
    runs_of: Counter[str] = Counter()
    counted: set[str] = set()
    for event in desk.history:
        if isinstance(event, RunAdmitted | RunEntered):
            run_id = event.request.run_id if isinstance(event, RunAdmitted) else event.run_id
            asked = request_of(desk, run_id)
            if asked.pool == "runs":
                cap = CAPS[asked.lane]
                assert cap is not None
                assert runs_of[asked.user] < cap
                runs_of[asked.user] += 1
                counted.add(run_id)
        elif isinstance(event, RunEnded) and event.run_id in counted:
            runs_of[request_of(desk, event.run_id).user] -= 1


def assert_locks_never_overlap(desk: Desk) -> None:
    """By the events alone: no key is used by two at once, but for a run and the hold that it runs under.

    A run uses its keys from the moment at which it is queued; what a post phase keeps nobody outside the group uses.
    """
    using: dict[str, dict[str, str]] = {}
    kept: dict[str, str] = {}

    def take(owner: str, keys: tuple[str, ...], group_id: str = "", hold_id: str = "") -> None:
        for key in keys:
            others = using.setdefault(key, {})
            assert all(each == hold_id for each in others), (key, owner, others)
            assert kept.get(key, group_id) == group_id
            others[owner] = group_id

    def leave(owner: str, *, keeps: bool = False) -> None:
        for key, others in using.items():
            if (group_id := others.pop(owner, None)) and keeps:
                kept[key] = group_id

    for event in desk.history:
        if isinstance(event, HoldOpened):
            take(event.request.hold_id, event.request.keys)
        elif isinstance(event, HoldGranted):
            hold = desk.scheduler.hold(event.hold_id)
            assert hold is not None
            take(event.hold_id, hold.request.keys)
        elif isinstance(event, RunAdmitted | RunEntered):
            asked = request_of(desk, event.request.run_id if isinstance(event, RunAdmitted) else event.run_id)
            take(asked.run_id, asked.locks, asked.group_id, asked.hold_id)
        elif isinstance(event, RunEnded):
            group = desk.scheduler.group(request_of(desk, event.run_id).group_id)
            leave(event.run_id, keeps=group is not None and group.request.post_phase)
        elif isinstance(event, HoldEnded):
            leave(event.hold_id)
        elif isinstance(event, GroupEnded):
            kept = {key: group_id for key, group_id in kept.items() if group_id != event.group_id}


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
    """Whoever starts is the first of its lane, and goes ahead of an earlier lane only by an earlier latest start."""
    waiting: dict[str, dict[str, tuple[int, float]]] = {name: {} for name in LANES}
    for number, event in enumerate(desk.history):
        if isinstance(event, RunAdmitted | RunEntered):
            run_id = event.request.run_id if isinstance(event, RunAdmitted) else event.run_id
            waiting[request_of(desk, run_id).pool][run_id] = (number, event.latest_start)
        elif isinstance(event, RunStarted | RunEnded):
            asked = request_of(desk, event.run_id)
            queue, lanes = waiting[asked.pool], LANES[asked.pool]
            mine = queue.pop(event.run_id, None)
            if isinstance(event, RunStarted):
                assert mine is not None
                for run_id, other in queue.items():
                    lane = lanes.index(request_of(desk, run_id).lane)
                    if lane == lanes.index(asked.lane):
                        assert mine < other
                    elif lane < lanes.index(asked.lane):
                        assert mine[1] <= other[1]


def assert_each_ends_exactly_once(desk: Desk) -> None:
    born = [e.request.run_id for e in desk.history if isinstance(e, RunAdmitted | RunBlocked)]
    born += [member.run_id for e in desk.history if isinstance(e, GroupOpened) for member in e.request.members]
    died = [e.run_id for e in desk.history if isinstance(e, RunEnded)]
    assert sorted(born) == sorted(died)


def assert_replay_is_the_same(desk: Desk) -> None:
    """The events alone give the same state to the last detail, and so does a snapshot."""
    twin = Scheduler(desk.policy)
    for event in desk.history:
        twin.evolve(event)
    snapshot = desk.scheduler.snapshot()
    assert twin.snapshot() == snapshot
    assert Scheduler.restore(desk.policy, snapshot).snapshot() == snapshot


def request_of(desk: Desk, run_id: str) -> RunRequest:
    run = desk.scheduler.run(run_id)
    assert run is not None
    return run.request


AnyHistory.TestCase.settings = settings(max_examples=60, stateful_step_count=40, deadline=None)
TestAnyHistory = AnyHistory.TestCase
