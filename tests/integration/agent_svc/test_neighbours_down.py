"""A scheduler or a renderer that is down: the user is told to try again, nothing hangs, and afterwards it works."""

from __future__ import annotations

import pytest

from plotlane.agent.v1 import agent_pb2 as pb
from plotlane_kit.errors import PlotlaneError, Reason
from tests.integration.agent_svc.agent_house import AgentHouse, kinds
from tests.integration.agent_svc.test_one_thing_at_a_time import begin, until


async def test_without_a_scheduler_actions_are_refused_and_sessions_can_be_read(house: AgentHouse) -> None:
    anna = house.guest()
    session_id = await anna.session()
    await house.stop_scheduler()
    with pytest.raises(PlotlaneError) as refused:
        await anna.plot(session_id)
    assert refused.value.reason is Reason.UPSTREAM
    assert "try again" in refused.value.message
    assert (await anna.whole(session_id)).dataset.rows == 4
    await house.start_scheduler()
    assert (await anna.plot(session_id))[-1].done.outcome == "ok"


async def test_a_turn_whose_scheduler_forgets_it_ends_with_upstream(endless_house: AgentHouse) -> None:
    anna = endless_house.guest()
    session_id = await anna.session()
    turn = begin(anna, session_id)
    await until(turn, pb.STEP_RENDERING)
    await endless_house.stop_scheduler()
    await endless_house.start_scheduler(journal_url="memory:")
    rest = [message.event async for message in turn]
    assert kinds(rest)[-2:] == ["error", "done"]
    assert (rest[-2].error.code, rest[-1].done.outcome) == ("upstream", "failed")
    assert "try again" in rest[-2].error.text
    await anna.call("CancelTurn", session_id=session_id)
    await anna.call("UpdateSession", session_id=session_id, chart_id="bar")
    assert (await anna.plot(session_id))[-1].done.outcome == "ok"


async def test_without_a_renderer_a_plot_ends_with_upstream(house: AgentHouse) -> None:
    await house.stop_agent()
    await house.start_agent(renderer_address="127.0.0.1:9", renderer_patience_s=0)
    anna = house.guest()
    session_id = await anna.session()
    events = await anna.plot(session_id)
    assert kinds(events)[-2:] == ["error", "done"]
    assert events[-2].error.code == "upstream"
    assert list((await anna.call("GetStatus")).libraries) == []
    assert not (await anna.call("GetEligibility", chart_id="scatter", library="matplotlib")).eligible


async def test_a_drain_tells_those_that_wait_and_refuses_new_turns(endless_house: AgentHouse) -> None:
    anna = endless_house.guest()
    first, second = await anna.session(), await anna.session()
    await until(running := begin(anna, first), pb.STEP_RENDERING)
    await until(queued := begin(anna, second), pb.STEP_QUEUED)
    await endless_house.stop_agent()
    for turn in (queued, running):
        told = [message.event async for message in turn]
        assert (told[-2].error.code, told[-1].done.outcome) == ("capacity", "failed")


async def test_a_drain_lets_a_running_turn_finish(house: AgentHouse) -> None:
    await house.stop_agent()
    await house.start_agent(drain_s=30)
    anna = house.guest()
    session_id = await anna.session()
    turn = begin(anna, session_id)
    await until(turn, pb.STEP_RENDERING)
    await house.stop_agent()
    assert [message.event async for message in turn][-1].done.version == 1
