"""Quotas inside the scheduler: runs are counted by their own events, and leases carry reservations."""

from __future__ import annotations

from dataclasses import replace

import pytest

from plotlane_kit.caller import Caller, Tier
from plotlane_kit.errors import Reason
from plotlane_kit.settings import Profile
from scheduler_svc.core.commands import CancelGroup, OpenGroup
from scheduler_svc.core.group import GroupRequest
from scheduler_svc.core.quota.commands import Reserve, SetCalendar, Settle
from scheduler_svc.core.quota.kind import MICRO, QuotaKind
from scheduler_svc.core.quota.report import today_of
from scheduler_svc.core.quota.usage import Today
from scheduler_svc.core.records import Snapshot
from scheduler_svc.core.run import Outcome, Policy, RunRequest
from scheduler_svc.core.scheduler import Scheduler
from scheduler_svc.journal.codec import decode, encode
from scheduler_svc.quota_settings import QuotaSettings
from tests.unit.scheduler_svc.desk import RUNS, Desk, accepted, policy, refusal

ADA = Caller("ada", Tier.PUBLIC)
THREE = QuotaSettings.model_validate({"runs_per_day": 3, "tokens_per_day": 100}).policy(Profile.SERVER)
DAY_S = 86_400.0


@pytest.fixture
def desk() -> Desk:
    runs = replace(RUNS, counts_runs=True)
    return Desk(policy(runs, quotas=THREE), slots=1)  # type: ignore[arg-type]


def today(desk: Desk, user: str = "ada") -> Today:
    return today_of(desk.scheduler.ledger, user, desk.scheduler.ledger.moment(desk.now))


def plot(desk: Desk, run_id: str) -> None:
    assert accepted(desk.submit(run_id))
    desk.release(run_id)


def reserve(desk: Desk, name: str, lease_id: str, tokens: int = 10, token: int | None = None) -> bool:
    proof = desk.token(lease_id) if token is None else token
    return accepted(desk.do(Reserve(ADA, name, QuotaKind.TOKENS, tokens * MICRO, lease_id, proof)))


def test_a_day_lets_in_so_many_runs_and_says_when_the_next_begins(desk: Desk) -> None:
    for run_id in ("r1", "r2", "r3"):
        plot(desk, run_id)
    error = refusal(desk.submit("r4"))
    assert (error.reason, error.retry_after_s) == (Reason.BUDGET, DAY_S)
    desk.now = DAY_S
    assert accepted(desk.submit("r4"))


def test_the_locks_are_asked_before_the_budget_and_the_budget_before_the_cap(desk: Desk) -> None:
    for run_id in ("r1", "r2", "r3"):
        plot(desk, run_id)
    desk.hold("h", "session:s")
    assert refusal(desk.submit("r4", locks=("session:s",))).reason is Reason.RUN_ACTIVE
    desk = Desk(policy(replace(RUNS, counts_runs=True), quotas=THREE), slots=1)  # type: ignore[arg-type]
    plot(desk, "r1")
    assert accepted(desk.submit("r2"))
    assert accepted(desk.submit("r3"))
    assert refusal(desk.submit("r4")).reason is Reason.BUDGET


def test_a_refused_run_costs_nothing(desk: Desk) -> None:
    desk.submit("r1")
    desk.submit("r2")
    assert refusal(desk.submit("r3")).reason is Reason.RUN_LIMIT
    assert today(desk).runs == 2


def test_joining_a_run_counts_it_once(desk: Desk) -> None:
    desk.submit("r1")
    desk.submit("r1")
    assert today(desk).runs == 1


def test_a_run_that_waited_in_vain_is_given_back(desk: Desk) -> None:
    desk.submit("r1")
    desk.submit("r2")
    desk.at(600)
    assert today(desk).runs == 1


def test_a_run_that_failed_by_our_fault_is_given_back_and_a_cancelled_one_is_not(desk: Desk) -> None:
    desk.submit("r1")
    desk.release("r1", Outcome.ERROR)
    assert today(desk).runs == 0
    desk.submit("r2")
    desk.cancel_run("r2")
    assert today(desk).runs == 1


@pytest.mark.parametrize(
    ("outcome", "counted"), [(Outcome.OK, 1), (Outcome.FAILED, 1), (Outcome.ERROR, 0), (Outcome.NOT_READY, 0)]
)
def test_a_released_run_counts_unless_it_failed_by_our_fault_or_was_not_ready(
    desk: Desk, outcome: Outcome, counted: int
) -> None:
    desk.submit("r1")
    desk.release("r1", outcome)
    assert today(desk).runs == counted


def open_group(desk: Desk, group_id: str, *kinds: str) -> bool:
    members = tuple(
        RunRequest(
            f"{group_id}-{number}",
            "runs",
            "public",
            "ada",
            kind,
            group_id=group_id,
            on_conflict=Policy.WAIT,
            on_limit=Policy.WAIT,
        )
        for number, kind in enumerate(kinds)
    )
    tags = tuple(f"tag-{member.run_id}" for member in members)
    return accepted(desk.do(OpenGroup(GroupRequest(group_id, "ada", members), tags)))


def test_a_group_is_counted_whole_also_its_blocked_members(desk: Desk) -> None:
    assert open_group(desk, "g", "plot", "plot", "plot")
    assert [desk.state(f"g-{number}") for number in range(3)] == ["in_flight", "queued", "blocked"]
    assert today(desk).runs == 3
    assert refusal(desk.submit("r1")).reason is Reason.BUDGET


def test_a_group_that_does_not_fit_whole_is_refused_whole(desk: Desk) -> None:
    assert not open_group(desk, "g", "plot", "plot", "fanout", "fanout")
    assert today(desk).runs == 0
    assert open_group(desk, "h", "plot", "plot", "fanout", "data", "data")


def test_members_that_never_started_are_given_back(desk: Desk) -> None:
    open_group(desk, "g", "plot", "plot", "plot")
    desk.do(CancelGroup("g"))
    assert today(desk).runs == 1


def test_sandboxes_are_no_runs(desk: Desk) -> None:
    desk.render("toggle-1")
    assert today(desk).runs == 0


def test_tokens_need_the_live_lease_of_their_user(desk: Desk) -> None:
    desk.hold("turn", "session:s")
    desk.hold("other", "session:o", user="bea")
    assert reserve(desk, "a", "turn")
    assert not reserve(desk, "b", "turn", token=999)
    assert not reserve(desk, "c", "other")
    desk.release("turn")
    assert not reserve(desk, "d", "turn")
    assert not reserve(desk, "e", "never", token=1)


def test_a_hold_that_dies_leaves_its_tokens_at_their_bound(desk: Desk) -> None:
    desk.hold("turn", "session:s")
    reserve(desk, "a", "turn", 60)
    reserve(desk, "b", "turn", 30)
    desk.do(Settle(ADA, "b", 5 * MICRO))
    desk.lose("turn")
    desk.at(10)
    assert today(desk).tokens == 65 * MICRO


def test_tokens_and_runs_come_back_after_a_restart(desk: Desk) -> None:
    desk.do(SetCalendar(20_000 * DAY_S + 10))
    desk.hold("turn", "session:s")
    reserve(desk, "a", "turn", 60)
    plot(desk, "r1")
    replayed = Scheduler(desk.policy)
    for event in desk.history:
        replayed.evolve(event)
    restored = Scheduler.restore(desk.policy, decode(Snapshot, encode(desk.scheduler.snapshot())))
    assert replayed.snapshot() == desk.scheduler.snapshot() == restored.snapshot()
    desk.scheduler = restored
    desk.do(Settle(ADA, "a", 1 * MICRO))
    assert (today(desk).runs, today(desk).tokens) == (1, MICRO)
