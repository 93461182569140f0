"""The conversion: closed sets on both sides, and every malformed field named at once."""

from __future__ import annotations

import pytest

from plotlane.scheduler.v1 import scheduler_pb2 as pb
from plotlane_kit.caller import Caller, Tier
from scheduler_svc import convert
from scheduler_svc.core.commands import CancelRun, CancelSession, CancelUser
from scheduler_svc.core.run import EndReason, Outcome
from scheduler_svc.core.status import QueuePlace, RunStatus, Step
from scheduler_svc.errors import InvalidError, NotFoundError

ADA = Caller("ada", Tier.PUBLIC)
ROOT = Caller("root", Tier.ADMIN)


def submit(**fields: object) -> pb.SubmitRequest:
    return pb.SubmitRequest(**{"run_id": "r1", "pool": "runs", **fields})  # type: ignore[arg-type]


def refused(request: pb.SubmitRequest) -> list[str]:
    with pytest.raises(InvalidError) as caught:
        convert.run_request(request, ADA)
    return [violation.field for violation in caught.value.violations]


@pytest.mark.parametrize("tier", list(Tier))
def test_the_lane_of_a_run_is_the_callers_tier_unless_named(tier: Tier) -> None:
    assert convert.run_request(submit(), Caller("ada", tier)).lane == tier.value
    assert convert.run_request(submit(lane="admin"), Caller("ada", tier)).lane == "admin"


def test_in_another_pool_the_lane_must_be_named() -> None:
    assert convert.run_request(submit(pool="render"), ADA).lane == ""


def test_the_order_and_repetition_of_locks_does_not_make_another_run() -> None:
    one = convert.run_request(submit(locks=["session:b", "resource:a"]), ADA)
    two = convert.run_request(submit(locks=["resource:a", "session:b", "session:b"]), ADA)
    assert one == two


@pytest.mark.parametrize(
    ("fields", "field"),
    [
        ({"run_id": ""}, "run_id"),
        ({"run_id": "a" * 129}, "run_id"),
        ({"run_id": "line\n"}, "run_id"),
        ({"locks": ["session:a", "a"]}, "locks[1]"),
        ({"locks": ["session:"]}, "locks[0]"),
        ({"locks": [f"session:{number}" for number in range(17)]}, "locks"),
        ({"hold_id": "?"}, "hold_id"),
        ({"kind": "Plot 1"}, "kind"),
        ({"tag": "abc"}, "tag"),
        ({"tag": "A" * 32}, "tag"),
        ({"on_conflict": pb.POLICY_WAIT}, "on_conflict"),
        ({"on_limit": pb.POLICY_WAIT}, "on_limit"),
        ({"group_id": "g"}, "group_id"),
        ({"context": b"x" * 4097}, "context"),
    ],
)
def test_a_malformed_field_is_named(fields: dict[str, object], field: str) -> None:
    assert refused(submit(**fields)) == [field]


def test_every_malformed_field_is_named_at_once() -> None:
    assert refused(submit(run_id="", kind="?", tag="?")) == ["run_id", "kind", "tag"]


def test_a_hold_needs_a_key() -> None:
    with pytest.raises(InvalidError, match="at least one key"):
        convert.hold_request(pb.HoldRequest(hold_id="h1"), ADA)


@pytest.mark.parametrize(
    ("request_", "caller", "command"),
    [
        (pb.CancelRequest(run_id="r1"), ADA, CancelRun("r1", "ada")),
        (pb.CancelRequest(run_id="r1"), ROOT, CancelRun("r1", None)),
        (pb.CancelRequest(session_id="s"), ADA, CancelSession("s", "ada")),
        (pb.CancelRequest(session_id="s"), ROOT, CancelSession("s", None)),
        (pb.CancelRequest(user="ada"), ADA, CancelUser("ada")),
        (pb.CancelRequest(user="ada"), ROOT, CancelUser("ada")),
        (pb.CancelRequest(group_id="g"), ADA, None),
    ],
)
def test_who_is_no_admin_cancels_only_their_own(request_: pb.CancelRequest, caller: Caller, command: object) -> None:
    assert convert.cancel_command(request_, caller) == command


def test_another_user_is_not_found_and_no_target_is_invalid() -> None:
    with pytest.raises(NotFoundError):
        convert.cancel_command(pb.CancelRequest(user="bob"), ADA)
    with pytest.raises(InvalidError, match="name what to cancel"):
        convert.cancel_command(pb.CancelRequest(), ADA)


def test_every_step_end_and_outcome_has_its_own_number() -> None:
    steps = {convert.queue_status(RunStatus(step, "r1", 1, "t")).state for step in Step}
    ends = {convert.queue_status(RunStatus(Step.ENDED, "r1", 1, "t", end=end)).end for end in EndReason}
    assert len(steps) == len(Step)
    assert len(ends) == len(EndReason)
    assert 0 not in steps | ends
    assert {convert.outcome(number) for number in pb.RunOutcome.values()} == {None, *Outcome}


def test_an_outcome_of_a_newer_caller_counts_as_not_said() -> None:
    assert convert.outcome(99) is None  # type: ignore[arg-type]


def test_a_place_and_a_lease_are_set_exactly_where_the_contract_says() -> None:
    queued = convert.queue_status(RunStatus(Step.QUEUED, "r1", 7, "t", QueuePlace(2, 5, 12.5)))
    started = convert.queue_status(RunStatus(Step.STARTED, "r1", 7, "t"))
    assert (queued.queued.position, queued.queued.waiting, queued.queued.estimated_wait_s) == (2, 5, 12.5)
    assert not queued.HasField("lease")
    assert (started.lease.id, started.lease.token, started.lease.renderer) == ("r1", 7, "")
    assert not started.HasField("queued")
