"""Files and data steps over gRPC: what is read, what a step makes of it, and what a plot of it is made of."""

from __future__ import annotations

import io
from collections.abc import AsyncIterator
from typing import Any

import grpc
import openpyxl
import pytest
from google.protobuf import struct_pb2

from plotlane.agent.v1 import agent_pb2 as pb
from plotlane_kit.caller import caller_metadata
from plotlane_kit.chunks import split
from plotlane_kit.errors import PlotlaneError, Reason
from plotlane_kit.grpc_errors import from_rpc_error
from tests.integration.agent_svc.agent_house import CSV, DARK, AgentHouse, Guest
from tests.integration.agent_svc.test_quotas import open_house

MIB = 1024**2


def arguments(fields: dict[str, Any]) -> struct_pb2.Struct:
    struct = struct_pb2.Struct()
    struct.update(fields)
    return struct


async def step(guest: Guest, session_id: str, op: str, **fields: Any) -> pb.ApplyStepResponse:
    answer: pb.ApplyStepResponse = await guest.call(
        "ApplyStep", session_id=session_id, op=op, arguments=arguments(fields)
    )
    return answer


async def upload(guest: Guest, session_id: str, name: str, data: bytes, sheet: str = "") -> pb.UploadFileResponse:
    async def parts() -> AsyncIterator[pb.UploadFileRequest]:
        header = pb.UploadHeader(session_id=session_id, file_name=name, sheet=sheet)
        yield pb.UploadFileRequest(header=header)
        for chunk in split(data):
            yield pb.UploadFileRequest(chunk=chunk)

    try:
        return await guest.stub.UploadFile(parts(), metadata=caller_metadata(guest.caller))
    except grpc.aio.AioRpcError as error:
        raise from_rpc_error(error) from error


def workbook(**sheets: list[list[object]]) -> bytes:
    book = openpyxl.Workbook()
    book.remove(book.active)
    for name, rows in sheets.items():
        sheet = book.create_sheet(name)
        for row in rows:
            sheet.append(row)
    out = io.BytesIO()
    book.save(out)
    return out.getvalue()


async def test_a_step_changes_the_data_shows_its_code_and_maps_the_columns_again(anna: Guest) -> None:
    session_id = await anna.session()
    answer = await step(anna, session_id, "filter", column="Soil", test="equal", value="clay")
    assert answer.change.dataset.rows == 2
    assert answer.code == 'df = df[df["Soil"] == "clay"].reset_index(drop=True)'
    renamed = await step(anna, session_id, "rename", names={"Dose (mg)": "Dose"})
    assert [(line.role, line.column) for line in renamed.change.bindings.bindings] == [
        ("x", "Dose"),
        ("y", "Yield (t/ha)"),
        ("group", "Soil"),
    ]
    kept = (await anna.whole(session_id)).dataset
    assert [(one.op, one.title) for one in kept.steps] == [
        ("filter", "Keep rows where “Soil” is clay"),
        ("rename", "Rename “Dose (mg)” to “Dose”"),
    ]
    assert kept == renamed.change.dataset


async def test_steps_are_undone_all_the_way_back(anna: Guest) -> None:
    session_id = await anna.session()
    before = (await anna.whole(session_id)).dataset
    await step(anna, session_id, "sort", columns=["Yield (t/ha)"], descending=True)
    await step(anna, session_id, "top_n", column="Dose (mg)", n=1)
    after_one = (await anna.call("UndoStep", session_id=session_id)).change.dataset
    assert (after_one.rows, len(after_one.steps)) == (4, 1)
    assert (await anna.call("UndoStep", session_id=session_id)).change.dataset == before
    assert (await anna.refusal("UndoStep", session_id=session_id)).reason is Reason.NOT_FOUND


async def test_steps_outlive_the_agent(house: AgentHouse) -> None:
    anna = house.guest()
    session_id = await anna.session()
    stepped = (await step(anna, session_id, "derive", name="ratio", expression="[Yield (t/ha)] / [Dose (mg)]")).change
    await house.stop_agent()
    await house.start_agent()
    assert (await house.guest().whole(session_id)).dataset == stepped.dataset


async def test_a_refused_step_names_its_field_and_changes_nothing(anna: Guest) -> None:
    session_id = await anna.session()
    refused = await anna.refusal(
        "ApplyStep", session_id=session_id, op="sort", arguments=arguments({"columns": ["dose"]})
    )
    assert refused.reason is Reason.INVALID
    assert "the nearest: “Dose (mg)”" in refused.violations[0].message
    assert not (await anna.whole(session_id)).dataset.steps


async def test_a_step_that_no_script_may_hold_is_refused_at_once(anna: Guest) -> None:
    session_id = await anna.session()
    values = {"column": "Soil", "test": "not_equal", "value": "https://example.org"}
    refused = await anna.refusal("ApplyStep", session_id=session_id, op="filter", arguments=arguments(values))
    assert "cannot be part of a script" in refused.message


async def test_a_step_without_data_says_what_to_do_first(anna: Guest) -> None:
    created = await anna.call("CreateSession", chart_id="scatter")
    refused = await anna.refusal("ApplyStep", session_id=created.session_id, op="sort")
    assert refused.reason is Reason.INVALID
    assert "paste a table or upload a file first" in refused.message


async def test_a_flipped_decision_takes_the_steps_again_or_names_the_one_that_does_not_fit(anna: Guest) -> None:
    session_id = await anna.session()
    await step(anna, session_id, "sort", columns=["Dose (mg)"], descending=True)
    await step(anna, session_id, "filter", column="Yield (t/ha)", test="at_least", value=3)
    flipped = (await anna.call("SetReading", session_id=session_id, choices={"type:Dose (mg)": "text"})).change.dataset
    assert [row.cells[0] for row in flipped.preview] == ["4,5", "3,5", "2,5"]
    refused = await anna.refusal("SetReading", session_id=session_id, choices={"type:Yield (t/ha)": "text"})
    assert refused.message.startswith("Step 2 of 2 does not fit this reading of the data")
    assert refused.violations[0].field == "steps[2]"
    assert (await anna.whole(session_id)).dataset == flipped


async def test_a_plot_reads_the_data_before_the_steps_and_takes_them_in_its_script(anna: Guest) -> None:
    session_id = await anna.session()
    await step(anna, session_id, "derive", name="Ratio", expression="[Yield (t/ha)] / [Dose (mg)]")
    await step(anna, session_id, "filter", column="Soil", test="equal", value="sand")
    lines = [pb.Binding(role=role, column=column) for role, column in (("x", "Dose (mg)"), ("y", "Ratio"))]
    await anna.call("SetBindings", session_id=session_id, bindings=lines)
    events = await anna.plot(session_id)
    plot = next(event.plot for event in events if event.HasField("plot"))
    assert (plot.status, plot.detail) == (pb.PLOT_STATUS_OK, "")  # what was drawn was read back after the steps
    code = (await anna.file(session_id, "plot.py")).decode()
    data = (await anna.file(session_id, "data.csv")).decode().splitlines()
    assert '# Data steps\ndf["Ratio"] = ' in code
    assert (data[0], len(data)) == ("Dose (mg),Yield (t/ha),Soil", 5)
    toggled = await anna.call("RenderTheme", session_id=session_id, theme=DARK)
    assert toggled.status == pb.PLOT_STATUS_OK


async def test_the_spreadsheet_holds_what_was_drawn_and_no_formula(anna: Guest) -> None:
    session_id = await anna.session(text="x,y,name\n1,-2,=1+1\n3,4,plain\n5,6,gone\n")
    await step(anna, session_id, "filter", column="name", test="not_equal", value="gone")
    await anna.plot(session_id)
    assert (await anna.file(session_id, "data-spreadsheet.csv")).decode() == "x,y,name\n1,-2,'=1+1\n3,4,plain\n"
    assert b"=1+1" in await anna.file(session_id, "data.csv")


@pytest.mark.parametrize(
    ("name", "data"),
    [
        ("Ertrag.csv", "Sorte;Wert\nRübe;1,5\nMöhre;2,5\n".encode("utf-16")),
        ("ertrag.txt", "Sorte\tWert\nRübe\t1,5\nMöhre\t2,5\n".encode("cp1252")),
        ("ertrag.json", '[{"Sorte": "Rübe", "Wert": 1.5}, {"Sorte": "Möhre", "Wert": 2.5}]'.encode()),
        ("C:\\Daten\\ertrag.csv", "Sorte,Wert\nRübe,1.5\nMöhre,2.5\n".encode()),
    ],
)
async def test_a_text_file_is_read_in_its_own_encoding(anna: Guest, name: str, data: bytes) -> None:
    created = await anna.call("CreateSession", chart_id="bar")
    dataset = (await upload(anna, created.session_id, name, data)).change.dataset
    assert [list(row.cells) for row in dataset.preview] == [["Rübe", "1.5"], ["Möhre", "2.5"]]
    assert dataset.file_name == name.rpartition("\\")[2]


async def test_a_workbook_of_one_sheet_is_converted_and_read(anna: Guest) -> None:
    created = await anna.call("CreateSession", chart_id="bar")
    book = workbook(Ertrag=[["Sorte", "Wert"], ["Rübe", 1.5], ["Möhre", 0.435]])
    change = (await upload(anna, created.session_id, "ertrag.xlsx", book)).change
    assert [list(row.cells) for row in change.dataset.preview] == [["Rübe", "1.5"], ["Möhre", "0.435"]]
    assert change.dataset.sheet == "Ertrag"
    assert "The sheet “Ertrag” was read." in change.dataset.warnings
    assert change.bindings.complete
    assert (await anna.whole(created.session_id)).dataset == change.dataset


async def test_of_several_sheets_one_is_chosen(anna: Guest) -> None:
    created = await anna.call("CreateSession", chart_id="bar")
    book = workbook(Eins=[["a", "b"], ["x", 1]], Zwei=[["c", "d"], ["y", 2]])
    answer = await upload(anna, created.session_id, "two.xlsx", book)
    assert (list(answer.sheets), answer.HasField("change")) == (["Eins", "Zwei"], False)
    chosen = await upload(anna, created.session_id, "two.xlsx", book, sheet="Zwei")
    assert [column.name for column in chosen.change.dataset.columns] == ["c", "d"]
    with pytest.raises(PlotlaneError) as refused:
        await upload(anna, created.session_id, "two.xlsx", book, sheet="Drei")
    assert (refused.value.reason, refused.value.metadata["fault"]) == (Reason.UNPARSEABLE, "no_such_sheet")


@pytest.mark.parametrize(
    ("name", "data", "reason", "said"),
    [
        ("broken.xlsx", b"PK\x03\x04 nothing", Reason.UNPARSEABLE, ""),
        ("picture.csv", b"\x89PNG\r\n\x1a\n", Reason.UNPARSEABLE, "PNG"),
        ("empty.csv", b"", Reason.INVALID, "empty.csv is empty"),
        ("huge.csv", b"a,b\n" + b"1,2\n" * (10 * MIB // 4), Reason.TOO_LONG, "huge.csv is larger than 10 MB"),
        ("", b"a,b\n1,2\n", Reason.INVALID, ""),
    ],
    ids=["broken", "picture", "empty", "huge", "nameless"],
)
async def test_a_file_that_holds_no_table_is_refused_and_the_data_stays(
    anna: Guest, name: str, data: bytes, reason: Reason, said: str
) -> None:
    session_id = await anna.session()
    before = (await anna.whole(session_id)).dataset
    with pytest.raises(PlotlaneError) as refused:
        await upload(anna, session_id, name, data)
    assert refused.value.reason is reason
    assert said in refused.value.message
    assert (await anna.whole(session_id)).dataset == before


async def test_a_file_may_have_more_rows_than_a_paste(anna: Guest) -> None:
    created = await anna.call("CreateSession", chart_id="scatter")
    data = b"x,y\n" + b"".join(b"%d,%d\n" % (n, n * n) for n in range(30_000))
    assert (await upload(anna, created.session_id, "many.csv", data)).change.dataset.rows == 30_000


async def test_conversions_are_counted_by_the_minute(empty_house: AgentHouse) -> None:
    await open_house(empty_house, conversions_per_minute=1)
    anna = empty_house.guest()
    created = await anna.call("CreateSession", chart_id="bar")
    book = workbook(Only=[["a", "b"], ["x", 1]])
    await upload(anna, created.session_id, "one.xlsx", book)
    with pytest.raises(PlotlaneError) as refused:
        await upload(anna, created.session_id, "one.xlsx", book)
    assert refused.value.reason is Reason.RATE_LIMITED
    await upload(anna, created.session_id, "one.csv", CSV.encode())  # a text is a paste


async def test_a_session_is_offered_charts_takes_one_in_one_call_and_is_offered_the_others_still(anna: Guest) -> None:
    created = await anna.call("CreateSession")
    text = "Day,Rain\n" + "".join(f"2024-03-{day:02d},{day * 7 % 11}\n" for day in range(1, 20))
    change = (await anna.call("SetDataset", session_id=created.session_id, text=text)).change
    best = change.suggestions[0]
    assert (best.chart_id, best.why) == ("line-timeseries", "“Rain” over time in “Day”.")
    assert list((await anna.whole(created.session_id)).suggestions) == list(change.suggestions)
    await anna.call("UpdateSession", session_id=created.session_id, chart_id=best.chart_id)
    taken = await anna.whole(created.session_id)
    assert (taken.bindings.complete, list(taken.suggestions)) == (True, list(change.suggestions))


async def test_a_suggestion_for_a_wide_table_is_taken_by_its_steps_and_then_its_chart(anna: Guest) -> None:
    created = await anna.call("CreateSession")
    text = "City,2019,2020,2021\nBonn,3,5,4\nKiel,6,2,7\n"
    best = (await anna.call("SetDataset", session_id=created.session_id, text=text)).change.suggestions[0]
    assert (best.chart_id, [wanted.op for wanted in best.steps]) == ("line-multi", ["melt", "change_type"])
    for wanted in best.steps:
        call = {"op": wanted.op, "arguments": wanted.arguments}
        answer = await anna.call("ApplyStep", session_id=created.session_id, **call)
        assert answer.code == wanted.code
    await anna.call("UpdateSession", session_id=created.session_id, chart_id=best.chart_id)
    taken = await anna.whole(created.session_id)
    assert (taken.bindings.complete, list(taken.dataset.steps)) == (True, list(best.steps))


async def test_an_upload_begins_without_the_steps_of_the_data_before(anna: Guest) -> None:
    session_id = await anna.session()
    await step(anna, session_id, "top_n", column="Dose (mg)", n=1)
    dataset = (await upload(anna, session_id, "new.csv", CSV.encode())).change.dataset
    assert (dataset.rows, len(dataset.steps)) == (4, 0)
