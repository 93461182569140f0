"""Fan-outs: one table drawn with every library that can, each in a session of its own, none lost."""

from __future__ import annotations

import asyncio
import json
from collections import defaultdict
from collections.abc import Iterable
from pathlib import Path

import pytest
import sqlalchemy as sa

from agent_svc.sessions.database import open_database, sqlite_url
from agent_svc.sessions.tables import fanout_members
from plotlane.agent.v1 import agent_pb2 as pb
from plotlane_kit.caller import Tier
from plotlane_kit.errors import PlotlaneError, Reason
from plotlane_kit.settings import Profile
from tests.integration.agent_svc.agent_house import AgentHouse, Guest
from tests.integration.agent_svc.test_renderers import Start, start_renderer, until_render_pool
from tests_support.scheduler import SchedulerProcess
from tests_support.shipped import shipped_catalogue

__all__ = ["start_renderer"]  # the fixture

Events = list[pb.FanOutEvent]


async def fan_out(guest: Guest, session_id: str, *libraries: str) -> Events:
    """Every event of a fan-out, from its start to its end."""
    stream = guest.stream("FanOut", session_id=session_id, libraries=libraries)
    return [message.event async for message in stream]


async def watch(guest: Guest, group_id: str, after: int = 0) -> Events:
    """Every event after one, to the end."""
    stream = guest.stream("WatchFanOut", group_id=group_id, after_event_id=after)
    return [message.event async for message in stream]


async def begun(guest: Guest, session_id: str, *libraries: str) -> pb.FanOutEvent:
    """A fan-out whose reader has left after the first event."""
    stream = guest.stream("FanOut", session_id=session_id, libraries=libraries)
    first: pb.FanOutEvent = (await anext(stream)).event
    await stream.aclose()
    return first


def ends(events: Iterable[pb.FanOutEvent]) -> dict[str, list[str]]:
    """The outcomes by library; the whole's under the empty name. One list with one word each, or something is wrong."""
    found: dict[str, list[str]] = defaultdict(list)
    for event in events:
        if event.event.HasField("done"):
            found[event.library].append(event.event.done.outcome)
    return dict(found)


def texts(events: Iterable[pb.FanOutEvent], library: str) -> list[str]:
    """What went wrong with one member."""
    return [each.event.error.text for each in events if each.library == library and each.event.HasField("error")]


def faults(events: Iterable[pb.FanOutEvent]) -> list[tuple[str, str]]:
    """Which members did not go well, and what their errors said: a failing test says why."""
    return [(each.library, each.event.error.text) for each in events if each.event.HasField("error")]


async def test_every_library_that_can_draws_the_same_data_in_a_session_of_its_own(
    anna: Guest, house: AgentHouse
) -> None:
    parent = await anna.session()
    able = set(shipped_catalogue().get("scatter").libraries)
    able &= set((await anna.call("GetStatus")).libraries)
    events = await fan_out(anna, parent)
    assert ends(events) == {library: ["ok"] for library in (*able, "")}, faults(events)
    assert [each.event.event_id for each in events] == sorted({each.event.event_id for each in events})
    for member in events[0].members:
        session = await anna.whole(member.session_id)
        assert (session.library, session.chart_id) == (member.library, "scatter")
        assert len(session.versions) == 1
        assert (await anna.file(member.session_id, "plot-light.png")).startswith(b"\x89PNG")
    assert not (await anna.whole(parent)).versions


async def sessions(guest: Guest) -> set[str]:
    return {each.session_id for each in (await guest.call("ListSessions")).sessions}


async def test_what_is_not_ready_is_refused_whole_and_nothing_is_left(anna: Guest) -> None:
    ready = await anna.session()
    bare = (await anna.call("CreateSession", chart_id="scatter")).session_id
    chartless = (await anna.call("CreateSession")).session_id
    before = await sessions(anna)
    for session_id, libraries, part in [
        (chartless, [], "no chart yet"),
        (bare, [], "paste a table"),
        (ready, ["seaborn", "fortran"], "libraries[1]"),
        (ready, ["seaborn", "seaborn"], "each once"),
        (ready, ["seaborn"] * 33, "at most 32"),
    ]:
        refused = await fan_out_refusal(anna, session_id, *libraries)
        said = " ".join([refused.message, *(f"{one.field} {one.message}" for one in refused.violations)])
        assert refused.reason is Reason.INVALID
        assert part in said
    assert (await fan_out_refusal(anna, "nobody")).reason is Reason.NOT_FOUND
    assert await sessions(anna) == before


async def fan_out_refusal(guest: Guest, session_id: str, *libraries: str) -> PlotlaneError:
    with pytest.raises(PlotlaneError) as refused:
        await fan_out(guest, session_id, *libraries)
    return refused.value


async def test_a_user_without_room_for_all_copies_gets_none(empty_house: AgentHouse) -> None:
    await empty_house.start_scheduler(profile=Profile.SERVER, quotas={"sessions": 3})
    await empty_house.start_agent()
    ben = empty_house.guest("ben")
    parent = await ben.session()
    assert (await fan_out_refusal(ben, parent, "matplotlib", "seaborn", "plotnine")).reason is Reason.RUN_LIMIT
    assert await sessions(ben) == {parent}
    assert set(ends(await fan_out(ben, parent, "matplotlib"))) == {"matplotlib", ""}


async def test_whoever_leaves_and_comes_back_misses_nothing_and_strangers_see_nothing(
    anna: Guest, house: AgentHouse
) -> None:
    first = await begun(anna, await anna.session(), "matplotlib", "seaborn")
    events = await watch(anna, first.group_id, first.event.event_id)
    assert ends(events) == {"matplotlib": ["ok"], "seaborn": ["ok"], "": ["ok"]}
    assert await watch(anna, first.group_id, events[-1].event.event_id) == events[-1:]
    stranger = house.guest("ben")
    assert (await stranger.refusal("CancelFanOut", group_id=first.group_id)).reason is Reason.NOT_FOUND
    with pytest.raises(PlotlaneError, match="no such fan-out"):
        await watch(stranger, first.group_id)


async def test_members_are_stopped_one_by_one_and_the_parent_was_never_in_the_way(endless_house: AgentHouse) -> None:
    anna = endless_house.guest(tier=Tier.PREMIUM)
    parent = await anna.session()
    stream = anna.stream("FanOut", session_id=parent, libraries=["seaborn", "matplotlib"])
    first = (await anext(stream)).event
    members = {one.library: one.session_id for one in first.members}
    assert list(members) == ["matplotlib", "seaborn"], "the longest first"
    async for message in stream:  # the first one draws and never ends, the other waits behind it
        if message.event.event.status.step == pb.STEP_RENDERING:
            break
    await anna.set_options(parent, title="Free")
    busy = await anna.refusal("SetOptions", session_id=members["matplotlib"])
    assert (busy.reason, busy.metadata["kind"]) == (Reason.RUN_ACTIVE, "plot")
    listed = {each.session_id for each in (await anna.call("ListSessions")).sessions if each.busy}
    assert listed == set(members.values())
    await anna.call("CancelTurn", session_id=members["matplotlib"])
    await stream.aclose()
    events = await watch(anna, first.group_id)
    assert ends(events) == {"matplotlib": ["cancelled"], "seaborn": ["ok"], "": ["cancelled"]}
    assert not (await anna.whole(members["matplotlib"])).versions


async def test_a_fan_out_is_stopped_as_a_whole_and_all_its_sessions_are_free(endless_house: AgentHouse) -> None:
    anna = endless_house.guest(tier=Tier.PREMIUM)
    first = await begun(anna, await anna.session(), "matplotlib", "seaborn", "plotnine")
    await anna.call("CancelFanOut", group_id=first.group_id)
    assert ends(await watch(anna, first.group_id)) == {
        library: ["cancelled"] for library in ("matplotlib", "seaborn", "plotnine", "")
    }
    for member in first.members:
        await anna.set_options(member.session_id, title="Free")
    await anna.call("CancelFanOut", group_id=first.group_id)


async def test_two_fan_outs_and_a_plot_of_one_user_share_the_cap(endless_house: AgentHouse) -> None:
    await endless_house.stop_agent()
    await endless_house.stop_scheduler()
    await endless_house.start_scheduler(runs={"concurrency": 5})
    await endless_house.start_agent(catalogue_dir=endless_house.data_dir.with_name("catalogue"))
    anna = endless_house.guest()  # public: two runs
    parent = await anna.session()
    one = await begun(anna, parent, "matplotlib")
    two = await begun(anna, parent, "matplotlib")
    for group in (one, two):
        async for message in anna.stream("WatchFanOut", group_id=group.group_id):
            if message.event.event.status.step == pb.STEP_RENDERING:
                break
    plot = await anna.plot(parent)
    assert plot[-2].error.code == "run_limit"
    three = await begun(anna, parent, "seaborn")
    async for message in anna.stream("WatchFanOut", group_id=three.group_id):
        if message.event.session_id:
            assert message.event.event.status.blocked == "user_cap"
            break
    await anna.call("CancelFanOut", group_id=one.group_id)
    assert ends(await watch(anna, three.group_id)) == {"seaborn": ["ok"], "": ["ok"]}
    await anna.call("CancelFanOut", group_id=two.group_id)


async def test_a_member_that_waits_too_long_gives_up_and_says_what_was_in_its_way(
    endless_house: AgentHouse, monkeypatch: pytest.MonkeyPatch
) -> None:
    anna = endless_house.guest()  # public: two runs, and one place
    parent = await anna.session()
    running = [await begun(anna, parent, "matplotlib"), await begun(anna, parent, "matplotlib")]
    for group in running:
        async for message in anna.stream("WatchFanOut", group_id=group.group_id):
            if message.event.event.status.step in (pb.STEP_RENDERING, pb.STEP_QUEUED):
                break
    monkeypatch.setattr("agent_svc.scheduled_groups.GIVE_UP_AFTER_S", 0.2)
    late = await fan_out(anna, parent, "seaborn")
    assert ends(late) == {"seaborn": ["failed"], "": ["failed"]}
    assert "as many plots and data runs in progress as you may" in texts(late, "seaborn")[0]
    for group in running:
        await anna.call("CancelFanOut", group_id=group.group_id)


async def test_what_an_agent_leaves_behind_is_told_by_the_next_and_not_run_again(endless_house: AgentHouse) -> None:
    first = await begun(endless_house.guest(), await endless_house.guest().session(), "matplotlib", "seaborn")
    await endless_house.stop_agent()
    await endless_house.start_agent()
    events = await watch(endless_house.guest(), first.group_id, after=99)
    assert ends(events) == {"matplotlib": ["failed"], "seaborn": ["failed"], "": ["failed"]}
    for member in first.members:
        assert not (await endless_house.guest().whole(member.session_id)).versions
        assert texts(events, member.library)


async def test_a_killed_agent_leaves_nothing_in_process(house: AgentHouse) -> None:
    anna = house.guest()
    events = await fan_out(anna, await anna.session(), "matplotlib", "seaborn")
    group_id, drawn = events[0].group_id, events[0].members[0]
    await house.stop_agent()
    await forget_the_ends(house, group_id)
    await house.start_agent()
    anna = house.guest()
    await anna.call("DeleteSession", session_id=events[0].members[1].session_id)
    await house.stop_agent()
    await forget_the_ends(house, group_id)
    await house.start_agent()
    retold = await watch(house.guest(), group_id)
    assert ends(retold) == {drawn.library: ["ok"], events[0].members[1].library: ["failed"], "": ["failed"]}
    assert "restarted" in texts(retold, events[0].members[1].library)[0]
    assert [each.event.plot.version.number for each in retold if each.event.HasField("plot")] == [1]


async def forget_the_ends(house: AgentHouse, group_id: str) -> None:
    """Make the book as it is while the members are in process."""
    database = await open_database(sqlite_url(house.data_dir / "agent.db"))
    rows = sa.update(fanout_members).where(fanout_members.c.group_id == group_id)
    await database.run(lambda connection: connection.execute(rows.values(outcome="", version=0, text="", code="")))
    await database.close()


QUICK = ("matplotlib", "seaborn", "plotnine")  # without a browser: three members for two places


@pytest.mark.parametrize(
    "libraries", [pytest.param(QUICK, id="quick"), pytest.param((), id="all", marks=pytest.mark.full)]
)
@pytest.mark.parametrize("how", ["killed", "stopped"])
async def test_all_members_end_with_a_picture_though_a_renderer_dies_and_the_scheduler_restarts(
    how: str, libraries: tuple[str, ...], empty_house: AgentHouse, start_renderer: Start, tmp_path: Path
) -> None:
    scheduler = SchedulerProcess(tmp_path / "journal", drain_s=0)
    await scheduler.start()
    try:
        empty_house.scheduler_address = scheduler.address
        renderers = [await start_renderer(), await start_renderer()]
        await until_render_pool(empty_house, concurrency=2)
        await empty_house.start_agent()
        anna = empty_house.guest(tier=Tier.PREMIUM)
        first = await begun(anna, await anna.session(), *libraries)
        async for message in anna.stream("WatchFanOut", group_id=first.group_id):
            if message.event.event.status.step == pb.STEP_RENDERING:
                break
        if how == "killed":
            await scheduler.kill()
        else:
            await scheduler.stop()
        await renderers[0].shutdown(0)
        await scheduler.start()
        events = await watch(anna, first.group_id)
        drawn = [one.library for one in first.members]
        assert set(drawn) >= set(libraries)
        assert ends(events) == {library: ["ok"] for library in (*drawn, "")}, faults(events)
        for member in first.members:
            assert [each.number for each in (await anna.whole(member.session_id)).versions] == [1]
        await empty_house.stop_agent()
    finally:
        await scheduler.stop()


async def test_two_other_users_wait_for_no_more_than_the_cap_lets_in_before_them(
    empty_house: AgentHouse, tmp_path: Path
) -> None:
    scheduler = SchedulerProcess(tmp_path / "journal", drain_s=0, runs__concurrency=2)
    await scheduler.start()
    try:
        empty_house.scheduler_address = scheduler.address
        await empty_house.start_agent()
        anna, ben, cleo = (empty_house.guest(name) for name in ("anna", "ben", "cleo"))
        others = [(guest, await guest.session()) for guest in (ben, cleo)]
        first = await begun(anna, await anna.session(), *QUICK)
        plots = await asyncio.gather(*(guest.plot(session_id) for guest, session_id in others))
        assert [plot[-1].done.outcome for plot in plots] == ["ok", "ok"]
        events = await watch(anna, first.group_id)
        assert ends(events) == {library: ["ok"] for library in (*QUICK, "")}, faults(events)
        await empty_house.stop_agent()
        lines = [json.loads(line) for line in scheduler.lines if '"event": "run"' in line]
        # Two of the fan-out's members fill the cap; the rest is outside the queue, so nobody stands behind it.
        assert len(lines) == len(first.members) + len(others)
        assert {line["outcome"] for line in lines} == {"ok"}
        assert max(line["queue_position"] for line in lines) <= 2 + len(others)
    finally:
        await scheduler.stop()
