"""Turns with a language model, over gRPC against a scripted one: what is asked of it, and what comes of it."""

from __future__ import annotations

import pytest

from plotlane.agent.v1 import agent_pb2 as pb
from plotlane_kit.errors import Reason
from tests.integration.agent_svc.agent_house import CSV, DARK, AgentHouse, kinds, steps
from tests.integration.agent_svc.model_house import (
    FINE,
    ModelGuest,
    edits,
    model_settings,
    plots,
    texts_of,
    uses_all,
)
from tests_support.scripted_model import Refusal, ScriptedModel, says, uses

MARGIN = "ax.margins(0.04)"


def plot_of(events: list[pb.TurnEvent]) -> pb.PlotResult:
    return next(event.plot for event in events if event.HasField("plot"))


def message_of(events: list[pb.TurnEvent]) -> str:
    return next((event.message.text for event in events if event.HasField("message")), "")


async def test_create_plot_calls_no_model(ada: ModelGuest) -> None:
    session_id = await ada.session()
    plot = plot_of(await ada.guest.plot(session_id))
    assert (plot.status, plot.cost.model_calls, plot.cost.tokens) == (pb.PLOT_STATUS_OK, 0, 0)
    assert len(ada.server.requests) == 1  # the judge of the data


async def test_create_plot_with_review_calls_one_and_shows_it_a_small_picture(
    reviewing_house: AgentHouse, server: ScriptedModel
) -> None:
    ada = ModelGuest(reviewing_house, server)
    session_id = await ada.session()
    server.will(uses("defects", {"defects": []}))
    plot = plot_of(await ada.guest.plot(session_id))
    assert (plot.status, plot.cost.model_calls) == (pb.PLOT_STATUS_OK, 1)
    assert plot.cost.tokens == plot.version.cost.tokens == 100 + 5 * 20
    picture = server.requests[-1]["messages"][0]["content"][0]
    assert picture["source"]["media_type"] == "image/png"
    assert server.requests[-1]["tool_choice"]["name"] == "defects"


async def test_what_a_gate_measures_the_gate_decides_and_the_rest_needs_attention(
    reviewing_house: AgentHouse, server: ScriptedModel
) -> None:
    ada = ModelGuest(reviewing_house, server)
    session_id = await ada.session()
    server.will(uses("defects", {"defects": ["labels_overlap", "legend_over_data"]}))
    assert plot_of(await ada.guest.plot(session_id)).status == pb.PLOT_STATUS_OK
    server.will(uses("defects", {"defects": ["text_too_small", "labels_overlap"]}))
    plot = plot_of(await ada.guest.plot(session_id))
    assert (plot.status, plot.reason) == (pb.PLOT_STATUS_NEEDS_ATTENTION, pb.PLOT_REASON_GATES)
    assert [found.message for found in plot.version.findings if found.gate == "review"] == [
        "A text may be too small to read."
    ]


async def test_a_review_that_fails_leaves_the_picture_with_a_note(
    reviewing_house: AgentHouse, server: ScriptedModel
) -> None:
    ada = ModelGuest(reviewing_house, server)
    session_id = await ada.session()
    for answer in (says("fine"), uses("defects", {"defects": ["ugly"]}), Refusal(400, "invalid_request_error")):
        server.will(answer)
        plot = plot_of(await ada.guest.plot(session_id))
        assert plot.status == pb.PLOT_STATUS_OK
        assert "The picture was not reviewed." in [found.message for found in plot.version.findings]


async def test_an_option_is_changed_by_one_call_that_uses_tools_and_its_reply(ada: ModelGuest) -> None:
    session_id = await ada.session()
    await ada.guest.plot(session_id, DARK)
    events = await ada.say(
        session_id,
        "make the y axis logarithmic",
        uses_all(("set_options", {"options": {"log_y": True}}), ("plot_pipeline", {})),
        says("The y axis is logarithmic now."),
    )
    assert [kind for kind in kinds(events) if kind != "status"] == ["ready", "plot", "message", "done"]
    plot = plot_of(events)
    assert (plot.version.number, plot.version.theme, plot.cost.model_calls) == (2, DARK, 1)
    assert list(plot.version.changes) == ["Logarithmic y axis is now on."]
    assert message_of(events) == "The y axis is logarithmic now."
    assert (events[-1].done.outcome, events[-1].done.version) == ("ok", 2)
    session = await ada.guest.whole(session_id)
    assert session.options["log_y"] is True
    assert [(line.who, line.text) for line in session.transcript][-3:] == [
        ("user", "make the y axis logarithmic"),
        ("plotlane", "Logarithmic y axis is now on."),
        ("plotlane", "The y axis is logarithmic now."),
    ]


async def test_another_chart_is_found_taken_and_drawn_and_the_change_is_told_in_the_language_of_the_message(
    ada: ModelGuest,
) -> None:
    session_id = await ada.session()
    await ada.guest.plot(session_id)
    events = await ada.say(
        session_id,
        "zeig das als Balken",
        uses("find_charts", {"query": "bars for categories"}),
        uses_all(("switch_chart", {"chart": "bar", "library": "seaborn"}), ("plot_pipeline", {})),
        says("Jetzt sind es Balken."),
    )
    plot = plot_of(events)
    assert (plot.version.chart_id, plot.version.library) == ("bar", "seaborn")
    assert list(plot.version.changes)[:2] == [
        "Die Art des Diagramms ist jetzt „Balkendiagramm“.",
        "Die Bibliothek ist jetzt seaborn.",
    ]
    session = await ada.guest.whole(session_id)
    assert (session.chart_id, session.library) == ("bar", "seaborn")


async def test_columns_are_changed_by_a_tool(ada: ModelGuest) -> None:
    session_id = await ada.session()
    events = await ada.say(
        session_id,
        "colour by soil",
        uses_all(("set_bindings", {"bindings": {"group": ["Soil"]}}), ("plot_pipeline", {"theme": "dark"})),
        says("Coloured by soil."),
    )
    assert plot_of(events).version.theme == DARK
    bound = {line.role: line.column for line in (await ada.guest.whole(session_id)).bindings.bindings}
    assert bound["group"] == "Soil"


async def test_what_was_set_is_drawn_even_when_the_model_forgets_to_ask(ada: ModelGuest) -> None:
    session_id = await ada.session()
    events = await ada.say(
        session_id, "title: Yield", uses("set_options", {"options": {"title": "Yield"}}), says("Done.")
    )
    assert plot_of(events).version.number == 1


async def test_a_question_is_answered_without_a_plot(ada: ModelGuest) -> None:
    session_id = await ada.session()
    events = await ada.say(session_id, "which soils are there?", says("Clay and sand."))
    assert kinds(events) == ["ready", "message", "done"]
    assert message_of(events) == "Clay and sand. Nothing was changed."


async def test_code_is_changed_and_the_change_lives_on_with_other_options(ada: ModelGuest) -> None:
    session_id = await ada.session()
    events = await ada.say(
        session_id,
        "more room around the points",
        plots(change="More room around the points."),
        edits((MARGIN, "ax.margins(0.3)")),
        says("There is more room now."),
    )
    plot = plot_of(events)
    assert (plot.status, plot.cost.model_calls) == (pb.PLOT_STATUS_OK, 2)
    assert "ax.margins(0.3)" in (await ada.guest.file(session_id, "plot.py")).decode()
    events = await ada.say(
        session_id,
        "log scale",
        uses_all(("set_options", {"options": {"log_y": True}}), ("plot_pipeline", {"base": "previous"})),
        says("Logarithmic."),
    )
    code = (await ada.guest.file(session_id, "plot.py")).decode()
    assert "ax.margins(0.3)" in code
    assert '"log_y": True' in code
    assert plot_of(events).status == pb.PLOT_STATUS_OK


async def test_a_first_try_that_raises_is_mended_once_and_told_without_the_errors_text(ada: ModelGuest) -> None:
    session_id = await ada.session()
    raising = f'{MARGIN}\n    float("the " + str(df.iloc[0, 2]))'
    events = await ada.say(
        session_id,
        "more room",
        plots(change="More room."),
        edits((MARGIN, raising)),
        edits((MARGIN, "ax.margins(0.2)"), summary="More room."),
        says("There is more room."),
    )
    assert plot_of(events).status == pb.PLOT_STATUS_OK
    assert plot_of(events).cost.model_calls == 3
    assert "More room." in plot_of(events).version.changes
    assert "repairing" in steps(events)
    mending = texts_of(ada.asked("write_code")[0])
    assert '"class": "ValueError"' in mending
    assert "could not convert" not in mending


async def test_a_repair_may_write_the_whole_script(ada: ModelGuest) -> None:
    session_id = await ada.session()
    await ada.guest.plot(session_id)
    whole = (
        "import matplotlib.pyplot as plt\nuse_theme()\ndf = load_user_data()\nroles = {}\noptions = {}\n"
        "fig, ax = plt.subplots()\n"
        "ax.scatter(df[roles['x']], df[roles['y'][0]], color='#0072B2')\nlabel_axes(ax, 'dose', 'yield', [])\n"
        'fig.savefig(f"plot-{THEME}.png")\n'
    )
    events = await ada.say(
        session_id,
        "simpler",
        plots(change="Simpler."),
        edits(("no such line", "x")),
        uses("write_code", {"code": whole, "summary": "It is simpler."}),
        says("Simpler."),
    )
    assert plot_of(events).version.number == 2, plot_of(events)
    assert "label_axes(ax, 'dose', 'yield', [])" in (await ada.guest.file(session_id, "plot.py")).decode()


async def test_code_that_is_refused_twice_makes_no_version_and_says_so(ada: ModelGuest) -> None:
    session_id = await ada.session()
    await ada.guest.plot(session_id)
    opening = (MARGIN, "open('/etc/passwd').read()")
    events = await ada.say(
        session_id,
        "read a file",
        plots(change="Read a file."),
        edits(opening),
        edits(opening),
        says("I have read the file for you!"),
    )
    plot = plot_of(events)
    assert (plot.status, plot.reason) == (pb.PLOT_STATUS_FAILED, pb.PLOT_REASON_CODE_REFUSED)
    assert "could not be made this way" in message_of(events)
    assert (events[-1].done.outcome, events[-1].done.version) == ("failed", 0)
    assert len((await ada.guest.whole(session_id)).versions) == 1


async def test_a_judge_that_refuses_ends_the_turn_before_the_root_is_asked(ada: ModelGuest) -> None:
    session_id = await ada.session()
    ada.server.will(uses("verdict", {"verdict": "off_topic"}))
    events = await ada.guest.say(session_id, "write my homework")
    assert kinds(events) == ["ready", "refusal", "done"]
    assert (await ada.guest.whole(session_id)).transcript[0].text == "[refused message]"
    assert len(ada.server.requests) == 2


async def test_a_judge_that_cannot_be_asked_is_guard_unavailable_and_the_message_is_not_kept(ada: ModelGuest) -> None:
    session_id = await ada.session()
    ada.server.will(Refusal(500))
    events = await ada.guest.say(session_id, "log scale please")
    assert (events[1].error.code, events[-1].done.outcome) == ("guard_unavailable", "failed")
    assert (await ada.guest.whole(session_id)).transcript[0].text == "[unchecked message]"


async def test_data_is_judged_at_the_paste(ada: ModelGuest) -> None:
    session_id = (await ada.guest.call("CreateSession", chart_id="scatter")).session_id
    ada.server.will(uses("verdict", {"verdict": "harm"}))
    refused = await ada.guest.refusal("SetDataset", session_id=session_id, text=CSV)
    assert refused.reason is Reason.DATA_REFUSED
    ada.server.will(Refusal(529, "overloaded_error"))
    assert (await ada.guest.refusal("SetDataset", session_id=session_id, text=CSV)).reason is Reason.BUSY
    ada.server.will(FINE)
    await ada.guest.call("SetDataset", session_id=session_id, text=CSV)


async def test_status_names_the_provider(ada: ModelGuest) -> None:
    assert (await ada.guest.call("GetStatus")).provider == "anthropic"


async def test_a_bad_key_is_said_at_start_when_it_is_to_be_checked(
    empty_house: AgentHouse, server: ScriptedModel
) -> None:
    await empty_house.start_scheduler()
    server.will(Refusal(401, "authentication_error"))
    with pytest.raises(Exception, match="refuses model 'claude-haiku-5-5'"):
        await empty_house.start_agent(model=model_settings(server, check=True))
    server.will(says("ok"))
    await empty_house.start_agent(model=model_settings(server, check=True))


async def test_a_message_is_refused_before_any_call_when_the_days_tokens_are_used(
    ada_with_budget: ModelGuest,
) -> None:
    ada = ada_with_budget
    session_id = (await ada.guest.call("CreateSession", chart_id="scatter")).session_id
    refused = await ada.guest.refusal("SetDataset", session_id=session_id, text=CSV)
    assert refused.reason is Reason.BUDGET
    events = await ada.guest.say(session_id, "log scale")
    assert (events[1].refusal.code, events[-1].done.outcome) == ("budget", "refused")
    assert ada.server.requests == []
