"""Data changed by a model: by steps, and by code that runs in the sandbox, each of which can be taken back."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from pathlib import Path

import structlog.testing

from plotlane.agent.v1 import agent_pb2 as pb
from tests.integration.agent_svc.agent_house import CSV, AgentHouse, endless_catalogue, kinds
from tests.integration.agent_svc.model_house import FINE, ModelGuest, edits, model_settings, plots, uses_all
from tests.integration.agent_svc.test_model_turns import MARGIN, message_of, plot_of
from tests.integration.agent_svc.test_one_thing_at_a_time import begin, until
from tests_support.scripted_model import Answer, Refusal, ScriptedModel, says, uses

DOUBLE = 'df["Yield (t/ha)"] = df["Yield (t/ha)"] * 2\ndf = df[df["Soil"] == "clay"]\ndf["Site"] = "north"'


def runs(code: str) -> Answer:
    """An answer that asks for data code and for the plot."""
    return uses_all(("run_data_code", {"code": code}), ("plot_pipeline", {}))


async def columns_of(ada: ModelGuest, session_id: str) -> list[str]:
    return [column.name for column in (await ada.guest.whole(session_id)).dataset.columns]


def sources(house: AgentHouse) -> int:
    """How many tables are stored."""
    return sum(1 for path in house.data_dir.rglob("source.txt"))


async def test_data_code_makes_a_new_table_with_a_difference_and_can_be_taken_back(
    ada: ModelGuest, empty_house: AgentHouse
) -> None:
    session_id = await ada.session()
    with structlog.testing.capture_logs() as lines:
        events = await ada.say(session_id, "double the yield of clay", runs(DOUBLE), says("Only clay now."))
    assert message_of(events) == "The data was changed by code (4 → 2 rows; new: Site)."
    assert [line["event"] for line in lines].count("run") == 2  # one for the data, one for the plot
    assert plot_of(events).version.number == 1
    data = (await ada.guest.file(session_id, "data.csv")).decode()
    assert data == "Dose (mg),Yield (t/ha),Soil,Site\n1.5,4.5,clay,north\n2.5,7,clay,north\n"
    session = await ada.guest.whole(session_id)
    assert (session.dataset.rows, session.bindings.complete) == (2, True)
    assert sources(empty_house) == 2
    await ada.guest.call("UndoStep", session_id=session_id)
    assert await columns_of(ada, session_id) == ["Dose (mg)", "Yield (t/ha)", "Soil"]
    assert sources(empty_house) == 1
    refused = await ada.guest.refusal("UndoStep", session_id=session_id)
    assert refused.reason.value == "NOT_FOUND"


async def test_what_the_model_hears_of_a_failure_is_its_class_and_line(ada: ModelGuest) -> None:
    session_id = await ada.session()
    events = await ada.say(
        session_id,
        "convert it",
        uses("run_data_code", {"code": 'df["n"] = df["Soil"].astype(float)'}),
        says("I could not."),
    )
    (result,) = ada.server.requests[-1]["messages"][-1]["content"]
    assert result["is_error"]
    assert "The code raised ValueError at: df" in result["content"]
    assert "could not convert" not in result["content"]
    assert message_of(events) == "I could not. Nothing was changed."
    assert await columns_of(ada, session_id) == ["Dose (mg)", "Yield (t/ha)", "Soil"]


async def test_data_code_that_may_not_run_does_not_enter_the_queue(ada: ModelGuest) -> None:
    session_id = await ada.session()
    for code in ("import os\nos.getcwd()", "df = pd.read_csv('/etc/passwd')", "df.to_csv('/tmp/x')", "df = None"):
        with structlog.testing.capture_logs() as lines:
            await ada.say(session_id, "change it", uses("run_data_code", {"code": code}), says("No."))
        assert "run" not in [line["event"] for line in lines], code
        (result,) = ada.server.requests[-1]["messages"][-1]["content"]
        assert "may not run" in result["content"]


async def test_code_that_leaves_no_table_changes_nothing_and_leaves_no_file(
    ada: ModelGuest, empty_house: AgentHouse
) -> None:
    session_id = await ada.session()
    await ada.say(session_id, "empty it", uses("run_data_code", {"code": "df = df.iloc[:0, :0]"}), says("No."))
    (result,) = ada.server.requests[-1]["messages"][-1]["content"]
    assert result["is_error"]
    assert sources(empty_house) == 1


async def test_a_turn_that_fails_after_data_code_keeps_the_data_before(
    ada: ModelGuest, empty_house: AgentHouse
) -> None:
    session_id = await ada.session()
    ada.server.will(FINE, uses("run_data_code", {"code": DOUBLE}), Refusal(401, "authentication_error"))
    events = await ada.guest.say(session_id, "double it")
    assert kinds(events)[-2:] == ["error", "done"]
    assert events[-2].error.code == "upstream"
    assert [event.message.text for event in events if event.HasField("message")][1:] == ["Nothing was changed."]
    assert await columns_of(ada, session_id) == ["Dose (mg)", "Yield (t/ha)", "Soil"]
    assert sources(empty_house) == 1


async def test_a_paste_forgets_every_table_before_it(ada: ModelGuest, empty_house: AgentHouse) -> None:
    session_id = await ada.session()
    await ada.say(session_id, "double it", runs(DOUBLE), says("Done."))
    ada.server.will(FINE)
    await ada.guest.call("SetDataset", session_id=session_id, text=CSV)
    assert sources(empty_house) == 1


async def test_a_data_step_is_taken_and_can_be_taken_back(ada: ModelGuest) -> None:
    session_id = await ada.session()
    step = {"op": "filter", "column": "Soil", "test": "equal", "value": "clay"}
    events = await ada.say(
        session_id,
        "clay only",
        uses_all(("apply_data_step", {"step": step}), ("plot_pipeline", {})),
        says("Only clay is shown now."),
    )
    assert plot_of(events).version.number == 1
    assert (await ada.guest.whole(session_id)).dataset.rows == 2
    await ada.guest.call("UndoStep", session_id=session_id)
    assert (await ada.guest.whole(session_id)).dataset.rows == 4


async def test_a_step_that_does_not_fit_is_told_to_the_model(ada: ModelGuest) -> None:
    session_id = await ada.session()
    step = {"op": "filter", "column": "Siol", "test": "equal", "value": "clay"}
    await ada.say(session_id, "clay only", uses("apply_data_step", {"step": step}), says("Which column?"))
    (result,) = ada.server.requests[-1]["messages"][-1]["content"]
    assert result["is_error"]
    assert "Siol" in result["content"]


async def test_code_is_changed_over_data_that_has_steps(ada: ModelGuest) -> None:
    session_id = await ada.session("Dose;Yield\n" + "".join(f"{n};{n * n}\n" for n in range(90)))
    step = {"op": "filter", "column": "Dose", "test": "one_of", "values": list(range(60))}
    tools = uses_all(("apply_data_step", {"step": step}), ("plot_pipeline", {"change": "More room."}))
    events = await ada.say(session_id, "the first 60", tools, edits((MARGIN, "ax.margins(0.2)")), says("Done."))
    code = (await ada.guest.file(session_id, "plot.py")).decode()
    assert plot_of(events).version.number == 1
    assert "# Data steps" in code
    assert "ax.margins(0.2)" in code


async def test_a_turn_that_waits_for_its_plot_after_its_data_code_ends_with_its_reader(
    empty_house: AgentHouse, server: ScriptedModel, tmp_path: Path
) -> None:
    await empty_house.start_scheduler(runs={"concurrency": 1})
    catalogue = endless_catalogue(tmp_path / "catalogue")
    await empty_house.start_agent(model=model_settings(server), catalogue_dir=catalogue, reader_grace_s=0.3)
    ada, bert, carl = ModelGuest(empty_house, server), empty_house.guest("bert"), empty_house.guest("carl")
    server.will(FINE, FINE)
    session_id, endless, behind = await ada.session(chart_id="bar"), await bert.session(), await carl.session("bar")
    drawn = asyncio.Event()
    server.will(FINE, uses("run_data_code", {"code": DOUBLE}), replace(plots(), wait=drawn))
    turn = ada.guest.stream("StartTurn", session_id=session_id, text="double the yield of clay")
    turn_id = (await until(turn, pb.STEP_RENDERING))[0].ready.turn_id  # its data
    await until(running := begin(bert, endless), pb.STEP_RENDERING)
    drawn.set()
    await until(turn, pb.STEP_QUEUED)  # its plot, which waits behind bert's
    await until(watching := begin(carl, behind), pb.STEP_QUEUED)
    await turn.aclose()
    async with asyncio.timeout(10):
        assert (await until(watching, pb.STEP_QUEUED))[-1].status.position == 1
    last = [m.event async for m in ada.guest.stream("WatchTurn", session_id=session_id, turn_id=turn_id)][-1]
    session = await ada.guest.whole(session_id)
    assert (last.done.outcome, session.dataset.rows, sources(empty_house)) == ("cancelled", 4, 3)
    assert "nobody was there any more" in session.transcript[-1].text
    await ada.guest.set_options(session_id, title="free")
    await running.aclose()
