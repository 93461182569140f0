"""Sessions over gRPC: whose they are, what they keep, what they refuse."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest

from plotlane.agent.v1 import agent_pb2 as pb
from plotlane_kit.channel import open_channel
from plotlane_kit.chunks import MAX_MESSAGE_BYTES
from plotlane_kit.clock import ManualClock
from plotlane_kit.errors import PlotlaneError, Reason
from scheduler_svc.client import SchedulerClient
from tests.integration.agent_svc.agent_house import CSV, LIGHT, AgentHouse, Guest


async def test_a_paste_is_read_and_bound_to_the_chart(anna: Guest) -> None:
    created = await anna.call("CreateSession", chart_id="scatter")
    change = (await anna.call("SetDataset", session_id=created.session_id, text=CSV)).change
    assert [(column.name, column.type) for column in change.dataset.columns] == [
        ("Dose (mg)", pb.COLUMN_TYPE_NUMBER),
        ("Yield (t/ha)", pb.COLUMN_TYPE_NUMBER),
        ("Soil", pb.COLUMN_TYPE_TEXT),
    ]
    assert (change.dataset.rows, list(change.dataset.preview[0].cells)) == (4, ["1.5", "2.25", "clay"])
    assert "delimiter" in [decision.subject for decision in change.dataset.report]
    assert [(line.role, line.column) for line in change.bindings.bindings] == [
        ("x", "Dose (mg)"),
        ("y", "Yield (t/ha)"),
        ("group", "Soil"),
    ]
    assert change.bindings.complete
    assert [role.name for role in change.roles] == ["x", "y", "group"]


async def test_a_paste_that_cannot_be_read_leaves_the_data_as_it_was(anna: Guest) -> None:
    session_id = await anna.session()
    before = await anna.whole(session_id)
    refused = await anna.refusal("SetDataset", session_id=session_id, text="a,b\n1,2,3\n")
    assert refused.reason is Reason.UNPARSEABLE
    assert refused.metadata["row"] == "2"
    assert (await anna.whole(session_id)).dataset == before.dataset


async def test_a_decision_of_the_report_can_be_flipped(anna: Guest) -> None:
    session_id = await anna.session()
    change = (await anna.call("SetReading", session_id=session_id, choices={"type:Dose (mg)": "text"})).change
    assert change.dataset.columns[0].type == pb.COLUMN_TYPE_TEXT
    assert "Dose (mg)" not in [line.column for line in change.bindings.bindings if line.role == "x"]
    assert (await anna.whole(session_id)).dataset == change.dataset


@pytest.mark.parametrize("choices", [{"mood": "sunny"}, {"delimiter": "star"}, {"type:Dose (mg)": "colour"}])
async def test_a_choice_that_does_not_exist_is_refused(anna: Guest, choices: dict[str, str]) -> None:
    session_id = await anna.session()
    refused = await anna.refusal("SetReading", session_id=session_id, choices=choices)
    assert refused.reason is Reason.INVALID


async def test_bindings_that_do_not_fit_are_refused_line_by_line(anna: Guest) -> None:
    session_id = await anna.session()
    lines = [
        pb.Binding(role="x", column="Soil"),
        pb.Binding(role="y", column="Nowhere"),
        pb.Binding(role="z", column="a"),
    ]
    refused = await anna.refusal("SetBindings", session_id=session_id, bindings=lines)
    assert refused.reason is Reason.INVALID_BINDINGS
    assert {violation.field for violation in refused.violations} == {"bindings.x", "bindings.y", "bindings.z"}


async def test_an_open_role_is_no_mistake(anna: Guest) -> None:
    session_id = await anna.session()
    bound = await anna.call("SetBindings", session_id=session_id, bindings=[pb.Binding(role="x", column="Dose (mg)")])
    assert (bound.bindings.complete, list(bound.bindings.missing_roles)) == (False, ["y"])


async def test_a_family_takes_several_columns_in_their_order(anna: Guest) -> None:
    session_id = await anna.session(text="t,a,b,c\n1,2,3,4\n2,3,4,5\n")
    lines = [pb.Binding(role=role, column=column) for role, column in (("x", "t"), ("y", "c"), ("y", "a"))]
    bound = await anna.call("SetBindings", session_id=session_id, bindings=lines)
    assert list(bound.bindings.bindings) == lines


async def test_options_are_validated_by_the_chart(anna: Guest) -> None:
    session_id = await anna.session()
    set_options = await anna.set_options(session_id, title="Yield", point_size=20)
    assert (set_options.options["title"], set_options.options["legend"]) == ("Yield", "auto")
    with pytest.raises(PlotlaneError) as refused:
        await anna.set_options(session_id, legend="under", bins=3)
    assert {violation.field for violation in refused.value.violations} == {"options.legend", "options.bins"}
    assert (await anna.set_options(session_id, title=None)).options["title"] is None


async def test_a_session_of_many_megabytes_is_shown_whole_and_can_be_worked_on(anna: Guest) -> None:
    session_id = await anna.session()
    said = [f"{number} {'很' * 1990}" for number in range(260)]  # 6 KB each in UTF-8: more than one message may hold
    for text in said:
        await anna.say(session_id, text)
    shown = await anna.whole(session_id)
    assert shown.ByteSize() > MAX_MESSAGE_BYTES
    assert [line.text for line in shown.transcript if line.who == "user"] == said
    assert (await anna.call("UpdateSession", session_id=session_id, chart_id="bar")).session.chart_id == "bar"


async def test_another_chart_keeps_the_data_and_maps_the_bindings_again(anna: Guest) -> None:
    session_id = await anna.session()
    await anna.set_options(session_id, title="Yield", log_x=True)
    session = (await anna.call("UpdateSession", session_id=session_id, chart_id="bar")).session
    assert session.dataset.rows == 4
    assert {line.role for line in session.bindings.bindings} == {"x", "y"}
    assert (session.options["title"], "log_x" in session.options) == ("Yield", False)


async def test_another_chart_keeps_what_was_chosen_and_finds_what_was_automatic_anew(anna: Guest) -> None:
    session_id = await anna.session("scatter", "Dose,Yield,Loss,Soil\n1,2,3,clay\n2,3,4,sand\n3,4,5,clay\n")
    fresh = (await anna.call("UpdateSession", session_id=session_id, chart_id="bar")).session
    assert (
        next(line.column for line in fresh.bindings.bindings if line.role == "x") == "Soil"
    )  # and not the scatter's x

    await anna.call(
        "SetBindings",
        session_id=session_id,
        bindings=[pb.Binding(role="x", column="Dose"), pb.Binding(role="y", column="Loss")],
    )
    kept = (await anna.call("UpdateSession", session_id=session_id, chart_id="bar-grouped")).session
    assert [(line.role, line.column) for line in kept.bindings.bindings][:2] == [("x", "Dose"), ("y", "Loss")]


async def test_an_unknown_chart_names_the_nearest(anna: Guest) -> None:
    refused = await anna.refusal("CreateSession", chart_id="scater")
    assert (refused.reason, refused.metadata["nearest"].split(",")[0]) == (Reason.NOT_FOUND, "scatter")


async def test_a_library_that_cannot_draw_the_chart_is_refused(anna: Guest) -> None:
    assert (await anna.refusal("CreateSession", chart_id="scatter", library="d3")).reason is Reason.NOT_ELIGIBLE


async def test_a_locale_that_is_none_is_refused(anna: Guest) -> None:
    assert (await anna.refusal("CreateSession", locale="deutsch bitte")).reason is Reason.INVALID


async def test_the_list_shows_the_session_that_changed_last_first(anna: Guest) -> None:
    first, second = await anna.session(), await anna.session("bar")
    await anna.set_options(first, title="Last")
    listed = (await anna.call("ListSessions")).sessions
    assert [line.session_id for line in listed] == [first, second]
    assert [line.chart_id for line in listed] == ["scatter", "bar"]


FOREIGN: list[tuple[str, dict[str, Any]]] = [
    ("GetSession", {}),
    ("UpdateSession", {"chart_id": "bar"}),
    ("DeleteSession", {}),
    ("SetDataset", {"text": CSV}),
    ("SetReading", {"choices": {"delimiter": "comma"}}),
    ("SetBindings", {}),
    ("SetOptions", {}),
    ("CancelTurn", {}),
    ("RenderTheme", {"theme": LIGHT}),
]


@pytest.mark.parametrize(("method", "fields"), FOREIGN, ids=[method for method, _ in FOREIGN])
async def test_a_foreign_session_is_not_found(house: AgentHouse, method: str, fields: dict[str, Any]) -> None:
    session_id = await house.guest("anna").session()
    refused = await house.guest("bert").refusal(method, session_id=session_id, **fields)
    assert refused.reason is Reason.NOT_FOUND


async def test_a_foreign_turn_and_a_foreign_file_are_not_found(house: AgentHouse) -> None:
    anna, bert = house.guest("anna"), house.guest("bert")
    session_id = await anna.session()
    turn_id = (await anna.plot(session_id))[0].ready.turn_id
    for method, fields in (
        ("StartTurn", {"text": "log scale"}),
        ("WatchTurn", {"turn_id": turn_id}),
        ("GetArtifact", {"name": "plot.py"}),
    ):
        with pytest.raises(PlotlaneError) as refused:
            await anext(bert.stream(method, session_id=session_id, **fields))
        assert refused.value.reason is Reason.NOT_FOUND, method


async def test_a_file_that_a_version_does_not_have_is_not_found(anna: Guest) -> None:
    session_id = await anna.session()
    await anna.plot(session_id)
    with pytest.raises(PlotlaneError) as refused:
        await anna.file(session_id, "plot-dark.png")
    assert refused.value.metadata["names"] == "plot-light.png, plot.py, data.csv"


async def test_a_deleted_session_leaves_no_file(house: AgentHouse) -> None:
    anna = house.guest()
    session_id = await anna.session()
    await anna.plot(session_id)
    assert list(house.data_dir.rglob("*.png"))
    await anna.call("DeleteSession", session_id=session_id)
    assert [path for path in (house.data_dir / "artifacts").rglob("*") if path.is_file()] == []
    assert (await anna.refusal("GetSession", session_id=session_id)).reason is Reason.NOT_FOUND


async def test_a_restart_of_the_agent_loses_nothing(house: AgentHouse) -> None:
    session_id = await house.guest().session()
    await house.guest().plot(session_id)
    await house.guest().say(session_id, "title: Yield")
    before = await house.guest().whole(session_id)
    picture = await house.guest().file(session_id, "plot-light.png")
    await house.stop_agent()
    await house.start_agent()
    assert await house.guest().whole(session_id) == before
    assert await house.guest().file(session_id, "plot-light.png") == picture
    assert (await house.guest().plot(session_id))[-1].done.version == 3


async def test_what_a_guest_left_is_deleted_after_its_time_unless_something_holds_it(empty_house: AgentHouse) -> None:
    clock = empty_house.clock = ManualClock()
    await empty_house.start_scheduler()
    await empty_house.start_agent(guest_idle_s=1.0, signed_in_idle_s=3_600.0)
    guest, anna = empty_house.guest("f00", address="a1"), empty_house.guest()
    at_work, left, hers = await guest.session(), await guest.session(), await anna.session()
    assert ((await guest.whole(left)).idle_limit_s, (await anna.whole(hers)).idle_limit_s) == (1.0, 3_600.0)
    channel = open_channel(empty_house.scheduler_address)
    empty_house.channels.append(channel)
    async with SchedulerClient(channel).hold(guest.caller, [f"session:{at_work}"], kind="turn"):
        clock.advance(5.0)
        async with asyncio.timeout(20):
            while left in with_files(empty_house):
                assert at_work in [line.session_id for line in (await guest.call("ListSessions")).sessions]
    assert (await guest.refusal("GetSession", session_id=left)).reason is Reason.NOT_FOUND
    assert with_files(empty_house) == {at_work, hers}


def with_files(house: AgentHouse) -> set[str]:
    """The sessions that have files."""
    return {path.parents[1].name for path in (house.data_dir / "artifacts").rglob("source.txt")}


@pytest.mark.parametrize(("text", "reason"), [(" \n", Reason.INVALID), ("x" * 2001, Reason.TOO_LONG)])
async def test_a_message_without_words_or_with_too_many_is_refused_before_a_turn(
    anna: Guest, text: str, reason: Reason
) -> None:
    session_id = await anna.session()
    with pytest.raises(PlotlaneError) as refused:
        await anna.say(session_id, text)
    assert refused.value.reason is reason
