"""The desk: the pure scheduler with a hand-turned clock, so that a test reads as a story of seconds."""

from __future__ import annotations

from dataclasses import dataclass, field, replace

from plotlane_kit.caller import Caller, Tier
from plotlane_kit.errors import PlotlaneError
from scheduler_svc.core.commands import (
    Attach,
    CancelRun,
    CancelSession,
    CancelUser,
    Command,
    Drain,
    FinishGroup,
    LoseStream,
    OpenGroup,
    OpenHold,
    Release,
    SetSlots,
    Submit,
    Tick,
)
from scheduler_svc.core.events import Event, HoldEnded, Refused, RunEnded, RunStarted
from scheduler_svc.core.group import GroupRequest
from scheduler_svc.core.hold import HoldRequest
from scheduler_svc.core.policy import LanePolicy, PoolPolicy, SchedulerPolicy
from scheduler_svc.core.run import EndReason, Outcome, Policy, RunRequest, RunState
from scheduler_svc.core.scheduler import Scheduler
from scheduler_svc.core.status import PoolStatus

PLOTS = ("plot or data run", "plots or data runs")

RUNS = PoolPolicy(
    name="runs",
    lanes=(
        LanePolicy("premium", max_wait_s=600, user_cap=5, noun=PLOTS),
        LanePolicy("public", max_wait_s=600, user_cap=2, noun=PLOTS),
        LanePolicy("admin", max_wait_s=600, user_cap=5, noun=PLOTS),
    ),
    capacity=60,
    expected_run_s=90,
)
RENDER = PoolPolicy(
    name="render",
    lanes=(
        LanePolicy("pipeline-public", max_wait_s=600),
        LanePolicy("pipeline", max_wait_s=600),
        LanePolicy("data", max_wait_s=600),
        LanePolicy("convert", max_wait_s=120, user_waiting_cap=2, noun=("file conversion", "file conversions")),
        LanePolicy("toggle", max_wait_s=120, user_waiting_cap=2, noun=("theme switch", "theme switches")),
    ),
    capacity=60,
    open_while_draining=True,
)
RATED = replace(RUNS, starts_per_minute=6)


def policy(runs: PoolPolicy = RUNS, render: PoolPolicy = RENDER, **more: float) -> SchedulerPolicy:
    return replace(SchedulerPolicy(pools=(runs, render)), **more)  # type: ignore[arg-type]


@dataclass
class Desk:
    """One scheduler, its time, and everything that has happened."""

    policy: SchedulerPolicy = field(default_factory=policy)
    slots: int = 1
    now: float = 0.0
    history: list[Event] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.scheduler = Scheduler(self.policy)
        self.do(SetSlots("runs", self.slots))
        self.do(SetSlots("render", self.slots))

    def crash(self, how: str = "replay") -> None:
        """The process dies; what comes after begins with the events, with a snapshot, or with some of both."""
        kept = {"replay": 0, "restore": len(self.history), "both": len(self.history) // 2}[how]
        scheduler = Scheduler(self.policy)
        for event in self.history[:kept]:
            scheduler.evolve(event)
        scheduler = Scheduler.restore(self.policy, scheduler.snapshot())
        for event in self.history[kept:]:
            scheduler.evolve(event)
        self.scheduler = scheduler

    def do(self, command: Command) -> list[Event]:
        events = self.scheduler.decide(command, self.now)
        self.history += events
        return events

    def at(self, now: float) -> list[Event]:
        """Somebody wakes up and looks at `now`."""
        self.now = now
        return self.do(Tick())

    def submit(
        self,
        run_id: str,
        user: str = "ada",
        lane: str = "public",
        pool: str = "runs",
        locks: tuple[str, ...] = (),
        hold_id: str = "",
        kind: str = "plot",
        group_id: str = "",
        wait: bool = False,
        **more: str | bool,
    ) -> list[Event]:
        """`more`: further fields of the request."""
        policy = Policy.WAIT if wait else Policy.REFUSE
        request = RunRequest(run_id, pool, lane, user, kind, locks, hold_id)
        request = replace(request, group_id=group_id, on_conflict=policy, on_limit=policy, **more)  # type: ignore[arg-type]
        return self.do(Submit(request, tag=f"tag-{run_id}"))

    def group(
        self,
        group_id: str,
        members: dict[str, tuple[str, ...]],
        user: str = "ada",
        *,
        post: bool = False,
        lane: str = "admin",
    ) -> list[Event]:
        """Open a group; `members`: what each of its runs locks."""
        runs = tuple(
            RunRequest(
                each,
                "runs",
                lane,
                user,
                "plot",
                locks,
                group_id=group_id,
                on_conflict=Policy.WAIT,
                on_limit=Policy.WAIT,
            )
            for each, locks in members.items()
        )
        return self.do(OpenGroup(GroupRequest(group_id, user, runs, post), tuple(f"tag-{each}" for each in members)))

    def finish(self, group_id: str) -> list[Event]:
        return self.do(FinishGroup(group_id, self.token(group_id)))

    def block(self, run_id: str) -> str:
        """What a blocked run waits for; empty when it is not blocked."""
        run = self.scheduler.run(run_id)
        return "" if run is None or run.block is None else run.block.reason.value

    def render(self, run_id: str, lane: str = "pipeline", user: str = "ada") -> list[Event]:
        return self.submit(run_id, user=user, lane=lane, pool="render")

    def hold(self, hold_id: str, *keys: str, user: str = "ada", kind: str = "turn", wait: bool = False) -> list[Event]:
        policy = Policy.WAIT if wait else Policy.REFUSE
        return self.do(OpenHold(HoldRequest(hold_id, user, kind, tuple(sorted(keys)), policy)))

    def release(self, lease_id: str, outcome: Outcome | None = Outcome.OK) -> list[Event]:
        return self.do(Release(lease_id, self.token(lease_id), outcome))

    def lose(self, lease_id: str) -> list[Event]:
        return self.do(LoseStream(lease_id))

    def attach(self, run_id: str) -> list[Event]:
        return self.do(Attach(run_id, self.token(run_id)))

    def cancel_run(self, run_id: str, owner: str | None = None) -> list[Event]:
        return self.do(CancelRun(run_id, owner))

    def cancel_session(self, session_id: str, owner: str | None = None) -> list[Event]:
        return self.do(CancelSession(session_id, owner))

    def cancel_user(self, user: str) -> list[Event]:
        return self.do(CancelUser(user))

    def drain(self) -> list[Event]:
        return self.do(Drain())

    def token(self, lease_id: str) -> int:
        run, group = self.scheduler.run(lease_id), self.scheduler.group(lease_id)
        entry = run or group or self.scheduler.hold(lease_id)
        token = None if entry is None else entry.token
        assert token is not None, f"{lease_id} was never admitted"
        return token

    def state(self, run_id: str) -> RunState | None:
        run = self.scheduler.run(run_id)
        return None if run is None else run.state

    def end(self, run_id: str) -> EndReason | None:
        run = self.scheduler.run(run_id)
        return None if run is None else run.end

    def started_at(self, run_id: str) -> float | None:
        run = self.scheduler.run(run_id)
        return None if run is None else run.started_at

    def queue(self, pool: str = "runs") -> list[str]:
        return [run.request.run_id for run in self.scheduler.waiting(pool)]

    def pool(self, name: str = "runs") -> PoolStatus:
        status = self.scheduler.status(Caller("ada", Tier.PUBLIC))
        return next(pool for pool in status.pools if pool.pool == name)


def started(events: list[Event]) -> list[str]:
    return [event.run_id for event in events if isinstance(event, RunStarted)]


def ended(events: list[Event]) -> list[str]:
    return [
        event.run_id if isinstance(event, RunEnded) else event.hold_id
        for event in events
        if isinstance(event, RunEnded | HoldEnded)
    ]


def refusal(events: list[Event]) -> PlotlaneError:
    assert events, "nothing happened"
    assert isinstance(events[-1], Refused), f"not refused: {events}"
    return events[-1].error


def accepted(events: list[Event]) -> bool:
    return not any(isinstance(event, Refused) for event in events)
