"""Groups: opened with all their members, with a post phase that keeps their locks."""

from __future__ import annotations

import pytest

from plotlane_kit.errors import Reason
from scheduler_svc.core.commands import CancelGroup, Restart, Unlock
from scheduler_svc.core.events import GroupOpened
from scheduler_svc.core.run import EndReason, RunState
from tests.unit.scheduler_svc.desk import Desk, accepted, ended, policy, refusal


def test_a_group_opens_in_one_event_and_its_members_enter_as_they_may() -> None:
    desk = Desk(slots=9)
    events = desk.group("g", {f"m{number}": () for number in range(7)})
    assert sum(isinstance(event, GroupOpened) for event in events) == 1
    states = [desk.state(f"m{number}") for number in range(7)]
    assert states == [RunState.IN_FLIGHT] * 5 + [RunState.BLOCKED] * 2
    assert desk.block("m5") == "user_cap"


def test_members_that_share_a_key_never_overlap() -> None:
    desk = Desk(slots=9)
    desk.group("g", {"m1": ("resource:x",), "m2": ("resource:x",)})
    assert (desk.state("m1"), desk.block("m2")) == (RunState.IN_FLIGHT, "lock")
    desk.release("m1")
    assert desk.state("m2") is RunState.IN_FLIGHT


def test_without_a_post_phase_locks_are_free_when_no_member_needs_them_any_more() -> None:
    desk = Desk(slots=9)
    desk.group("g", {"m1": ("resource:x",), "m2": ("resource:y",)})
    desk.release("m1")
    assert accepted(desk.hold("h1", "resource:x"))
    desk.release("m2")
    group = desk.scheduler.group("g")
    assert group is not None
    assert group.end is EndReason.RELEASED


def test_the_post_phase_keeps_the_locks_until_the_group_is_finished() -> None:
    desk = Desk(slots=9)
    desk.group("g", {"m1": ("resource:x",)}, post=True)
    desk.release("m1")
    desk.submit("later", user="bob", locks=("resource:x",), wait=True)
    assert refusal(desk.hold("h1", "resource:x")).reason is Reason.RUN_ACTIVE
    assert desk.block("later") == "lock"
    desk.finish("g")
    assert desk.state("later") is RunState.IN_FLIGHT
    assert accepted(desk.finish("g"))


@pytest.mark.parametrize("how", ["none", "replay", "restore"])
def test_a_user_has_at_most_so_many_groups_open_with_those_in_their_post_phase(how: str) -> None:
    desk = Desk(policy(groups_per_user=2), slots=9)
    desk.group("g1", {"m1": ("resource:x",)}, post=True)
    desk.do(CancelGroup("g1"))
    desk.group("g2", {"m2": ()})
    if how != "none":
        desk.crash(how)
    error = refusal(desk.group("g3", {"m3": ()}))
    assert (error.reason, error.metadata) == (Reason.RUN_LIMIT, {"cap": "2", "count": "2"})
    assert error.message.startswith("you already have 2 groups")
    assert accepted(desk.group("g1", {"m1": ("resource:x",)}, post=True))
    assert accepted(desk.group("other", {"m4": ()}, user="bob"))
    desk.finish("g1")
    assert accepted(desk.group("g3", {"m3": ()}))


def test_an_unfinished_post_phase_ends_by_itself() -> None:
    desk = Desk(slots=9)
    desk.group("g", {"m1": ("resource:x",)}, post=True)
    desk.release("m1")
    desk.submit("later", user="bob", locks=("resource:x",), wait=True)
    desk.at(599)
    assert desk.block("later") == "lock"
    desk.at(600)
    assert desk.started_at("later") == 600


def test_an_ended_run_never_blocks_a_run_of_its_own_group() -> None:
    desk = Desk(slots=9)
    desk.group("g", {"m1": ("resource:x",)}, post=True)
    desk.release("m1")
    desk.submit("stranger", user="bob", locks=("resource:x",), wait=True)
    assert accepted(desk.submit("m2", lane="admin", locks=("resource:x",), group_id="g"))
    assert (desk.state("m2"), desk.block("stranger")) == (RunState.IN_FLIGHT, "lock")


def test_a_later_member_may_name_only_keys_that_the_group_holds() -> None:
    desk = Desk(slots=9)
    desk.group("g", {"m1": ("resource:x",)}, post=True)
    error = refusal(desk.submit("m2", lane="admin", locks=("resource:y",), group_id="g"))
    assert (error.reason, error.violations[0].field) == (Reason.INVALID, "locks[0]")


def test_a_group_cannot_be_finished_while_a_run_has_not_ended() -> None:
    desk = Desk(slots=9)
    desk.group("g", {"m1": ()}, post=True)
    assert refusal(desk.finish("g")).reason is Reason.RUN_ACTIVE


def test_two_groups_with_crossing_keys_are_served_one_after_the_other() -> None:
    desk = Desk(slots=9)
    desk.group("g", {"g1": ("resource:x",), "g2": ("resource:y",)}, post=True)
    desk.group("h", {"h1": ("resource:y",), "h2": ("resource:x",)}, user="bob", post=True)
    assert [desk.block(each) for each in ("g1", "g2", "h1", "h2")] == ["", "", "lock", "lock"]
    desk.release("g1")
    desk.release("g2")
    desk.finish("g")
    assert [desk.state(each) for each in ("h1", "h2")] == [RunState.IN_FLIGHT] * 2


def test_cancelling_a_group_ends_its_runs_and_leaves_the_post_phase() -> None:
    desk = Desk(slots=1)
    desk.group("g", {"m1": ("resource:x",), "m2": ()}, post=True)
    assert ended(desk.do(CancelGroup("g", owner="bob"))) == []
    assert ended(desk.do(CancelGroup("g", owner="ada"))) == ["m1", "m2"]
    assert refusal(desk.hold("h1", "resource:x")).reason is Reason.RUN_ACTIVE
    desk.do(Unlock("resource:x"))
    assert accepted(desk.hold("h1", "resource:x"))


def test_the_groups_stream_carries_its_members_and_takes_them_along() -> None:
    desk = Desk(slots=9)
    desk.group("g", {"m1": ()})
    desk.lose("m1")
    desk.at(100)
    assert desk.state("m1") is RunState.IN_FLIGHT
    desk.lose("g")
    desk.at(110)
    assert desk.end("m1") is EndReason.LOST


@pytest.mark.parametrize("how", ["replay", "restore", "both"])
def test_a_group_survives_a_crash(how: str) -> None:
    desk = Desk(slots=9)
    desk.group("g", {"m1": ("resource:x",), "m2": ("resource:x",)}, post=True)
    before = desk.scheduler.snapshot()
    desk.crash(how)
    assert desk.scheduler.snapshot() == before
    desk.do(Restart())
    desk.group("g", {"m1": ("resource:x",), "m2": ("resource:x",)}, post=True)
    desk.at(100)
    desk.release("m1")
    assert desk.state("m2") is RunState.IN_FLIGHT


def test_a_group_with_more_members_than_may_be_blocked_is_refused_whole() -> None:
    desk = Desk(slots=9)
    desk.group("g", {f"a{number}": ("resource:x",) for number in range(40)})
    error = refusal(desk.group("h", {f"b{number}": () for number in range(40)}))
    assert error.reason is Reason.RUN_LIMIT
    assert desk.state("b0") is None
