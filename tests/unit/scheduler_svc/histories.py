"""The history: anything that may happen to a scheduler, drawn from one source of chance, checked after every step."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import replace
from random import Random
from typing import Final

from plotlane_kit.caller import Caller, Tier
from scheduler_svc.core.commands import (
    CancelGroup,
    Drain,
    LoseRenderer,
    LoseStream,
    Pause,
    RegisterRenderer,
    Restart,
    SetSlots,
    Submit,
    Tick,
    Unlock,
)
from scheduler_svc.core.due import MOMENT_S
from scheduler_svc.core.events import Refused
from scheduler_svc.core.listing import Listed
from scheduler_svc.core.obstacle import limit_obstacle, lock_obstacle
from scheduler_svc.core.quota.commands import Reserve, Settle
from scheduler_svc.core.quota.kind import MICRO, Period, QuotaKind
from scheduler_svc.core.quota.policy import Limit, QuotaPolicy
from scheduler_svc.core.run import Outcome, Policy, Run, RunRequest, RunState
from scheduler_svc.core.scheduler import Scheduler
from tests.unit.scheduler_svc.auditors import AUDITORS, Known, OneEnd
from tests.unit.scheduler_svc.desk import RENDER, RUNS, Desk, policy

USERS: Final = ("ada", "bob", "eve")
LANES: Final = {pool.name: [lane.name for lane in pool.lanes] for pool in (RUNS, RENDER)}
KEYS: Final = ("session:a", "session:b", "resource:x")
ADDRESSES: Final = ("", "", "here", "there")
# Coarse steps make things fall due at one moment; fine ones fall between.
STEPS: Final = (0.0, 0.0, 1.0, 5.0, 10.0, 60.0, 300.0)
STEP_WEIGHTS: Final = (6, 6, 6, 4, 4, 2, 1)
HALF_A_DAY_S: Final = 43_200.0
RUNS_A_DAY, TOKENS_A_DAY, EVERYBODYS_TOKENS, ADDRESS_RUNS_A_DAY = 9, 30, 70, 3
HOLDS, GROUPS, BLOCKED = 3, 4, 5
_LIMITS: Final = (
    Limit(QuotaKind.RUNS, Period.DAY, RUNS_A_DAY),
    Limit(QuotaKind.TOKENS, Period.DAY, TOKENS_A_DAY * MICRO),
)
QUOTAS: Final = QuotaPolicy(
    public=_LIMITS,
    premium=_LIMITS,
    address=(Limit(QuotaKind.RUNS, Period.DAY, ADDRESS_RUNS_A_DAY),),
    global_tokens=EVERYBODYS_TOKENS * MICRO,
)
A_MOMENT_S: Final = 1e-5  # what two reckonings of one moment may differ by


class History:
    """One desk at which anything may happen."""

    def __init__(self, random: Random) -> None:
        runs = replace(
            RUNS,
            starts_per_minute=random.choice([None, 6, 7]),
            capacity=random.randint(0, 5),
            address_cap=2,
            counts_runs=True,
        )
        render = replace(RENDER, capacity=random.choice((0, 5, 20)))
        self.policy = replace(
            policy(runs, render),
            remember_ended=40,
            quotas=QUOTAS,
            holds_per_user=HOLDS,
            groups_per_user=GROUPS,
            blocked_per_user=BLOCKED,
        )
        self.desk = Desk(self.policy, slots=random.randint(0, 4))
        self.random = random
        self.known = Known(self.policy)
        self.auditors = [auditor(self.known) for auditor in AUDITORS]
        self._heard = 0
        self._count = 0
        self._recent: list[str] = []
        self._reserved: list[str] = []
        self._saved = self.desk.scheduler.snapshot(), 0
        self._stood: dict[str, frozenset[str]] = {}
        """Who was before each waiting run when it was looked at."""
        self._is_paused = False

    # What may happen.

    def step(self, action: Action | None = None) -> None:
        """Some time passes unnoticed, and something is asked; what is refused has changed nothing."""
        random = self.random
        self.desk.now += self._time()
        before = self.desk.scheduler.snapshot() if random.random() < 0.4 else None
        heard = len(self.desk.history)
        (action or random.choices(ACTIONS, WEIGHTS)[0])(self)
        decided = self.desk.history[heard:]
        if before is not None and len(decided) == 1 and isinstance(decided[0], Refused):
            assert self.desk.scheduler.snapshot() == before, "a refusal has changed something"
        self._look()

    def _time(self) -> float:
        random = self.random
        if random.random() < 0.1:
            return random.uniform(0, 100)
        return random.choices(STEPS, STEP_WEIGHTS)[0] if random.random() < 0.999 else HALF_A_DAY_S

    def _id(self) -> str:
        self._count += 1
        name = f"x{self._count}"
        self._recent = [*self._recent[-30:], name]
        return name

    def _pick(self) -> str | None:
        """Something that lives or is remembered."""
        known = self.desk.scheduler
        there = [each for each in self._recent if known.run(each) or known.hold(each) or known.group(each)]
        return self.random.choice(there) if there else None

    def _keys(self, least: int = 0) -> tuple[str, ...]:
        return tuple(sorted(self.random.sample(KEYS, self.random.randint(least, 2))))

    def _submit(self, pool: str, lane: str, **more: object) -> None:
        random, run_id = self.random, self._id()
        on = Policy.WAIT if random.random() < 0.5 else Policy.REFUSE
        request = RunRequest(run_id, pool, lane, random.choice(USERS), random.choice(("plot", "data")))
        fields = {"on_conflict": on, "on_limit": on, "with_model": random.random() < 0.3, **more}
        tag = "shared" if random.random() < 0.2 else f"tag-{run_id}"
        self.desk.do(Submit(replace(request, **fields), tag))  # type: ignore[arg-type]

    def submit(self) -> None:
        hold_id = (self._pick() or "") if self.random.random() < 0.3 else ""
        lane, address = self.random.choice(LANES["runs"]), self.random.choice(ADDRESSES)
        self._submit("runs", lane, locks=self._keys(), hold_id=hold_id, address=address)

    def render(self) -> None:
        self._submit("render", self.random.choice(LANES["render"]))

    def join_a_group(self) -> None:
        groups = [each for each in self._recent if self.desk.scheduler.group(each) is not None]
        if groups:
            group_id = self.random.choice(groups)
            lane = self.random.choice(LANES["runs"])
            user = self.known.groups[group_id].user
            self._submit("runs", lane, user=user, locks=self._keys(), group_id=group_id)

    def hold(self) -> None:
        wait = self.random.random() < 0.5
        self.desk.hold(self._id(), *self._keys(least=1), user=self.random.choice(USERS), wait=wait)

    def group(self) -> None:
        members = {self._id(): self._keys() for _ in range(self.random.randint(1, 3))}
        post, user = self.random.random() < 0.5, self.random.choice(USERS)
        self.desk.group(self._id(), members, user=user, post=post, lane=self.random.choice(LANES["runs"]))

    def finish_a_group(self) -> None:
        group_id = self._pick()
        if group_id is not None and self.desk.scheduler.group(group_id) is not None:
            self.desk.finish(group_id)

    def release(self) -> None:
        if (lease_id := self._pick()) is not None:
            self.desk.release(lease_id, self.random.choice([None, *Outcome]))

    def lose(self) -> None:
        if (lease_id := self._pick()) is not None:
            self.desk.do(LoseStream(lease_id))

    def come_back(self) -> None:
        run = self.desk.scheduler.run(self._pick() or "")
        if run is None:
            return
        if self.random.random() < 0.5:
            self.desk.attach(run.request.run_id)
        else:
            # A retry may come from another address; what was asked with other content is another run.
            other = {"address": "elsewhere"} if self.random.random() < 0.8 else {"kind": "other"}
            self.desk.do(Submit(replace(run.request, **other), tag="unused"))  # type: ignore[arg-type]

    def cancel(self) -> None:
        random = self.random
        match random.choice(["one", "session", "user", "group"]):
            case "one":
                self.desk.cancel_run(self._pick() or "nobody")
            case "session":
                self.desk.cancel_session(random.choice("ab"))
            case "group":
                self.desk.do(CancelGroup(self._pick() or "nobody"))
            case _:
                self.desk.cancel_user(random.choice(USERS))

    def reserve(self) -> None:
        lease_id = self._pick()
        if lease_id is None:
            return
        user = (self.known.runs.get(lease_id) or self.known.holds.get(lease_id) or self.known.groups[lease_id]).user
        self._count += 1
        name, amount = f"n{self._count}", self.random.randint(1, 20) * MICRO
        caller = Caller(user, Tier.PUBLIC)
        self._reserved = [*self._reserved[-10:], name]
        self.desk.do(Reserve(caller, name, QuotaKind.TOKENS, amount, lease_id, self.desk.token(lease_id)))

    def settle(self) -> None:
        if self._reserved:
            name = self.random.choice(self._reserved)
            known = self.desk.scheduler.ledger.reservations.get(name)
            user = "ada" if known is None else known.user
            self.desk.do(Settle(Caller(user, Tier.PUBLIC), name, self.random.randint(0, 25) * MICRO))

    def renderer(self) -> None:
        address = self.random.choice(["one:1", "two:2"])
        lost = self.random.random() < 0.4
        offer = RegisterRenderer("render", address, self.random.randint(0, 2))
        self.desk.do(LoseRenderer("render", address) if lost else offer)

    def resize(self) -> None:
        self.desk.do(SetSlots(self.random.choice(list(LANES)), self.random.randint(0, 3)))

    def operate(self) -> None:
        self._is_paused = self.random.random() < 0.3
        self.desk.do(Pause("runs", self._is_paused))
        if self.random.random() < 0.3:
            self.desk.do(Unlock(self.random.choice(KEYS)))

    def save(self) -> None:
        self._saved = self.desk.scheduler.snapshot(), len(self.desk.history)

    def crash(self) -> None:
        """The process dies; the next one begins with the snapshot that was kept last and the events after it."""
        before = self.desk.scheduler.snapshot()
        snapshot, seq = self._saved
        scheduler = Scheduler.restore(self.policy, snapshot)
        for event in self.desk.history[seq:]:
            scheduler.evolve(event)
        assert scheduler.snapshot() == before, "a replay gives another state"
        self.desk.scheduler = scheduler
        if self.random.random() < 0.7:
            self._serve_again()

    def _serve_again(self) -> None:
        """Every lease lives on its grace; most of them are taken up again."""
        self.desk.do(Restart())
        for each in self.desk.scheduler.listing(self.desk.now):
            if self.desk.scheduler.run(each.lease_id) is not None and self.random.random() < 0.8:
                self.desk.attach(each.lease_id)

    def drain(self) -> None:
        self.desk.do(Drain())
        self._serve_again()

    # What holds at every step.

    def _look(self) -> None:
        """Time catches up with the clock; then every rule is held against what happened and against what is."""
        self.desk.do(Tick())
        self._audit()
        listed = self.desk.scheduler.listing(self.desk.now)
        runs = [run for each in listed if (run := self.desk.scheduler.run(each.lease_id)) is not None]
        for name in LANES:
            self._check_counts(name, [run for run in runs if run.request.pool == name])
        self._check_positions()
        self._check_tags(runs)
        self._check_blocked(runs)
        self._check_quotas()
        self._check_bounds(listed)
        ended = next(each for each in self.auditors if isinstance(each, OneEnd))
        assert {each.lease_id for each in listed} == ended.alive

    def _audit(self) -> None:
        for event in self.desk.history[self._heard :]:
            self.known.hear(event)
            for auditor in self.auditors:
                auditor.hear(event)
        self._heard = len(self.desk.history)

    def _check_counts(self, name: str, runs: list[Run]) -> None:
        states, pool = Counter(run.state for run in runs), self.desk.pool(name)
        found = (pool.waiting, pool.in_flight, pool.blocked)
        assert found == (states[RunState.QUEUED], states[RunState.IN_FLIGHT], states[RunState.BLOCKED])
        assert (
            name != "runs"
            or self._is_paused
            or self.policy.pools[0].starts_per_minute is not None
            or (not pool.waiting or pool.in_flight >= pool.concurrency)
        ), "a place is free while somebody could start"

    def _check_positions(self) -> None:
        """1..n without holes, in each lane in the order of arrival, and only whom the rules name goes ahead later."""
        stood, self._stood = self._stood, {}
        for name, lanes in LANES.items():
            waiting = list(self.desk.scheduler.waiting(name, self.desk.now))
            ids = [run.request.run_id for run in waiting]
            assert len(ids) == len(set(ids)) == self.desk.pool(name).waiting
            in_time = (run.latest_start + MOMENT_S > self.desk.now for run in waiting)
            assert all(in_time), "somebody waits for longer than allowed"
            for lane in lanes:
                arrivals = [run.arrived_at for run in waiting if run.request.lane == lane]
                assert arrivals == sorted(arrivals)
            entered = self.desk.scheduler._state.pools[name].entered()
            for rank, run in enumerate(waiting):
                before = self._stood[ids[rank]] = frozenset(ids[:rank])
                for other in before - stood.get(ids[rank], before):
                    ahead = waiting[ids.index(other)]
                    is_of_an_earlier_lane = lanes.index(ahead.request.lane) < lanes.index(run.request.lane)
                    urgency = [(each.latest_start, entered.index(each.request.run_id)) for each in (ahead, run)]
                    starts_earlier = urgency[0] < urgency[1]
                    assert is_of_an_earlier_lane or starts_earlier, f"{ids[rank]} falls behind {other}"

    def _check_tags(self, runs: list[Run]) -> None:
        """A tag is that of the one run in flight that carries it; of what waits or has ended it says nothing."""
        tags = Counter(run.tag for run in runs)
        assert set(tags.values()) <= {1}, "two runs carry one tag"
        of = {run.tag: run for run in runs}
        for tag in ("shared", "unheard", *tags, *(f"tag-{each}" for each in self._recent)):
            found, run = self.desk.scheduler.run_of_tag(tag), of.get(tag)
            assert found is (run if run is not None and run.state is RunState.IN_FLIGHT else None)

    def _check_blocked(self, runs: list[Run]) -> None:
        """Whatever is BLOCKED may not enter now."""
        now, state = self.desk.now, self.desk.scheduler._state
        for run in runs:
            if run.state is RunState.BLOCKED:
                assert run.latest_start > now, "somebody is blocked for longer than it bears"
                obstacle = lock_obstacle(state, run.request, run) or limit_obstacle(state, run.request, now, run.token)
                due = self.desk.scheduler.next_wakeup(now)
                is_about_to = due is not None and due <= now + A_MOMENT_S
                assert obstacle is not None or is_about_to, f"{run.request.run_id} is blocked and could enter"

    def _check_quotas(self) -> None:
        """No user's day, no address's and not everybody's holds more than allowed."""
        ledger, now = self.desk.scheduler.ledger, self.desk.now
        day = ledger.moment(now).day
        for user in USERS:
            used = ledger.account(user).day
            assert used.used(QuotaKind.TOKENS, day) <= TOKENS_A_DAY * MICRO
        for address in ("here", "there"):
            runs = ledger.address(address).day.used(QuotaKind.RUNS, day)
            assert runs <= ADDRESS_RUNS_A_DAY
        assert ledger.everybody.used(QuotaKind.TOKENS, day) <= EVERYBODYS_TOKENS * MICRO

    def _check_bounds(self, listed: list[Listed]) -> None:
        """No user has more holds, more groups, nor more that is BLOCKED, than allowed."""
        holds, groups = (Counter(each.user for each in listed if each.entry == entry) for entry in ("hold", "group"))
        blocked = Counter(each.user for each in listed if each.state is RunState.BLOCKED)
        assert all(count <= HOLDS for count in holds.values())
        assert all(count <= GROUPS for count in groups.values())
        assert all(count <= BLOCKED for count in blocked.values())

    # What holds at the end.

    def end(self) -> None:
        """Once every stream is gone everything ends, whatever waits for what; and all of it can be replayed."""
        self.desk.do(Restart())
        while (due := self.desk.scheduler.next_wakeup(self.desk.now)) is not None:
            self.desk.at(due)
        self._audit()
        assert not self.desk.scheduler.listing(self.desk.now), "something waits for ever"
        twin = Scheduler(self.policy)
        for event in self.desk.history:
            twin.evolve(event)
        snapshot = self.desk.scheduler.snapshot()
        assert twin.snapshot() == snapshot
        assert Scheduler.restore(self.policy, snapshot).snapshot() == snapshot


Action = Callable[[History], None]
_ACTIONS: Final[dict[Action, int]] = {
    History.submit: 24,
    History.render: 12,
    History.join_a_group: 4,
    History.hold: 8,
    History.group: 4,
    History.finish_a_group: 4,
    History.release: 20,
    History.lose: 5,
    History.come_back: 6,
    History.cancel: 3,
    History.reserve: 6,
    History.settle: 4,
    History.renderer: 3,
    History.resize: 3,
    History.operate: 3,
    History.save: 2,
    History.crash: 2,
    History.drain: 1,
}
ACTIONS: Final = list(_ACTIONS)
WEIGHTS: Final = list(_ACTIONS.values())
