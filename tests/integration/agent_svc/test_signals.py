"""Signals: kept, claimed in order, drawn in runs of their own, each under its locks until its post phase is over."""

from __future__ import annotations

import asyncio
import json
import tomllib
from collections.abc import AsyncIterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import grpc
import pytest

from agent_svc.signals import new_tag
from plotlane.agent.v1 import agent_pb2 as pb
from plotlane.agent.v1 import agent_pb2_grpc
from plotlane.scheduler.v1 import scheduler_pb2, scheduler_pb2_grpc
from plotlane_kit.caller import Caller, Tier
from plotlane_kit.channel import open_channel
from plotlane_kit.errors import PlotlaneError, Reason
from plotlane_kit.grpc_errors import from_rpc_error
from plotlane_kit.run_tag import RUN_TAG_KEY, run_tag_pairs
from tests.integration.agent_svc.agent_house import CSV, AgentHouse, Guest, endless_catalogue
from tests.integration.agent_svc.model_house import FINE, model_settings
from tests.integration.agent_svc.signal_stage import DONE, FAILED, Stage, claimed, emit, ended, raise_curtain, register
from tests_support.agent import AgentProcess
from tests_support.dial import Dial
from tests_support.scripted_model import ScriptedModel, says

LATER = CSV.replace("4,25", "9,25")
BARS = "Crop;Yield\nbeet;2\nleek;3\n"
STAGE = "tests.integration.agent_svc.signal_stage:STAGE"


@pytest.fixture
def stage(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Stage:
    """Has the agents that start from now on find the handler `stage`."""
    register(tmp_path / "packages", "stage", STAGE)
    monkeypatch.syspath_prepend(str(tmp_path / "packages"))
    return raise_curtain()


@pytest.fixture
async def roomy_house(stage: Stage, empty_house: AgentHouse, tmp_path: Path) -> AgentHouse:
    """A house with places for three runs, in which a scatter plot never ends by itself; a bar chart does."""
    await empty_house.start_scheduler(runs={"concurrency": 3})
    await empty_house.start_agent(catalogue_dir=endless_catalogue(tmp_path / "catalogue"))
    return empty_house


@pytest.fixture
async def scheduler(roomy_house: AgentHouse) -> AsyncIterator[scheduler_pb2_grpc.SchedulerServiceStub]:
    async with open_channel(roomy_house.scheduler_address) as channel:
        yield scheduler_pb2_grpc.SchedulerServiceStub(channel)


@pytest.fixture
def told_to_the_renderer(monkeypatch: pytest.MonkeyPatch) -> asyncio.Queue[str]:
    """The tag of each render, in order."""
    told: asyncio.Queue[str] = asyncio.Queue()

    def pairs() -> tuple[tuple[str, str], ...]:
        carried = run_tag_pairs()
        told.put_nowait(dict(carried).get(RUN_TAG_KEY, ""))
        return carried

    monkeypatch.setattr("agent_svc.renderer_client.run_tag_pairs", pairs)
    return told


async def until(scheduler: scheduler_pb2_grpc.SchedulerServiceStub, **wanted: int) -> None:
    """Return when the pool of runs is as wanted."""
    async with asyncio.timeout(30):
        async for answer in scheduler.WatchStatus(scheduler_pb2.WatchStatusRequest(), wait_for_ready=True):
            pool = next(pool for pool in answer.status.pools if pool.pool == "runs")
            if all(getattr(pool, field) == value for field, value in wanted.items()):
                return


async def test_new_data_for_a_saved_session_becomes_its_next_version_by_the_same_rules(anna: Guest) -> None:
    session_id = await anna.session()
    await anna.set_options(session_id, title="Harvest")
    await anna.plot(session_id)
    before = await anna.whole(session_id)
    first = await emit(anna, "monday", "replot", {"session": session_id, "data": LATER})
    assert first.state == pb.SIGNAL_STATE_WAITING
    signal = await ended(anna, "monday")
    assert (signal.state, [(run.outcome, run.version) for run in signal.runs]) == (DONE, [("ok", 2)])
    after = await anna.whole(session_id)
    assert (after.chart_id, after.library, after.bindings) == (before.chart_id, before.library, before.bindings)
    assert after.versions[1].options == before.versions[0].options
    assert b"9.25" in await anna.file(session_id, "data.csv", 2)
    again = await emit(anna, "monday", "replot", {"session": session_id, "data": LATER})
    assert (again.state, again.ended_at) == (DONE, signal.ended_at)
    with pytest.raises(PlotlaneError) as refused:
        await emit(anna, "monday", "replot", {"session": session_id, "data": CSV})
    assert refused.value.reason is Reason.CONFLICT


async def test_data_that_lacks_a_column_is_refused_by_name_and_the_data_before_stays(anna: Guest) -> None:
    session_id = await anna.session()
    await emit(anna, "a", "replot", {"session": session_id, "data": LATER.replace("Yield", "Harvest")})
    signal = await ended(anna, "a")
    assert (signal.state, [(run.outcome, run.code) for run in signal.runs]) == (FAILED, [("failed", "invalid")])
    whole = await anna.whole(session_id)
    assert not whole.versions
    assert [column.name for column in whole.dataset.columns] == ["Dose (mg)", "Yield (t/ha)", "Soil"]


async def test_new_data_is_drawn_with_every_library_in_copies_of_the_session(anna: Guest) -> None:
    session_id = await anna.session()
    await emit(anna, "all", "fan-out", {"session": session_id, "data": LATER, "libraries": ["matplotlib", "seaborn"]})
    signal = await ended(anna, "all")
    assert (signal.state, [run.outcome for run in signal.runs]) == (DONE, ["ok", "ok"])
    drawn = [await anna.whole(run.session_id) for run in signal.runs]
    assert {each.library for each in drawn} == {"matplotlib", "seaborn"}
    for each in drawn:
        assert b"9.25" in await anna.file(each.session_id, "data.csv")
    parent = await anna.whole(session_id)
    assert not parent.versions
    assert b"9.25" not in parent.dataset.SerializeToString()


async def test_what_cannot_be_kept_is_refused_and_others_signals_and_sessions_are_not_there(
    anna: Guest, house: AgentHouse
) -> None:
    session_id, ben = await anna.session(), house.guest("ben")
    refusals: list[tuple[str, str, dict[str, Any], str]] = [
        ("no id", "replot", {"session": session_id, "data": CSV}, "signal_id"),
        ("a", "weather", {}, "there are fan-out, replot"),
        ("a", "replot", {"data": CSV}, "payload.session"),
        ("a", "replot", {"session": session_id, "data": CSV, "more": 1}, "payload.more"),
        ("a", "fan-out", {"session": session_id, "data": "x" * 600_000}, "larger than 512 KB"),
    ]
    for signal_id, handler, payload, part in refusals:
        with pytest.raises(PlotlaneError) as refused:
            await emit(anna, signal_id, handler, payload)
        assert refused.value.reason is Reason.INVALID
        assert part in " ".join(f"{one.field} {one.message}" for one in refused.value.violations)
    await emit(ben, "mine", "replot", {"session": session_id, "data": LATER})
    signal = await ended(ben, "mine")
    assert [(run.outcome, run.code, run.session_id) for run in signal.runs] == [("failed", "session_expired", "")]
    assert not (await anna.whole(session_id)).versions
    assert (await anna.refusal("GetSignal", signal_id="mine")).reason is Reason.NOT_FOUND
    assert [each.signal_id for each in (await ben.call("ListSignals")).signals] == ["mine"]
    assert not (await anna.call("ListSignals")).signals


async def test_a_fresh_session_is_made_for_a_prompt_that_names_none(stage: Stage, empty_house: AgentHouse) -> None:
    await empty_house.start_scheduler()
    await empty_house.start_agent()
    anna = empty_house.guest()
    fresh = {"chart": "bar", "library": "seaborn", "data": BARS, "text": "title: Harvest"}
    await emit(anna, "s", "stage", {"prompts": [fresh, {"chart": "no-such-chart"}]})
    signal = await ended(anna, "s")
    assert [(run.outcome, run.version) for run in signal.runs] == [("ok", 1), ("failed", 0)]
    made = await anna.whole(signal.runs[0].session_id)
    assert (made.chart_id, made.library, made.versions[0].options["title"]) == ("bar", "seaborn", "Harvest")
    assert len((await anna.call("ListSessions")).sessions) == 1


async def test_signals_are_handled_in_the_order_of_their_emission(stage: Stage, empty_house: AgentHouse) -> None:
    await empty_house.start_scheduler()
    await empty_house.start_agent()
    anna = empty_house.guest(tier=Tier.ADMIN)
    session_id, tables = await anna.session("bar", BARS), [BARS.replace("2", str(number)) for number in (5, 6, 7)]
    for number, table in enumerate(tables):
        await emit(anna, f"s{number}", "stage", {"prompts": [{"session": session_id, "data": table}]})
    assert [(await ended(anna, f"s{number}")).runs[0].version for number in range(3)] == [1, 2, 3]
    assert stage.handled == ["s0", "s1", "s2"]
    for number in range(3):
        assert f"beet,{number + 5}".encode() in await anna.file(session_id, "data.csv", number + 1)


async def test_a_resource_is_held_until_the_post_phase_is_over_and_holds_up_nobody_else(
    stage: Stage, roomy_house: AgentHouse, scheduler: scheduler_pb2_grpc.SchedulerServiceStub
) -> None:
    anna = roomy_house.guest(tier=Tier.ADMIN)
    endless, waits, free = await anna.session(), await anna.session("bar", BARS), await anna.session("bar", BARS)
    atlas = {"resources": ["atlas"]}
    await emit(anna, "first", "stage", {"gated": True, "prompts": [{"session": endless, **atlas}]})
    await claimed(anna, "first")
    await emit(anna, "second", "stage", {"prompts": [{"session": waits, **atlas}]})
    await emit(anna, "third", "stage", {"prompts": [{"session": free}]})
    assert (await ended(anna, "third")).state == DONE, "what shares nothing overlaps"
    await until(scheduler, in_flight=1, blocked=1)
    await anna.call("CancelTurn", session_id=endless)
    await stage.in_post["first"].wait()
    await until(scheduler, in_flight=0, blocked=1)  # its run is over, and still its resource is held
    stage.gates["first"].set()
    assert [(await ended(anna, name)).state for name in ("first", "second")] == [FAILED, DONE]
    assert [run.outcome for run in stage.results["first"].runs] == ["cancelled"]
    assert (stage.results["first"].failed, stage.results["second"].failed) == (True, False)


async def test_a_tag_names_its_own_run_while_others_are_in_flight_and_none_when_it_is_over(
    roomy_house: AgentHouse,
    scheduler: scheduler_pb2_grpc.SchedulerServiceStub,
    told_to_the_renderer: asyncio.Queue[str],
) -> None:
    anna = roomy_house.guest(tier=Tier.ADMIN)
    sessions = [await anna.session(), await anna.session()]
    tags = [new_tag(), new_tag()]
    for number, (session_id, tag) in enumerate(zip(sessions, tags, strict=True)):
        prompt = {"session": session_id, "tag": tag, "context": f"order {number}"}
        await emit(anna, f"s{number}", "stage", {"prompts": [prompt]})
    await until(scheduler, in_flight=2)
    for number, (session_id, tag) in enumerate(zip(sessions, tags, strict=True)):
        found = await scheduler.ResolveRunTag(scheduler_pb2.ResolveRunTagRequest(tag=tag))
        assert (found.session_id, found.context) == (session_id, f"order {number}".encode())
    assert {await told_to_the_renderer.get(), await told_to_the_renderer.get()} == set(tags)
    await emit(anna, "thief", "stage", {"prompts": [{"session": sessions[0], "tag": tags[1]}]})
    assert (await ended(anna, "thief")).runs[0].code == "run_active"
    for session_id in sessions:
        await anna.call("CancelTurn", session_id=session_id)
    await asyncio.gather(*(ended(anna, f"s{number}") for number in range(2)))
    for tag in tags:
        with pytest.raises(grpc.aio.AioRpcError) as unknown:
            await scheduler.ResolveRunTag(scheduler_pb2.ResolveRunTagRequest(tag=tag))
        assert from_rpc_error(unknown.value).reason is Reason.NOT_FOUND
    await anna.plot(await anna.session("bar", BARS))
    assert len(told_to_the_renderer.get_nowait()) == 32, "a run that nobody gave a tag has one too"


async def test_what_a_run_asks_of_its_model_carries_its_own_tag_under_overlap(
    stage: Stage, empty_house: AgentHouse, server: ScriptedModel
) -> None:
    await empty_house.start_scheduler(runs={"concurrency": 2})
    await empty_house.start_agent(model=model_settings(server))
    server.will(FINE, FINE)  # the tables
    anna = empty_house.guest(tier=Tier.ADMIN)
    sessions, tags = [await anna.session(), await anna.session()], [new_tag(), new_tag()]
    judged, answered = asyncio.Event(), asyncio.Event()
    server.will(*[replace(FINE, wait=judged)] * 2, *[says("Sorry.", wait=answered)] * 2)
    for number, (session_id, tag) in enumerate(zip(sessions, tags, strict=True)):
        prompt = {"session": session_id, "tag": tag, "text": f"Ask the shop about {tag}"}
        await emit(anna, f"s{number}", "stage", {"prompts": [prompt]})
    for times, both in ((4, judged), (6, answered)):
        await server.asked(times)
        both.set()
    assert [(await ended(anna, f"s{number}")).state for number in range(2)] == [DONE, DONE]
    asked = list(zip(server.requests, server.headers, strict=True))[2:]
    assert sorted(headers[RUN_TAG_KEY] for _, headers in asked) == sorted(tags * 2)
    for request, headers in asked:
        assert headers[RUN_TAG_KEY] in str(request["messages"])
    assert not any(RUN_TAG_KEY in headers for headers in server.headers[:2]), "a paste is no run"


async def test_a_usage_limit_ends_its_run_alone_and_the_signal_says_so(
    stage: Stage, empty_house: AgentHouse, server: ScriptedModel
) -> None:
    await empty_house.start_scheduler()
    await empty_house.start_agent(model=model_settings(server))
    server.will(FINE, FINE)
    anna = empty_house.guest(tier=Tier.ADMIN)
    poor, rich = await anna.session("bar", BARS), await anna.session("bar", BARS)
    prompts = [{"session": poor, "text": "Explain it", "usage_limit": 10}, {"session": rich}]
    await emit(anna, "s", "stage", {"prompts": prompts})
    signal = await ended(anna, "s")
    assert (signal.state, signal.limited) == (FAILED, True)
    assert [(run.outcome, run.code, run.limited) for run in signal.runs] == [
        ("refused", "budget", True),
        ("ok", "", False),
    ]
    assert len(server.requests) == 2, "nothing was asked that could pass the limit"
    assert (stage.results["s"].failed, stage.results["s"].limited) == (True, True)


async def test_the_documented_handler_of_ones_own_works_as_its_package_declares_it(
    repository: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, empty_house: AgentHouse
) -> None:
    package = repository / "examples" / "outbox_handler"
    declared = tomllib.loads((package / "pyproject.toml").read_text())["project"]["entry-points"]
    for name, target in declared["plotlane.signal_handlers"].items():
        register(tmp_path / "packages", name, target)
    for folder in (package, tmp_path / "packages"):
        monkeypatch.syspath_prepend(str(folder))
    monkeypatch.setenv("OUTBOX", str(tmp_path / "outbox"))
    await empty_house.start_scheduler()
    await empty_house.start_agent()
    anna = empty_house.guest()
    session_id = await anna.session("bar", BARS)
    with pytest.raises(PlotlaneError, match="Say `title`"):
        await emit(anna, "week-31", "outbox", {"session": session_id, "data": BARS})
    await emit(anna, "week-31", "outbox", {"session": session_id, "data": BARS, "title": "Week 31"})
    assert (await ended(anna, "week-31")).state == DONE
    assert (await anna.whole(session_id)).versions[0].options["title"] == "Week 31"
    ticket = json.loads((tmp_path / "outbox" / "week-31.json").read_text())
    assert ticket == {"session": session_id, "version": 1, "failed": False, "limited": False}


@pytest.mark.parametrize("handler", ["replot", "stage"])
async def test_a_run_that_waits_outlives_a_scheduler_that_is_stopped_and_started_again(
    handler: str, stage: Stage, endless_house: AgentHouse
) -> None:
    anna = endless_house.guest(tier=Tier.ADMIN)
    draws, waits = await anna.session(), await anna.session("bar", BARS)
    payloads: dict[str, dict[str, Any]] = {
        "replot": {"session": waits, "data": BARS},
        "stage": {"prompts": [{"session": waits}]},
    }
    await emit(anna, "draws", "replot", {"session": draws, "data": CSV})
    await emit(anna, "waits", handler, payloads[handler])
    async with open_channel(endless_house.scheduler_address) as channel:
        scheduler = scheduler_pb2_grpc.SchedulerServiceStub(channel)
        await until(scheduler, in_flight=1, waiting=1)
        await endless_house.stop_scheduler()
        await endless_house.start_scheduler(runs={"concurrency": 1})
        await until(scheduler, in_flight=1, waiting=1)
    await anna.call("CancelTurn", session_id=draws)
    assert [(await ended(anna, name)).state for name in ("draws", "waits")] == [FAILED, DONE]
    assert len((await anna.whole(waits)).versions) == 1


async def test_an_agent_that_stops_lets_what_it_has_claimed_reach_its_outcome(house: AgentHouse) -> None:
    anna = house.guest()
    session_id = await anna.session("bar", BARS)
    await house.stop_agent()
    await house.start_agent(drain_s=60)
    anna = house.guest()
    await emit(anna, "s", "replot", {"session": session_id, "data": BARS.replace("2", "5")})
    await claimed(anna, "s")
    await house.stop_agent()
    await house.start_agent()
    signal = (await house.guest().call("GetSignal", signal_id="s")).signal
    assert (signal.state, [run.version for run in signal.runs]) == (DONE, [1])


async def test_what_a_killed_agent_had_claimed_is_failed_and_not_run_again_and_the_rest_is_handled(
    empty_house: AgentHouse, tmp_path: Path, dial: Dial
) -> None:
    await empty_house.start_scheduler(runs={"concurrency": 1}, lease_grace_s=1)
    process = AgentProcess(
        tmp_path / "agent",
        scheduler_address=empty_house.scheduler_address,
        renderer_address=empty_house.renderer_address,
        catalogue_dir=endless_catalogue(tmp_path / "catalogue"),
        signals__claim_next="started",
    )
    await process.start()
    try:
        anna = Guest(agent_pb2_grpc.AgentServiceStub(dial(process.address)), Caller("anna", Tier.ADMIN))
        endless, bars = await anna.session(), [await anna.session("bar", BARS) for _ in range(2)]
        await emit(anna, "runs", "replot", {"session": endless, "data": LATER})
        for name, session_id in zip(("queued", "waits"), bars, strict=True):
            await emit(anna, name, "replot", {"session": session_id, "data": BARS.replace("2", "5")})
        await claimed(anna, "queued")
        await process.kill()
        await process.start()
        assert (await ended(anna, "waits")).state == DONE
        for name, session_id in (("runs", endless), ("queued", bars[0])):
            signal = await ended(anna, name)
            assert (signal.state, signal.code, signal.runs[0].outcome) == (FAILED, "upstream", "failed")
            assert "restarted" in signal.text
            assert not (await anna.whole(session_id)).versions
    finally:
        await process.stop()
