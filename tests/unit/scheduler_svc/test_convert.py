"""The conversion: closed sets on both sides, and every malformed field named at once."""

from __future__ import annotations

import pytest

from plotlane.scheduler.v1 import scheduler_pb2 as pb
from plotlane_kit.caller import Caller, Tier
from scheduler_svc import convert, status_convert
from scheduler_svc.core.commands import CancelGroup, CancelRun, CancelSession, CancelUser
from scheduler_svc.core.run import Block, BlockReason, EndReason, Outcome, Policy
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
def test_the_lane_of_a_run_is_the_callers_tier(tier: Tier) -> None:
    assert convert.run_request(submit(), Caller("ada", tier)).lane == tier.value
    assert convert.run_request(submit(lane=tier.value), Caller("ada", tier)).lane == tier.value


@pytest.mark.parametrize("tier", [Tier.PUBLIC, Tier.PREMIUM])
def test_nobody_names_themselves_into_the_lane_of_another_tier(tier: Tier) -> None:
    caller = Caller("ada", tier)
    for lane in {each.value for each in Tier} - {tier.value}:
        for call in (
            lambda lane=lane: convert.run_request(submit(lane=lane), caller),
            lambda lane=lane: convert.group_request(
                pb.OpenGroupRequest(group_id="g", members=[submit(lane=lane)]), caller
            ),
        ):
            with pytest.raises(InvalidError) as caught:
                call()
            assert [violation.field for violation in caught.value.violations] == ["lane"]


def test_an_admin_may_queue_in_any_tiers_lane() -> None:
    assert convert.run_request(submit(lane="public"), ROOT).lane == "public"


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
        ({"group_id": "?"}, "group_id"),
        ({"estimate_key": "a b"}, "estimate_key"),
        ({"give_up_after_s": -1.0}, "give_up_after_s"),
        ({"give_up_after_s": float("nan")}, "give_up_after_s"),
        ({"context": b"x" * 4097}, "context"),
    ],
)
def test_a_malformed_field_is_named(fields: dict[str, object], field: str) -> None:
    assert refused(submit(**fields)) == [field]


def test_every_malformed_field_is_named_at_once() -> None:
    assert refused(submit(run_id="", kind="?", tag="?")) == ["run_id", "kind", "tag"]


def test_a_run_refuses_by_default_and_waits_when_asked_to() -> None:
    plain, waits = convert.run_request(submit(), ADA), convert.run_request(submit(on_conflict=pb.POLICY_WAIT), ADA)
    assert (plain.on_conflict, plain.on_limit, plain.give_up_after_s) == (Policy.REFUSE, Policy.REFUSE, 1_800)
    assert (waits.on_conflict, waits.on_limit) == (Policy.WAIT, Policy.REFUSE)


def test_every_member_of_a_group_names_it_and_waits() -> None:
    group = convert.group_request(pb.OpenGroupRequest(group_id="g", members=[submit()]), ADA)
    (member,) = group.members
    assert (member.group_id, member.on_conflict, member.on_limit) == ("g", Policy.WAIT, Policy.WAIT)
    assert (group.user, group.post_phase, group.post_timeout_s) == ("ada", False, 600)


@pytest.mark.parametrize("members", [0, 61])
def test_a_group_has_one_to_sixty_members(members: int) -> None:
    request = pb.OpenGroupRequest(group_id="g", members=[submit(run_id=f"r{number}") for number in range(members)])
    with pytest.raises(InvalidError, match="name 1 to 60"):
        convert.group_request(request, ADA)


def test_a_blocked_run_says_by_what() -> None:
    block = Block(BlockReason.LOCK, "paste")
    message = status_convert.queue_status(RunStatus(Step.BLOCKED, "r1", 1, "t", block=block))
    assert (message.blocked, message.blocked_by) == (pb.BLOCKED_REASON_LOCK, "paste")


def test_a_lease_names_its_renderer() -> None:
    message = status_convert.queue_status(RunStatus(Step.STARTED, "r1", 1, "t", renderer="one:7000"))
    assert message.lease.renderer == "one:7000"


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
        (pb.CancelRequest(group_id="g"), ADA, CancelGroup("g", "ada")),
        (pb.CancelRequest(group_id="g"), ROOT, CancelGroup("g", None)),
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
    steps = {status_convert.queue_status(RunStatus(step, "r1", 1, "t")).state for step in Step}
    ends = {status_convert.queue_status(RunStatus(Step.ENDED, "r1", 1, "t", end=end)).end for end in EndReason}
    assert len(steps) == len(Step)
    assert len(ends) == len(EndReason)
    assert 0 not in steps | ends
    assert {convert.outcome(number) for number in pb.RunOutcome.values()} == {None, *Outcome}


def test_an_outcome_of_a_newer_caller_counts_as_not_said() -> None:
    assert convert.outcome(99) is None  # type: ignore[arg-type]


def test_a_place_and_a_lease_are_set_exactly_where_the_contract_says() -> None:
    queued = status_convert.queue_status(RunStatus(Step.QUEUED, "r1", 7, "t", QueuePlace(2, 5, 12.5)))
    started = status_convert.queue_status(RunStatus(Step.STARTED, "r1", 7, "t"))
    assert (queued.queued.position, queued.queued.waiting, queued.queued.estimated_wait_s) == (2, 5, 12.5)
    assert not queued.HasField("lease")
    assert (started.lease.id, started.lease.token, started.lease.renderer) == ("r1", 7, "")
    assert not started.HasField("queued")
