"""Network addresses: anonymous users at one of them share a number of places."""

from __future__ import annotations

from dataclasses import replace

import pytest

from plotlane.scheduler.v1 import scheduler_pb2 as pb
from plotlane_kit.caller import Caller, Tier
from plotlane_kit.errors import Reason
from scheduler_svc import convert
from scheduler_svc.core.events import Event, RunAdmitted
from scheduler_svc.core.quota.kind import QuotaKind
from scheduler_svc.core.run import RunState
from scheduler_svc.journal.rows import from_row, to_row
from tests.unit.scheduler_svc.desk import RUNS, Desk, accepted, policy, refusal


def address_desk(cap: int = 4) -> Desk:
    return Desk(policy(replace(RUNS, address_cap=cap, counts_runs=True)), slots=9)


def submit(desk: Desk, number: int, address: str = "a1", *, wait: bool = False) -> list[Event]:
    return desk.submit(f"r{number}", user=f"anonymous-{number}", wait=wait, address=address)


def test_users_at_one_address_share_its_places() -> None:
    desk = address_desk()
    for number in range(4):
        assert accepted(submit(desk, number))
    error = refusal(submit(desk, 4))
    assert error.reason is Reason.RUN_LIMIT
    assert error.message == (
        "4 plots or data runs from your network address are in progress, and no more than 4 may be at once; "
        "try again when one has finished, or sign in"
    )
    assert error.metadata == {"cap": "4", "count": "4", "scope": "address"}
    assert error.retry_after_s is not None


def test_other_addresses_and_users_without_one_are_not_touched() -> None:
    desk = address_desk(1)
    submit(desk, 1)
    assert accepted(submit(desk, 2, "b2"))
    assert accepted(submit(desk, 3, ""))
    assert accepted(submit(desk, 4, ""))


def test_a_run_that_ended_no_longer_counts_against_its_address() -> None:
    desk = address_desk(1)
    submit(desk, 1)
    desk.release("r1")
    assert accepted(submit(desk, 2))


def test_a_user_who_comes_from_another_address_by_now_joins_their_run_which_keeps_its_own() -> None:
    desk = address_desk(1)
    submit(desk, 1)
    assert submit(desk, 1, "b2") == []
    assert accepted(submit(desk, 2, "b2"))
    assert refusal(submit(desk, 3, "a1")).reason is Reason.RUN_LIMIT


def test_the_users_own_cap_is_told_first() -> None:
    desk = address_desk(2)
    for number in (1, 2):
        desk.submit(f"r{number}", user="anonymous", address="a1")
    assert "scope" not in refusal(desk.submit("r3", user="anonymous", address="a1")).metadata


def test_a_run_may_wait_for_its_address_and_enters_in_order_of_submission() -> None:
    desk = address_desk(1)
    submit(desk, 1)
    submit(desk, 2, wait=True)
    submit(desk, 3, wait=True)
    assert (desk.block("r2"), desk.block("r3")) == ("address_cap", "address_cap")
    desk.release("r1")
    assert (desk.state("r2"), desk.block("r3")) == (RunState.IN_FLIGHT, "address_cap")


@pytest.mark.parametrize("how", ["replay", "restore", "both"])
def test_after_a_crash_the_address_is_still_full_and_its_line_as_it_was(how: str) -> None:
    desk = address_desk(1)
    submit(desk, 1)
    submit(desk, 2, wait=True)
    before = desk.scheduler.snapshot()
    desk.crash(how)
    assert desk.scheduler.snapshot() == before
    assert refusal(submit(desk, 3)).metadata["scope"] == "address"
    desk.release("r1")
    assert desk.state("r2") is RunState.IN_FLIGHT


def test_a_retry_from_another_address_joins_the_run() -> None:
    desk = address_desk()
    submit(desk, 1)
    assert accepted(submit(desk, 1, "b2"))
    assert accepted(submit(desk, 1, ""))


def test_a_run_counts_for_its_address_in_the_day() -> None:
    desk = address_desk()
    submit(desk, 1)
    assert desk.scheduler.ledger.address("a1").day.used(QuotaKind.RUNS, desk.scheduler.ledger.day) == 1


def test_a_group_counts_for_the_address_of_its_caller() -> None:
    caller = Caller("anonymous", Tier.PUBLIC, "a1")
    member = pb.SubmitRequest(run_id="r1", pool="runs")
    group = convert.group_request(pb.OpenGroupRequest(group_id="g", members=[member]), caller)
    assert [each.address for each in group.members] == ["a1"]
    assert convert.run_request(member, caller).address == "a1"


def test_the_address_is_kept_in_the_journal_and_shown_nowhere() -> None:
    desk = address_desk()
    event = next(each for each in submit(desk, 1, "5f2c") if isinstance(each, RunAdmitted))
    again = from_row(to_row(event), 1)
    assert isinstance(again, RunAdmitted)
    assert again.request.address == "5f2c"
    assert "5f2c" not in repr(event)


def test_a_row_from_before_addresses_and_models_were_known_is_read() -> None:
    desk = address_desk()
    event = next(each for each in submit(desk, 1, "") if isinstance(each, RunAdmitted))
    row = to_row(event)
    old = row.data.replace(',"with_model":false,"address":""', "")
    assert old != row.data
    assert from_row(replace(row, data=old), 1) == event
