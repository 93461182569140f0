"""How turns with a model come to an end before their own: stopped at a step, out of budget, or without a review."""

from __future__ import annotations

import asyncio
import json
import os
import sys
from pathlib import Path

import pytest

from agent_svc.evals.case import Case, write_case
from plotlane.agent.v1 import agent_pb2 as pb
from plotlane_kit.caller import Tier
from plotlane_kit.clock import SystemClock
from plotlane_kit.house.lock import lock_house
from plotlane_kit.house.register import Entry, Register, register_path
from tests.integration.agent_svc.agent_house import CSV, AgentHouse, Guest, endless_catalogue, kinds
from tests.integration.agent_svc.model_house import FINE, ModelGuest, model_settings, plots, texts_of, uses_all
from tests.integration.agent_svc.test_model_hostile import EVIL, EVIL_CSV
from tests.integration.agent_svc.test_model_turns import plot_of
from tests_support.scripted_model import Refusal, ScriptedModel, says, uses


async def until_step(guest: Guest, session_id: str, text: str, step: pb.Step.ValueType) -> asyncio.Task[pb.TurnEvent]:
    """A turn of a message that has come to this step; the task returns its last event."""
    reached = asyncio.Event()

    async def read() -> pb.TurnEvent:
        last = pb.TurnEvent()
        async for message in guest.stream("StartTurn", session_id=session_id, text=text):
            last = message.event
            if last.status.step == step:
                reached.set()
        return last

    reading = asyncio.create_task(read())
    async with asyncio.timeout(30):
        await reached.wait()
    return reading


async def test_a_turn_is_stopped_while_it_draws_and_another_while_it_waits_for_its_place(
    empty_house: AgentHouse, server: ScriptedModel, tmp_path: Path
) -> None:
    await empty_house.start_scheduler(runs={"concurrency": 1})
    catalogue = endless_catalogue(tmp_path / "catalogue")
    await empty_house.start_agent(model=model_settings(server), catalogue_dir=catalogue)
    ada = ModelGuest(empty_house, server)
    ada.guest = empty_house.guest(tier=Tier.ADMIN)
    draws, waits = await ada.session(), await ada.session()
    server.will(FINE, plots())
    drawing = await until_step(ada.guest, draws, "draw it", pb.STEP_RENDERING)
    server.will(FINE, plots())
    queued = await until_step(ada.guest, waits, "draw it", pb.STEP_QUEUED)
    for session_id, turn in ((waits, queued), (draws, drawing)):
        await ada.guest.call("CancelTurn", session_id=session_id)
        assert (await turn).done.outcome == "cancelled"
        await ada.guest.set_options(session_id, title="free")
        assert not (await ada.guest.whole(session_id)).versions


async def test_a_turn_is_stopped_while_its_picture_is_looked_at(
    reviewing_house: AgentHouse, server: ScriptedModel
) -> None:
    ada, never = ModelGuest(reviewing_house, server), asyncio.Event()
    session_id = await ada.session()
    server.will(uses("defects", {"defects": []}, wait=never))
    turn = asyncio.create_task(ada.guest.plot(session_id))
    await server.asked(2)
    await ada.guest.call("CancelTurn", session_id=session_id)
    events = await turn
    never.set()
    assert events[-1].done.outcome == "cancelled"
    assert not (await ada.guest.whole(session_id)).versions
    await ada.guest.set_options(session_id, title="free")


async def test_a_reviewer_that_is_overloaded_costs_a_word_and_not_the_picture(
    reviewing_house: AgentHouse, server: ScriptedModel, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("agent_svc.models.retry._FIRST_S", 0.001)
    ada = ModelGuest(reviewing_house, server)
    session_id = await ada.session()
    server.will(*[Refusal(529, "overloaded_error")] * 5)
    events = await ada.guest.plot(session_id)
    assert [kind for kind in kinds(events) if kind != "status"] == ["ready", "error", "plot", "done"]
    assert next(event.error.code for event in events if event.HasField("error")) == "busy"
    assert (plot_of(events).status, events[-1].done.outcome) == (pb.PLOT_STATUS_OK, "ok")
    version = (await ada.guest.whole(session_id)).versions[0]
    assert [found.severity for found in version.findings if "overloaded" in found.message] == ["note"]


async def test_words_in_a_picture_command_nobody(reviewing_house: AgentHouse, server: ScriptedModel) -> None:
    ada = ModelGuest(reviewing_house, server)
    session_id = await ada.session(EVIL_CSV)
    await ada.guest.set_options(session_id, title=EVIL)
    server.will(uses("defects", {"defects": [EVIL]}, text=f"{EVIL} http://evil.example"))
    events = await ada.guest.plot(session_id)
    request = server.requests[-1]
    assert request["tool_choice"] == {"type": "tool", "name": "defects", "disable_parallel_tool_use": True}
    assert [tool["name"] for tool in request["tools"]] == ["defects"]
    assert "XQZZY" not in texts_of(request), "only the picture shows it"
    plot = plot_of(events)
    assert plot.status == pb.PLOT_STATUS_OK
    assert [found.message for found in plot.version.findings if found.gate == "review"] == [
        "The picture was not reviewed."
    ]
    assert "evil.example" not in str(events)


async def test_a_day_that_runs_out_after_the_plot_costs_the_words_and_not_the_plot(
    ada_with_a_small_day: ModelGuest,
) -> None:
    ada = ada_with_a_small_day
    session_id = await ada.session()
    ada.server.will(FINE, uses("plot_pipeline", {}, usage={"input_tokens": 100_000, "output_tokens": 100}))
    events = await ada.guest.say(session_id, "draw it")
    assert ada.server.left == 0
    assert [kind for kind in kinds(events) if kind != "status"] == ["ready", "plot", "done"]
    assert (events[-1].done.outcome, events[-1].done.version) == ("ok", 1)
    assert len((await ada.guest.whole(session_id)).versions) == 1


async def test_plotlane_eval_with_a_model_prints_and_keeps_what_differs_from_its_baseline(
    ada: ModelGuest, tmp_path: Path
) -> None:
    write_case(
        Case(id="yield", chart="scatter", data=CSV.encode(), change="a logarithmic y axis, please"), tmp_path / "cases"
    )
    wish, said = ("set_options", {"options": {"log_y": True}}), says("The y axis is logarithmic now.")
    house = tmp_path / "house"
    house.mkdir()
    held = await lock_house(house, 0, SystemClock())
    try:
        assert ada.house.agent is not None
        services = {"agent": Entry(address=ada.house.agent.address, pid=os.getpid())}
        Register(supervisor_pid=os.getpid(), services=services).write(register_path(house))
        ada.server.will(FINE, FINE, uses_all(wish, ("plot_pipeline", {})), said)
        assert (await evaluate(house, tmp_path, "--report", "before.json"))[0] == 0
        ada.server.will(FINE, FINE, uses_all(wish), uses_all(("plot_pipeline", {})), said)
        code, printed = await evaluate(house, tmp_path, "--report", "after.json", "--baseline", "before.json")
    finally:
        os.close(held)
    assert code == 1
    assert "worse than the baseline: " in printed
    before, after = (json.loads((tmp_path / name).read_text())["totals"] for name in ("before.json", "after.json"))
    assert (before["passed"], after["passed"]) == (1, 1)
    assert after["model_calls"] == before["model_calls"] + 1
    assert after["cost_usd"] > before["cost_usd"] > 0


async def evaluate(house: Path, folder: Path, *more: str) -> tuple[int, str]:
    """The exit code of `plotlane eval`, and what it prints."""
    command = [sys.executable, "-m", "agent_svc.evals", "cases", *more, "--data-dir", str(house)]
    process = await asyncio.create_subprocess_exec(
        *command, stdout=asyncio.subprocess.PIPE, stderr=asyncio.subprocess.STDOUT, cwd=folder
    )
    printed, _ = await process.communicate()
    assert process.returncode is not None
    return process.returncode, printed.decode()
