"""In a session it is one thing at a time, across sessions nothing blocks, and a turn can be stopped at any moment."""

from __future__ import annotations

from collections.abc import AsyncGenerator, AsyncIterator
from typing import Any

import pytest

from plotlane.agent.v1 import agent_pb2 as pb
from plotlane_kit.errors import PlotlaneError, Reason
from tests.integration.agent_svc.agent_house import CSV, DARK, AgentHouse, Guest, kinds


async def until(turn: AsyncIterator[Any], step: int) -> list[pb.TurnEvent]:
    """The events of a turn up to the first of this step."""
    seen = []
    async for message in turn:
        seen.append(message.event)
        if message.event.status.step == step:
            return seen
    raise AssertionError(f"the turn ended: {seen}")


def begin(guest: Guest, session_id: str) -> AsyncGenerator[Any, None]:
    """The events of a turn of the button, as they come."""
    return guest.stream("StartTurn", session_id=session_id, create_plot=pb.CreatePlot())


SECOND_ACTIONS: list[tuple[str, dict[str, Any]]] = [
    ("SetDataset", {"text": CSV}),
    ("SetReading", {"choices": {"header": "none"}}),
    ("SetBindings", {"bindings": [pb.Binding(role="x", column="Dose (mg)")]}),
    ("SetOptions", {}),
    ("UpdateSession", {"chart_id": "bar"}),
]


@pytest.mark.parametrize(("method", "fields"), SECOND_ACTIONS, ids=[method for method, _ in SECOND_ACTIONS])
async def test_a_second_action_in_a_busy_session_is_refused_at_once(
    endless_house: AgentHouse, method: str, fields: dict[str, Any]
) -> None:
    anna = endless_house.guest()
    session_id = await anna.session()
    turn = begin(anna, session_id)
    await until(turn, pb.STEP_RENDERING)
    refused = await anna.refusal(method, session_id=session_id, **fields)
    assert refused.reason is Reason.RUN_ACTIVE
    assert refused.message.endswith("in this session; wait until it ends or stop it, then try again")
    await anna.call("CancelTurn", session_id=session_id)


async def test_a_second_turn_in_a_busy_session_is_refused_before_its_first_event(endless_house: AgentHouse) -> None:
    anna = endless_house.guest()
    session_id = await anna.session()
    turn = begin(anna, session_id)
    await until(turn, pb.STEP_RENDERING)
    with pytest.raises(PlotlaneError) as refused:
        await anna.say(session_id, "log scale")
    assert refused.value.reason is Reason.RUN_ACTIVE
    await anna.call("CancelTurn", session_id=session_id)


async def test_a_running_turn_refuses_the_toggle_of_its_session(endless_house: AgentHouse) -> None:
    anna = endless_house.guest()
    session_id = await anna.session("bar")
    await anna.plot(session_id)
    await anna.call("UpdateSession", session_id=session_id, chart_id="scatter")
    turn = begin(anna, session_id)
    await until(turn, pb.STEP_RENDERING)
    refused = await anna.refusal("RenderTheme", session_id=session_id, version=1, theme=DARK)
    assert refused.reason is Reason.RUN_ACTIVE
    await anna.call("CancelTurn", session_id=session_id)


async def test_two_windows_work_and_a_third_plot_is_told_to_wait(endless_house: AgentHouse) -> None:
    anna, bert = endless_house.guest("anna"), endless_house.guest("bert")
    first, second, third = [await anna.session() for _ in range(3)]
    running, queued = begin(anna, first), begin(anna, second)
    await until(running, pb.STEP_RENDERING)
    await until(queued, pb.STEP_QUEUED)

    events = await anna.plot(third)
    assert kinds(events) == ["ready", "error", "done"]
    error = events[1].error
    assert error.code == "run_limit"
    assert error.text == (
        "you already have 2 plots or data runs in progress in other windows; wait until one finishes, then try again"
    )
    assert (error.details["cap"], error.details["count"]) == ("2", "2")
    assert (await anna.whole(third)).transcript[-1].text == error.text

    berts = await bert.session()
    waiting = await until(begin(bert, berts), pb.STEP_QUEUED)
    assert waiting[-1].status.position == 2
    for guest, session_id in ((anna, first), (anna, second), (bert, berts)):
        await guest.call("CancelTurn", session_id=session_id)


async def test_a_queued_turn_can_be_stopped_and_its_session_is_free_at_once(endless_house: AgentHouse) -> None:
    anna = endless_house.guest()
    first, second = await anna.session(), await anna.session()
    running, queued = begin(anna, first), begin(anna, second)
    await until(running, pb.STEP_RENDERING)
    await until(queued, pb.STEP_QUEUED)
    await anna.call("CancelTurn", session_id=second)
    rest = [message.event async for message in queued]
    assert (kinds(rest)[-1], rest[-1].done.outcome) == ("done", "cancelled")
    assert (await anna.whole(second)).transcript[-1].text.startswith("This was stopped on request")
    await anna.set_options(second, title="Free")
    await anna.call("CancelTurn", session_id=first)


async def test_a_rendering_turn_can_be_stopped_and_its_place_is_free(endless_house: AgentHouse) -> None:
    anna = endless_house.guest()
    session_id = await anna.session()
    turn = begin(anna, session_id)
    await until(turn, pb.STEP_RENDERING)
    assert (await anna.whole(session_id)).turn_id
    assert [line.busy for line in (await anna.call("ListSessions")).sessions] == [True]
    await anna.call("CancelTurn", session_id=session_id)
    rest = [message.event async for message in turn]
    assert rest[-1].done.outcome == "cancelled"
    assert not (await anna.whole(session_id)).turn_id
    await anna.call("UpdateSession", session_id=session_id, chart_id="bar")
    assert (await anna.plot(session_id))[-1].done.outcome == "ok"


async def test_stopping_a_session_without_a_turn_is_no_error(house: AgentHouse) -> None:
    anna = house.guest()
    session_id = await anna.session()
    await anna.call("CancelTurn", session_id=session_id)


async def test_deleting_a_session_stops_what_runs_in_it(endless_house: AgentHouse) -> None:
    anna = endless_house.guest()
    session_id = await anna.session()
    turn = begin(anna, session_id)
    await until(turn, pb.STEP_RENDERING)
    await anna.call("DeleteSession", session_id=session_id)
    rest = [message.event async for message in turn]
    assert rest[-1].done.outcome == "cancelled"
    assert (await anna.refusal("GetSession", session_id=session_id)).reason is Reason.NOT_FOUND


async def test_a_queued_turn_whose_readers_stay_away_leaves_the_queue(endless_house: AgentHouse) -> None:
    await endless_house.stop_agent()
    await endless_house.start_agent(reader_grace_s=0.3, catalogue_dir=endless_house.data_dir.parent / "catalogue")
    anna, bert = endless_house.guest("anna"), endless_house.guest("bert")
    blocking, abandoned, behind = await anna.session(), await anna.session(), await bert.session()
    await until(running := begin(anna, blocking), pb.STEP_RENDERING)
    await until(queued := begin(anna, abandoned), pb.STEP_QUEUED)
    watching = begin(bert, behind)
    assert (await until(watching, pb.STEP_QUEUED))[-1].status.position == 2
    await queued.aclose()
    assert (await until(watching, pb.STEP_QUEUED))[-1].status.position == 1
    await running.aclose()


async def test_a_turn_in_flight_goes_on_without_readers_and_its_version_is_kept(house: AgentHouse) -> None:
    anna = house.guest()
    session_id = await anna.session()
    turn = begin(anna, session_id)
    turn_id = (await until(turn, pb.STEP_RENDERING))[0].ready.turn_id
    await turn.aclose()
    again = [m.event async for m in anna.stream("WatchTurn", session_id=session_id, turn_id=turn_id, after_event_id=1)]
    assert again[-1].done.version == 1
    assert [version.number for version in (await anna.whole(session_id)).versions] == [1]


async def test_a_third_plot_that_wants_to_wait_is_made_when_one_of_the_others_has_ended(
    endless_house: AgentHouse,
) -> None:
    anna = endless_house.guest()
    first, second, third = [await anna.session() for _ in range(3)]
    running, queued = begin(anna, first), begin(anna, second)
    await until(running, pb.STEP_RENDERING)
    await until(queued, pb.STEP_QUEUED)
    waiting = anna.stream("StartTurn", session_id=third, create_plot=pb.CreatePlot(wait=True))
    assert (await anext(waiting)).event.HasField("ready")
    await anna.call("CancelTurn", session_id=first)
    assert kinds(await until(waiting, pb.STEP_QUEUED)) == ["status"]  # it was BLOCKED, and is let in now
    for session_id in (second, third):
        await anna.call("CancelTurn", session_id=session_id)
