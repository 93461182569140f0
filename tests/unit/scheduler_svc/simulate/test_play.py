"""A scenario on the virtual clock: the real core decides, and clients know only what they hear."""

from __future__ import annotations

import pytest

from plotlane_kit.caller import Tier
from scheduler_svc.core.run import EndReason
from scheduler_svc.simulate.play import play
from scheduler_svc.simulate.world import World
from tests.unit.scheduler_svc.simulate.stage import at, fixed, played, scenario, source


def test_runs_take_turns_at_the_one_place() -> None:
    stories = played(source("ada"), source("eve"), source("joe"))
    assert [story.started_at for story in stories] == [0, 10, 20]
    assert [story.ended_at for story in stories] == [10, 20, 30]
    assert [story.wait_s for story in stories] == [0, 10, 20]
    assert all(story.end is EndReason.RELEASED for story in stories)


def test_lanes_are_served_in_their_order() -> None:
    public, admin, premium = played(
        source("first", Tier.PUBLIC),
        source("operator", Tier.ADMIN, arrivals=at(1)),
        source("subscriber", arrivals=at(2)),
    )
    assert (public.started_at, premium.started_at, admin.started_at) == (0, 10, 20)


def test_a_user_over_the_cap_is_refused_with_the_cores_reason() -> None:
    stories = played(source("ada", Tier.PUBLIC, arrivals=at(0, 1, 2)))
    assert [story.refused for story in stories] == ["", "", "RUN_LIMIT"]


def test_users_share_the_arrivals_of_their_source_in_turn() -> None:
    stories = played(source("crowd", users=2, arrivals=at(0, 1, 2)))
    assert [story.user for story in stories] == ["crowd-1", "crowd-2", "crowd-1"]


def test_a_user_in_a_closed_loop_asks_again_only_after_the_end() -> None:
    loop = {"pattern": "closed_loop", "think": fixed(5)}
    stories = played(source(arrivals=loop), until_s=40)
    assert [(story.asked_at, story.ended_at) for story in stories] == [(5, 15), (20, 30), (35, 45)]


def test_a_user_in_a_closed_loop_asks_again_after_a_refusal() -> None:
    policy = {"profile": "server", "runs": {"starts_per_minute": "none", "concurrency": 1, "capacity": 0}}
    loop = {"pattern": "closed_loop", "think": fixed(7)}
    stories = played(source("busy", run_s=30), source("eager", arrivals=loop), until_s=40, policy=policy)
    assert [story.refused for story in stories if story.source == "eager"] == ["CAPACITY"] * 4 + [""]


def test_runs_of_one_session_never_overlap() -> None:
    first, second = played(source(one_session=True, arrivals=at(0, 5)))
    assert first.refused == ""
    assert second.refused == "RUN_ACTIVE"


def test_runs_that_share_a_resource_never_overlap() -> None:
    policy = {"profile": "local", "runs": {"concurrency": 5}}
    first, second, third = played(
        source("ada", locks=["gpu"]), source("eve", locks=["gpu"]), source("joe"), policy=policy
    )
    assert (first.started_at, second.refused, third.started_at) == (0, "RUN_ACTIVE", 0)


def test_a_client_that_goes_away_for_good_loses_its_place_after_the_grace() -> None:
    gone = {"share": 1, "after": fixed(3)}
    lost, waiting = played(source("ada", run_s=500, losses=gone), source("eve"))
    assert (lost.end, lost.ended_at) == (EndReason.LOST, 13)
    assert waiting.started_at == 13


def test_a_client_that_comes_back_within_the_grace_keeps_its_place() -> None:
    away = {"share": 1, "after": fixed(3), "back_after": fixed(9)}
    (story,) = played(source(run_s=8, losses=away))
    assert (story.end, story.ended_at) == (EndReason.RELEASED, 12)


def test_a_client_that_comes_back_too_late_learns_that_its_run_is_over() -> None:
    away = {"share": 1, "after": fixed(3), "back_after": fixed(60)}
    (story,) = played(source(run_s=8, losses=away))
    assert (story.end, story.ended_at) == (EndReason.LOST, 13)


def test_a_user_who_presses_stop_frees_the_place() -> None:
    stopped, waiting = played(source("ada", cancels={"share": 1, "after": fixed(4)}), source("eve"))
    assert (stopped.end, stopped.ended_at) == (EndReason.CANCELLED, 4)
    assert waiting.started_at == 4


def test_a_share_befalls_about_that_part_of_the_work() -> None:
    every = {"pattern": "every", "every_s": 20}
    stories = played(source(arrivals=every, cancels={"share": 0.3, "after": fixed(4)}), until_s=3_800)
    cancelled = sum(story.end is EndReason.CANCELLED for story in stories)
    assert 0.2 < cancelled / len(stories) < 0.4


def test_a_crash_loses_no_run_and_keeps_the_order() -> None:
    people = [source(name) for name in ("ada", "eve", "joe")]
    stories = played(*people, crashes=[{"at_s": 5, "down_s": 2}], reconnect_s=0)
    assert [story.end for story in stories] == [EndReason.RELEASED] * 3
    assert [story.started_at for story in stories] == [0, 10, 20]


def test_work_that_ends_while_nobody_serves_is_released_when_somebody_does() -> None:
    first, second = played(source("ada"), source("eve"), crashes=[{"at_s": 5, "down_s": 20}], reconnect_s=0)
    assert (first.ended_at, first.end) == (25, EndReason.RELEASED)
    assert second.started_at == 25


def test_who_asks_while_nobody_serves_asks_again() -> None:
    (story,) = played(source(arrivals=at(6)), crashes=[{"at_s": 5, "down_s": 20}], reconnect_s=0)
    assert (story.asked_at, story.admitted_at, story.end) == (6, 25, EndReason.RELEASED)


def test_the_grace_after_a_crash_counts_from_the_moment_of_serving() -> None:
    people = [source("ada", run_s=60), source("eve")]
    lasting, waiting = played(*people, crashes=[{"at_s": 5, "down_s": 300}], reconnect_s=9)
    assert lasting.end is EndReason.RELEASED
    assert waiting.end is EndReason.RELEASED


def test_a_client_that_is_gone_when_the_scheduler_comes_back_is_lost_after_the_grace() -> None:
    gone = {"share": 1, "after": fixed(3)}
    (story,) = played(source(run_s=500, losses=gone), crashes=[{"at_s": 5, "down_s": 100}], reconnect_s=0)
    assert (story.end, story.ended_at) == (EndReason.LOST, 115)


def test_outages_are_in_the_chronicle() -> None:
    chronicle = play(scenario(source(), crashes=[{"at_s": 500, "down_s": 3}]))
    assert chronicle.outages == [(500, 503)]


def test_levels_follow_the_events() -> None:
    chronicle = play(scenario(source("ada"), source("eve")))
    levels = [(sample.at, sample.waiting, sample.in_flight) for sample in chronicle.samples["runs"]]
    assert levels == [(0, 0, 0), (0, 1, 0), (0, 0, 1), (0, 1, 1), (10, 1, 0), (10, 0, 1), (20, 0, 0)]


def test_the_same_seed_gives_the_same_chronicle_and_another_one_another() -> None:
    mixed = scenario(
        source(
            users=5,
            arrivals={"pattern": "poisson", "per_hour": 300},
            run_time={"kind": "lognormal", "median_s": 8, "max_s": 40},
            losses={"share": 0.2, "after": fixed(3), "back_after": {"kind": "uniform", "min_s": 1, "max_s": 20}},
        ),
        crashes=[{"at_s": 900}],
    )
    first, second, other = play(mixed, seed=4), play(mixed, seed=4), play(mixed, seed=5)
    assert list(first.stories.values()) == list(second.stories.values())
    assert first.samples == second.samples
    assert list(first.stories.values()) != list(other.stories.values())


def test_one_sources_chance_does_not_depend_on_the_others() -> None:
    chance = source("ada", arrivals={"pattern": "poisson", "per_hour": 60})
    alone = [story.asked_at for story in played(chance)]
    beside = [story.asked_at for story in played(source("eve"), chance) if story.source == "ada"]
    assert alone == beside


def test_a_lane_of_the_render_pool_may_be_named() -> None:
    (story,) = played(source(lane="toggle"))
    assert (story.pool, story.lane, story.end) == ("render", "toggle", EndReason.RELEASED)


def test_an_entry_whose_turn_comes_at_its_last_moment_starts() -> None:
    policy = {"profile": "local", "runs": {"concurrency": 1, "max_wait_s": 20, "expected_run_s": 20}}
    _, story = played(source("ada", run_s=20), source("eve"), policy=policy)
    assert (story.started_at, story.end) == (20, EndReason.RELEASED)


PAIR = {"profile": "local", "runs": {"concurrency": 2, "premium_cap": 2}}


def test_a_run_that_waits_for_a_lock_is_blocked_and_enters_when_it_is_free() -> None:
    first, second = played(source("ada", one_session=True, wait=True, arrivals=at(0, 4)), policy=PAIR)
    assert (first.blocked_at, second.blocked_at) == (None, 4)
    assert (second.admitted_at, second.started_at, second.blocked_s, second.wait_s) == (10, 10, 6, 0)


def test_a_blocked_run_gives_up_after_its_patience() -> None:
    first, second = played(source("ada", one_session=True, wait=True, give_up_after_s=6, arrivals=at(0, 1)))
    assert first.end is EndReason.RELEASED
    assert (second.end, second.ended_at, second.admitted_at, second.wait_s) == (EndReason.GAVE_UP, 7, None, None)


def test_a_fan_out_runs_all_its_members_under_the_cap_and_the_longest_first() -> None:
    panel = source(wait=True, fan_out={"members": 4}, run_time={"kind": "empirical", "values_s": [5, 9, 30, 60]})
    stories = played(panel, policy=PAIR)
    assert {story.group_id for story in stories} == {"ada/group-1"}
    assert [story.run_s for story in stories] == sorted((story.run_s for story in stories), reverse=True)
    assert [story.started_at for story in stories[:2]] == [0, 0]
    assert all(story.end is EndReason.RELEASED for story in stories)
    assert stories[2].blocked_s == stories[1].ended_at


def test_the_stream_of_a_fan_out_carries_all_its_members() -> None:
    gone = {"share": 1, "after": fixed(3)}
    stories = played(source(wait=True, fan_out={"members": 3}, losses=gone), policy=PAIR)
    assert [(story.end, story.ended_at) for story in stories[2:]] == [(EndReason.LOST, 13)]


def test_a_fan_out_whose_owner_comes_back_in_time_loses_no_member() -> None:
    away = {"share": 1, "after": fixed(3), "back_after": fixed(9)}
    stories = played(source(wait=True, fan_out={"members": 5}, losses=away), policy=PAIR)
    assert [story.end for story in stories] == [EndReason.RELEASED] * 5


def test_a_fan_out_outlives_a_crash() -> None:
    panel = source(wait=True, fan_out={"members": 5})
    stories = played(panel, policy=PAIR, crashes=[{"at_s": 14, "down_s": 20}], reconnect_s=2)
    assert [story.end for story in stories] == [EndReason.RELEASED] * 5


def test_one_member_of_a_fan_out_can_be_stopped_alone() -> None:
    panel = source(wait=True, fan_out={"members": 6}, cancels={"share": 0.5, "after": fixed(2)})
    ends = [story.end for story in played(panel, policy=PAIR, seed=3)]
    assert set(ends) == {EndReason.RELEASED, EndReason.CANCELLED}


def test_a_fan_out_that_asks_for_too_much_is_refused_whole() -> None:
    stories = played(source(wait=True, fan_out={"members": 61}), policy=PAIR)
    assert [story.refused for story in stories] == ["RUN_LIMIT"] * 61


def test_what_is_replayed_after_a_crash_is_what_was_there(monkeypatch: pytest.MonkeyPatch) -> None:
    compared = []

    class Witness(World):
        def restart(self) -> None:
            before = self.scheduler.snapshot()
            self.rebuild()
            compared.append((before, self.scheduler.snapshot()))
            super().restart()

    monkeypatch.setattr("scheduler_svc.simulate.play.World", Witness)
    busy = source(users=9, arrivals={"pattern": "every", "every_s": 4}, cancels={"share": 0.2, "after": fixed(9)})
    panel = source("panel", Tier.ADMIN, wait=True, fan_out={"members": 15}, arrivals=at(3_000))
    played(busy, panel, until_s=3_500, crashes=[{"at_s": 40}, {"at_s": 3_050}])
    assert len(compared) == 2
    assert all(before == after for before, after in compared)


@pytest.mark.parametrize("rate", [6, 7, 11, 60])
def test_members_that_wait_for_room_behind_a_rate_of_starts_all_start(rate: int) -> None:
    runs = {"starts_per_minute": rate, "max_wait_s": 60, "concurrency": 1, "expected_run_s": 0.5, "capacity": 300}
    burst = {"pattern": "burst", "count": 20, "at_s": 100, "within_s": 0.5}
    people = source(tier=Tier.PUBLIC, run_s=0.5, users=20, wait=True, fan_out={"members": 9}, arrivals=burst)
    stories = played(people, policy={"profile": "server", "runs": runs})
    assert [story.end for story in stories] == [EndReason.RELEASED] * 180


def test_who_waits_for_room_behind_places_starts_though_nothing_is_to_spare() -> None:
    burst = {"pattern": "burst", "count": 30, "within_s": 30}
    render = {"slots": 2, "expected_run_s": 45, "max_wait_s": 600}
    people = source("s0", run_s=45, users=200, wait=True, lane="data", arrivals=burst)
    # With these arrivals the sums for the last one but one are off by their last digit.
    stories = played(people, policy={"profile": "server", "render": render}, seed=1461)
    assert [story.end for story in stories] == [EndReason.RELEASED] * 30
