"""Who a run is: its id and content, from the first message to a retry after its end."""

from __future__ import annotations

from dataclasses import replace

from plotlane_kit.errors import Reason
from scheduler_svc.core.commands import Attach, FinishGroup, Release
from scheduler_svc.core.events import RunAdmitted
from scheduler_svc.core.run import EndReason, RunState
from tests.unit.scheduler_svc.desk import RUNS, Desk, policy, refusal


def test_an_admitted_run_gets_a_token_and_the_tag_it_came_with() -> None:
    admitted = Desk().submit("r1")[0]
    assert isinstance(admitted, RunAdmitted)
    assert (admitted.token, admitted.tag) == (1, "tag-r1")


def test_each_lease_gets_a_greater_token_than_the_one_before() -> None:
    desk = Desk()
    desk.submit("r1")
    desk.hold("h1", "session:a")
    desk.submit("r2", user="bob")
    assert desk.token("r1") < desk.token("h1") < desk.token("r2")


def test_the_same_id_with_the_same_content_joins_the_run() -> None:
    desk = Desk()
    desk.submit("r1")
    assert desk.submit("r1") == []
    assert desk.pool().in_flight == 1


def test_the_same_id_with_other_content_is_a_conflict() -> None:
    desk = Desk()
    desk.submit("r1")
    assert refusal(desk.submit("r1", user="bob")).reason is Reason.CONFLICT


def test_a_hold_and_a_run_do_not_share_an_id() -> None:
    desk = Desk()
    desk.hold("x", "session:a")
    assert refusal(desk.submit("x")).reason is Reason.CONFLICT


def test_a_retry_after_the_end_finds_the_ended_run_and_starts_no_second_one() -> None:
    desk = Desk()
    desk.submit("r1")
    desk.release("r1")
    assert desk.submit("r1") == []
    assert desk.state("r1") is RunState.ENDED


def test_only_so_many_ended_runs_are_remembered() -> None:
    desk = Desk(policy(remember_ended=2))
    for number in range(3):
        desk.submit(f"r{number}")
        desk.release(f"r{number}")
    assert [desk.state(f"r{number}") for number in range(3)] == [None, RunState.ENDED, RunState.ENDED]


def test_release_twice_changes_nothing_the_second_time() -> None:
    desk = Desk()
    desk.submit("r1")
    desk.release("r1")
    assert desk.release("r1") == []
    assert desk.end("r1") is EndReason.RELEASED


def test_a_wrong_token_neither_releases_nor_attaches() -> None:
    desk = Desk()
    desk.submit("r1")
    assert refusal(desk.do(Release("r1", 99))).reason is Reason.NOT_FOUND
    assert refusal(desk.do(Attach("r1", 99))).reason is Reason.NOT_FOUND
    assert desk.state("r1") is RunState.IN_FLIGHT


def test_another_user_neither_releases_nor_attaches_and_an_operator_does() -> None:
    desk = Desk()
    desk.submit("r1", user="ada")
    token = desk.token("r1")
    assert refusal(desk.do(Release("r1", token, owner="eve"))).reason is Reason.NOT_FOUND
    assert refusal(desk.do(Attach("r1", token, "eve"))).reason is Reason.NOT_FOUND
    desk.do(Release("r1", token))
    assert desk.state("r1") is RunState.ENDED


def test_another_user_does_not_finish_a_group() -> None:
    desk = Desk()
    desk.group("g1", {"m1": ()}, user="ada", post=True)
    desk.release("m1")
    assert refusal(desk.do(FinishGroup("g1", desk.token("g1"), "eve"))).reason is Reason.NOT_FOUND
    desk.do(FinishGroup("g1", desk.token("g1"), "ada"))
    group = desk.scheduler.group("g1")
    assert group is not None
    assert group.end is EndReason.RELEASED


def test_a_retry_by_a_user_whose_tier_has_changed_joins_the_run_or_the_group_in_its_lane() -> None:
    desk = Desk(policy(replace(RUNS, counts_runs=True)))
    desk.submit("r1", lane="public")
    assert desk.submit("r1", lane="premium") == []
    desk.group("g1", {"m1": (), "m2": ()}, lane="public")
    assert desk.group("g1", {"m1": (), "m2": ()}, lane="premium") == []
    assert refusal(desk.group("g1", {"m1": ()}, lane="public")).reason is Reason.CONFLICT


def test_the_lane_of_another_pool_is_part_of_a_run() -> None:
    desk = Desk()
    desk.submit("j1", pool="render", lane="data")
    assert refusal(desk.submit("j1", pool="render", lane="pipeline")).reason is Reason.CONFLICT


def test_an_unknown_run_is_not_found() -> None:
    desk = Desk()
    assert refusal(desk.do(Release("ghost", 1))).reason is Reason.NOT_FOUND
    assert refusal(desk.do(Attach("ghost", 1))).reason is Reason.NOT_FOUND


def test_an_unknown_pool_or_lane_is_refused_with_the_names_that_exist() -> None:
    desk = Desk()
    assert "choose one of runs, render" in refusal(desk.submit("r1", pool="cakes")).message
    error = refusal(desk.submit("r1", lane="fast"))
    assert error.reason is Reason.INVALID
    assert error.violations[0].field == "lane"
    assert "premium, public, admin" in error.message


def test_the_content_of_a_run_is_all_of_its_request() -> None:
    desk = Desk()
    admitted = desk.submit("r1")[0]
    assert isinstance(admitted, RunAdmitted)
    assert admitted.request != replace(admitted.request, context=b"other")
