"""From pasted text to a stored picture, through a real scheduler and a real renderer."""

from __future__ import annotations

from agent_svc.sessions.database import open_database, sqlite_url
from agent_svc.sessions.sql import SqlSessionStore
from plotlane.agent.v1 import agent_pb2 as pb
from plotlane_kit.clock import SystemClock
from tests.integration.agent_svc.agent_house import CSV, DARK, AgentHouse, Guest, kinds, steps


async def test_create_plot_ends_in_a_version_with_its_picture_code_and_data(anna: Guest) -> None:
    session_id = await anna.session()
    events = await anna.plot(session_id)
    assert [kinds(events)[0], *kinds(events)[-2:]] == ["ready", "plot", "done"]
    assert steps(events)[-4:] == ["adapting", "checking", "rendering", "reviewing"]
    assert [event.event_id for event in events] == list(range(1, len(events) + 1))
    plot = events[-2].plot
    assert (plot.status, plot.version.number) == (pb.PLOT_STATUS_OK, 1), plot
    assert (events[-1].done.outcome, events[-1].done.version) == ("ok", 1)
    assert [file.name for file in plot.version.artifacts] == ["plot-light.png", "plot.py", "data.csv"]
    assert (plot.version.width_px, plot.version.height_px) == (3200, 1800)
    assert plot.cost.render_s > 0
    assert (await anna.file(session_id, "plot-light.png")).startswith(b"\x89PNG")
    assert (await anna.file(session_id, "data.csv")).startswith(b"Dose (mg),Yield (t/ha),Soil\n1.5,2.25,clay\n")
    assert b'THEME = "light"' in await anna.file(session_id, "plot.py")


async def test_a_second_plot_says_what_changed(anna: Guest) -> None:
    session_id = await anna.session()
    await anna.plot(session_id)
    await anna.set_options(session_id, title="Yield by dose", log_y=True)
    version = (await anna.plot(session_id, DARK))[-2].plot.version
    assert version.number == 2
    assert list(version.changes) == [
        "Title is now “Yield by dose”.",
        "Logarithmic y axis is now on.",
        "The theme is now dark.",
    ]


async def test_new_data_and_another_chart_are_changes(anna: Guest) -> None:
    session_id = await anna.session()
    await anna.plot(session_id)
    await anna.call("SetDataset", session_id=session_id, text=CSV + "5,5;5,25;sand\n")
    await anna.call("UpdateSession", session_id=session_id, chart_id="line")
    version = (await anna.plot(session_id))[-2].plot.version
    assert version.changes[:2] == ["The data is new.", "The chart is now a line chart."]


async def test_a_plot_without_data_is_not_ready_and_says_what_to_do(anna: Guest) -> None:
    created = await anna.call("CreateSession", chart_id="scatter")
    events = await anna.plot(created.session_id)
    assert kinds(events) == ["ready", "plot", "done"]
    plot = events[1].plot
    assert (plot.status, plot.reason) == (pb.PLOT_STATUS_NOT_READY, pb.PLOT_REASON_NO_DATA)
    assert "paste" in plot.detail
    assert (events[2].done.outcome, events[2].done.version) == ("failed", 0)


async def test_a_plot_with_an_open_role_names_it(anna: Guest) -> None:
    session_id = await anna.session()
    await anna.call("SetBindings", session_id=session_id, bindings=[pb.Binding(role="y", column="Yield (t/ha)")])
    plot = (await anna.plot(session_id))[1].plot
    assert plot.reason == pb.PLOT_REASON_MISSING_ROLES
    assert "X axis" in plot.detail


async def test_a_message_that_is_understood_sets_options_and_keeps_the_theme(anna: Guest) -> None:
    session_id = await anna.session()
    await anna.plot(session_id, DARK)
    events = await anna.say(session_id, 'title "Yield by dose" and log scale')
    assert [kind for kind in kinds(events) if kind != "status"] == ["ready", "message", "plot", "done"]
    plot = next(event.plot for event in events if event.HasField("plot"))
    assert (plot.version.number, plot.version.theme) == (2, DARK)
    options = (await anna.whole(session_id)).options
    assert (options["title"], options["log_y"]) == ("Yield by dose", True)


async def test_a_message_that_is_not_understood_is_quoted_back_and_changes_nothing(anna: Guest) -> None:
    session_id = await anna.session()
    events = await anna.say(session_id, "log scale, then teleport the axes")
    assert kinds(events) == ["ready", "message", "done"]
    assert "“teleport the axes”" in events[1].message.text
    session = await anna.whole(session_id)
    assert session.options["log_y"] is False
    assert not session.versions


async def test_a_message_whose_value_cannot_be_changes_nothing(anna: Guest) -> None:
    session_id = await anna.session()
    events = await anna.say(session_id, "title: Yield; point size 9000")
    assert "400" in events[1].message.text
    assert (await anna.whole(session_id)).options["title"] is None


async def test_what_is_like_that_already_is_not_drawn_again(anna: Guest) -> None:
    session_id = await anna.session()
    await anna.plot(session_id)
    assert kinds(await anna.say(session_id, "light theme")) == ["ready", "message", "done"]


async def test_the_conversation_is_part_of_the_session(anna: Guest) -> None:
    session_id = await anna.session()
    await anna.plot(session_id)
    await anna.say(session_id, "title: Yield")
    lines = [(line.who, line.text, line.version) for line in (await anna.whole(session_id)).transcript]
    assert lines == [
        ("user", "Create plot", 0),
        ("plotlane", "Here it is.", 1),
        ("user", "title: Yield", 0),
        ("plotlane", "Title is now “Yield”.", 2),
    ]


async def test_a_turn_that_has_ended_can_be_read_again(anna: Guest) -> None:
    session_id = await anna.session()
    events = await anna.plot(session_id)
    again = [
        message.event
        async for message in anna.stream(
            "WatchTurn", session_id=session_id, turn_id=events[0].ready.turn_id, after_event_id=2
        )
    ]
    assert again == events[2:]


async def test_status_names_the_provider_and_the_libraries(house: AgentHouse) -> None:
    status = await house.guest().call("GetStatus")
    assert (status.provider, status.turns) == ("offline", 0)
    assert list(status.libraries) == [
        "altair",
        "bokeh",
        "lets-plot",
        "matplotlib",
        "plotly",
        "plotnine",
        "pygal",
        "seaborn",
    ]


async def test_eligibility_says_why_not(anna: Guest) -> None:
    assert (await anna.call("GetEligibility", chart_id="scatter", library="matplotlib")).eligible
    refused = await anna.call("GetEligibility", chart_id="scatter", library="ggplot2")
    assert not refused.eligible
    assert "matplotlib" in refused.why_not


async def test_a_run_that_a_newer_one_has_followed_stores_no_version(anna: Guest, house: AgentHouse) -> None:
    session_id = await anna.session()
    database = await open_database(sqlite_url(house.data_dir / "agent.db"))
    await SqlSessionStore(database, SystemClock()).begin_run(session_id, token=2**62)
    await database.close()
    events = await anna.plot(session_id)
    assert (events[-2].error.code, events[-1].done.outcome) == ("run_active", "failed")
    assert not (await anna.whole(session_id)).versions
