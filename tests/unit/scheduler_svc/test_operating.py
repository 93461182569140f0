"""What operators and servers ask: pause, unlock, the listing, and whose a tag is."""

from __future__ import annotations

import pytest

from plotlane_kit.errors import Reason
from scheduler_svc.core.commands import Pause, Submit, Unlock
from scheduler_svc.core.run import EndReason, RunRequest, RunState
from scheduler_svc.errors import InvalidError
from tests.unit.scheduler_svc.desk import Desk, accepted, ended, refusal


def test_a_paused_pool_starts_nothing_until_it_is_resumed() -> None:
    desk = Desk(slots=2)
    desk.submit("r1")
    desk.do(Pause("runs", True))
    desk.submit("r2", user="bob")
    assert (desk.state("r1"), desk.state("r2")) == (RunState.IN_FLIGHT, RunState.QUEUED)
    assert desk.pool().paused
    desk.do(Pause("runs", False))
    assert desk.state("r2") is RunState.IN_FLIGHT


def test_pausing_a_pool_that_does_not_exist_is_refused() -> None:
    assert refusal(Desk().do(Pause("runners", True))).reason is Reason.INVALID


def test_unlocking_a_key_ends_the_hold_and_the_run_under_it() -> None:
    desk = Desk()
    desk.hold("h1", "session:a")
    desk.submit("r1", hold_id="h1")
    assert ended(desk.do(Unlock("session:a"))) == ["r1", "h1"]
    assert accepted(desk.hold("h2", "session:a"))
    assert desk.do(Unlock("resource:free")) == []


def test_listing_a_pool_that_does_not_exist_is_refused_and_names_those_that_do() -> None:
    with pytest.raises(InvalidError, match="choose one of runs, render"):
        Desk().scheduler.listing(0.0, "runners")


def test_the_listing_holds_everything_that_has_not_ended_in_order_of_arrival() -> None:
    desk = Desk()
    desk.hold("h1", "session:a")
    desk.submit("r1", hold_id="h1")
    desk.submit("r2", user="bob")
    desk.submit("r3", user="eve", lane="premium")
    desk.submit("r4", user="zoe", locks=("session:a",), wait=True)
    desk.release("r1")
    listed = desk.scheduler.listing(desk.now)
    assert [(each.lease_id, each.entry, each.state.value, each.position) for each in listed] == [
        ("h1", "hold", "in_flight", 0),
        ("r2", "run", "queued", 1),
        ("r3", "run", "in_flight", 0),
        ("r4", "run", "blocked", 0),
    ]


@pytest.mark.parametrize("how", ["none", "replay", "restore", "both"])
def test_the_listing_says_since_when_holds_have_their_keys_or_wait_for_them_and_groups_are_open(how: str) -> None:
    desk = Desk()
    desk.now = 5
    desk.hold("h1", "session:a")
    desk.now = 7
    desk.hold("h2", "session:a", wait=True)
    desk.hold("h3", "session:a", wait=True)
    desk.group("g", {"m": ("resource:x",)}, post=True)
    desk.now = 20
    desk.release("h1")
    desk.release("m")
    if how != "none":
        desk.crash(how)
    listed = desk.scheduler.listing(30)
    assert [(each.lease_id, each.since) for each in listed] == [("h2", 20), ("h3", 7), ("g", 7)]


def test_the_listing_shows_the_keys_that_a_run_has_from_a_hold_which_ended_before_it() -> None:
    desk = Desk()
    desk.hold("h1", "session:a")
    desk.submit("r1", hold_id="h1", locks=("resource:b",))
    desk.release("h1")
    assert [each.locks for each in desk.scheduler.listing(desk.now)] == [("resource:b", "session:a")]


def test_a_tag_names_its_run_while_that_is_in_flight_and_nothing_else() -> None:
    desk = Desk()
    desk.hold("h1", "session:a")
    desk.submit("r1", hold_id="h1")
    desk.submit("r2", user="bob")
    run = desk.scheduler.run_of_tag("tag-r1")
    assert run is not None
    assert (run.request.run_id, desk.scheduler.session_of(run)) == ("r1", "a")
    assert desk.scheduler.run_of_tag("tag-r2") is None
    desk.release("r1")
    assert desk.scheduler.run_of_tag("tag-r1") is None
    assert desk.scheduler.run_of_tag("") is None


def test_a_tag_that_is_live_on_another_run_fails_the_new_one_and_is_free_when_that_has_ended() -> None:
    desk = Desk(slots=2)
    desk.submit("r1")
    error = refusal(desk.do(Submit(RunRequest("r2", "runs", "public", "bob"), tag="tag-r1")))
    assert (error.reason, error.metadata) == (Reason.CONFLICT, {"tag": "live"})
    desk.release("r1")
    assert accepted(desk.do(Submit(RunRequest("r2", "runs", "public", "bob"), tag="tag-r1")))
    assert desk.end("r1") is EndReason.RELEASED
