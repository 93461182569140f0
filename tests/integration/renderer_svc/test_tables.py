"""Data code and conversions over real gRPC, in real sandboxes."""

from __future__ import annotations

import asyncio
import io
import random
from collections.abc import AsyncIterator, Iterator
from contextlib import closing
from datetime import datetime
from typing import Any

import grpc
import pyarrow as pa
import pytest
from pyarrow import parquet

from plotlane.renderer.v1 import renderer_pb2 as pb
from plotlane.renderer.v1 import renderer_pb2_grpc
from plotlane_kit.channel import open_channel
from plotlane_kit.chunks import split
from plotlane_kit.errors import Reason
from plotlane_kit.event_log import event_log
from plotlane_kit.grpc_errors import from_rpc_error
from plotlane_kit.serve import start_server
from plotlane_kit.settings import load_settings
from renderer_svc.executor import Executor
from renderer_svc.house import House, build_desk, build_executor, prepare_tools
from renderer_svc.job import JobKind
from renderer_svc.server import build_app
from renderer_svc.settings import RendererSettings
from renderer_svc.tool import Tool
from tests.unit.renderer_svc.converter.files import Rows, rewritten, xls, xlsx

SLEEPER = "import time\ntime.sleep(50)\n"
DOUBLED = """\
import pandas as pd
df = pd.read_csv("data.csv")
df["a"] *= 2
print(len(df))
df.to_csv("result.csv", index=False)
"""
BOOK = xlsx({"S": [["x", "y"], [1, "a"]]})

Stub = renderer_pb2_grpc.RendererServiceStub


@pytest.fixture(scope="module")
def settings() -> RendererSettings:
    return load_settings(
        RendererSettings, render_slots=1, start_memory_bytes=0, memory_floor_bytes=0, sandbox_uid_base=86_000
    )


@pytest.fixture(scope="module")
def executor(settings: RendererSettings) -> Iterator[Executor]:
    with closing(build_executor(settings, event_log("test"))) as executor:
        yield executor


@pytest.fixture(scope="module")
def tools(executor: Executor, settings: RendererSettings) -> dict[JobKind, Tool]:
    """Both tools, tried once for all tests of this file."""
    return prepare_tools(executor, settings)


@pytest.fixture
async def stub(executor: Executor, tools: dict[JobKind, Tool], settings: RendererSettings) -> AsyncIterator[Stub]:
    desk = build_desk(executor, {}, settings, event_log("test"), lambda: None, tools)
    server = await start_server(build_app(House("test", (), desk, executor)), "127.0.0.1", 0)
    async with open_channel(server.address) as channel:
        yield Stub(channel)
    await server.shutdown(0)


def code(job_id: str, source: str, data: bytes = b"a,b\n1,x\n2,y\n", **fields: Any) -> Iterator[pb.RunDataRequest]:
    yield pb.RunDataRequest(job=pb.DataJob(job_id=job_id, source=source, **fields))
    for piece in split(data):
        yield pb.RunDataRequest(chunk=piece)


def file(job_id: str, data: bytes, **fields: Any) -> Iterator[pb.ConvertRequest]:
    yield pb.ConvertRequest(header=pb.ConvertHeader(job_id=job_id, **fields))
    for piece in split(data):
        yield pb.ConvertRequest(chunk=piece)


async def run(stub: Stub, *args: Any, **fields: Any) -> tuple[bytes, pb.RenderResult]:
    answers = [answer async for answer in stub.RunData(code(*args, **fields))]
    return b"".join(answer.chunk for answer in answers), answers[-1].result


async def convert(stub: Stub, *args: Any, **fields: Any) -> tuple[bytes, pb.ConvertResponse]:
    answers = [answer async for answer in stub.Convert(file(*args, **fields))]
    return b"".join(answer.chunk for answer in answers), answers[-1]


async def until_busy(stub: Stub, places: int) -> None:
    """Ask until so many places are taken."""
    async with asyncio.timeout(30):
        while (await stub.GetStatus(pb.GetStatusRequest())).busy != places:
            pass


async def test_data_code_finds_data_csv_and_its_result_csv_comes_back(stub: Stub) -> None:
    table, result = await run(stub, "j1", DOUBLED)
    assert (table, result.outcome, result.stdout) == (b"a,b\n2,x\n4,y\n", pb.OUTCOME_OK, "2\n")


async def test_a_large_table_comes_back_whole(stub: Stub) -> None:
    data = b"a,b\n" + b"".join(b"%d,%d\n" % (n, n) for n in range(100_000))
    table, _ = await run(stub, "j1", DOUBLED, data)
    assert table == b"a,b\n" + b"".join(b"%d,%d\n" % (2 * n, n) for n in range(100_000))


async def test_data_code_that_raises_says_where(stub: Stub) -> None:
    _, result = await run(stub, "j1", "import pandas as pd\npd.read_csv('data.csv')['dose']\n")
    assert result.outcome == pb.OUTCOME_FAILED
    assert (result.error.kind, result.error.line) == ("KeyError", 2)


@pytest.mark.parametrize(
    ("source", "outcome", "said"),
    [
        ("pass", pb.OUTCOME_FAILED, "result.csv is missing"),
        ("open('result.csv', 'w').close()", pb.OUTCOME_OUTPUT_REJECTED, "it is empty"),
        ("open('result.csv', 'wb').write(b'a\\xff')", pb.OUTCOME_OUTPUT_REJECTED, "it is not UTF-8"),
        ("import os; os.symlink('/etc/passwd', 'result.csv')", pb.OUTCOME_OUTPUT_REJECTED, "a symbolic link"),
        ("open('result.csv', 'wb').write(b'a' * (33 << 20))", pb.OUTCOME_OUTPUT_REJECTED, "too large"),
    ],
)
async def test_data_code_without_a_good_table_says_what_is_wrong(
    stub: Stub, source: str, outcome: pb.Outcome.ValueType, said: str
) -> None:
    table, result = await run(stub, "j1", source)
    assert (table, result.outcome) == (b"", outcome)
    assert said in result.stderr


async def test_the_time_out_of_data_code_is_kept(stub: Stub) -> None:
    _, result = await run(stub, "j1", SLEEPER, timeout_s=1.0)
    assert (result.outcome, result.limit.name) == (pb.OUTCOME_TIMEOUT, "wall_s")


async def test_a_replay_gets_the_stored_table_and_other_content_is_a_conflict(stub: Stub) -> None:
    source = "import os\nopen('result.csv', 'w').write(os.urandom(8).hex())\n"
    first = await run(stub, "j1", source)
    assert await run(stub, "j1", source) == first
    with pytest.raises(grpc.aio.AioRpcError) as raised:
        await run(stub, "j1", "pass")
    assert from_rpc_error(raised.value).reason is Reason.JOB_CONFLICT


async def test_a_replay_of_a_conversion_needs_the_same_file_and_sheet(stub: Stub) -> None:
    assert await convert(stub, "j1", BOOK) == await convert(stub, "j1", BOOK, file_name="other.xlsx")
    with pytest.raises(grpc.aio.AioRpcError) as raised:
        await convert(stub, "j1", BOOK, sheet="S")
    assert from_rpc_error(raised.value).reason is Reason.JOB_CONFLICT


async def test_cancel_ends_data_code_and_frees_its_place(stub: Stub) -> None:
    calls = [stub.RunData(code("j1", SLEEPER)) for _ in range(2)]
    await until_busy(stub, places=1)
    with pytest.raises(grpc.aio.AioRpcError) as raised:
        await convert(stub, "j2", BOOK)
    assert from_rpc_error(raised.value).reason is Reason.SLOTS_BUSY
    assert (await stub.Cancel(pb.CancelRequest(job_id="j1"))).was_running
    for call in calls:
        assert [answer.result.outcome async for answer in call] == [pb.OUTCOME_CANCELLED]
    assert (await stub.GetStatus(pb.GetStatusRequest())).busy == 0


async def test_a_caller_of_data_code_that_goes_away_stops_its_sandbox(stub: Stub) -> None:
    call = stub.RunData(code("j1", SLEEPER))
    await until_busy(stub, places=1)
    call.cancel()
    await until_busy(stub, places=0)


async def test_a_workbook_becomes_a_table_whatever_its_name_says(stub: Stub) -> None:
    table, last = await convert(stub, "j1", BOOK, file_name="trees.csv")
    assert table == b"x,y\n1,a\n"
    said = last.conversion
    assert (said.kind, said.sheet, said.rows, said.columns, said.header_rows) == ("xlsx", "S", 2, 2, 1)


async def test_the_sandbox_knows_the_zones_of_times_in_a_column_file(stub: Stub) -> None:
    out = io.BytesIO()
    parquet.write_table(pa.table({"at": pa.array([datetime(2024, 7, 1, 12)], pa.timestamp("us", "Asia/Tokyo"))}), out)
    assert (await convert(stub, "j1", out.getvalue()))[0] == b"at\n2024-07-01T21:00:00+09:00\n"


async def test_sheets_are_offered_and_the_chosen_one_is_taken(stub: Stub) -> None:
    book = xlsx({"A": [["x"], [1]], "B": [["y"], [2]]})
    _, last = await convert(stub, "j1", book)
    assert list(last.sheets.names) == ["A", "B"]
    assert (await convert(stub, "j2", book, sheet="B"))[0] == b"y\n2\n"


async def test_a_file_that_is_no_table_is_refused_in_words(stub: Stub) -> None:
    table, last = await convert(stub, "j1", b"%PDF-1.7")
    assert (table, last.refusal.fault) == (b"", pb.FILE_FAULT_UNKNOWN_FORMAT)
    assert last.refusal.message.startswith("This is no table")


async def test_a_sheet_that_claims_billions_of_cells_is_too_large(stub: Stub) -> None:
    book = rewritten(BOOK, "xl/worksheets/sheet1.xml", b'r="B2"', b'r="XFD1048576"')
    _, last = await convert(stub, "j1", book)
    assert last.refusal.fault == pb.FILE_FAULT_TOO_LARGE


@pytest.mark.parametrize(
    ("requests", "field"),
    [
        ([], "header"),
        ([pb.ConvertRequest(chunk=b"x")], "header"),
        ([pb.ConvertRequest(header=pb.ConvertHeader(job_id="a"))], "chunk"),
        ([pb.ConvertRequest(header=pb.ConvertHeader(job_id="a b")), pb.ConvertRequest(chunk=b"x")], "header.job_id"),
        (
            [pb.ConvertRequest(header=pb.ConvertHeader(job_id="a", sheet="s" * 256)), pb.ConvertRequest(chunk=b"x")],
            "header.sheet",
        ),
        (
            [pb.ConvertRequest(header=pb.ConvertHeader(job_id="a")), *[pb.ConvertRequest(chunk=bytes(1 << 18))] * 41],
            "chunk",
        ),
    ],
)
async def test_a_malformed_upload_is_refused_with_the_field(stub: Stub, requests: list[Any], field: str) -> None:
    with pytest.raises(grpc.aio.AioRpcError) as raised:
        async for _ in stub.Convert(iter(requests)):
            pass
    error = from_rpc_error(raised.value)
    assert error.reason is Reason.INVALID
    assert [violation.field for violation in error.violations] == [field]


def spoilt(data: bytes, seed: int) -> bytes:
    """`data` cut short, or with some of its bytes changed."""
    dice = random.Random(seed)
    if seed % 3 == 0:
        return data[: dice.randrange(1, len(data))]
    changed = bytearray(data)
    for _ in range(dice.choice((1, 8, 64))):
        changed[dice.randrange(len(changed))] = dice.randrange(256)
    return bytes(changed)


async def spoilt_files_are_answered(stub: Stub, seeds: range) -> None:
    rows: Rows = [["x", "y"], *([n, f"text {n}"] for n in range(200))]
    originals = (xlsx({"S": rows, "T": rows}), xls(rows))
    for seed in seeds:
        async with asyncio.timeout(90):
            _, last = await convert(stub, f"fuzz-{seed}", spoilt(originals[seed % 2], seed))
        assert last.WhichOneof("event") in ("conversion", "sheets", "refusal")
    assert (await stub.GetStatus(pb.GetStatusRequest())).busy == 0


async def test_a_spoilt_file_always_gets_an_answer(stub: Stub) -> None:
    await spoilt_files_are_answered(stub, range(12))


@pytest.mark.full
async def test_hundreds_of_spoilt_files_always_get_an_answer(stub: Stub) -> None:
    await spoilt_files_are_answered(stub, range(12, 400))
