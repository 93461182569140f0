"""Files and data code through the renderer's client, against a scripted renderer."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from typing import Any

import pytest

from agent_svc.errors import StoppedError
from agent_svc.pipeline.render import LimitHit, Outcome, ScriptError
from agent_svc.renderer_client import RendererClient
from agent_svc.tables import (
    ConversionNote,
    Converted,
    DataJob,
    FileJob,
    FileRefusedError,
    FileTooLargeError,
    SheetChoice,
)
from plotlane.renderer.v1 import renderer_pb2 as pb
from plotlane.renderer.v1 import renderer_pb2_grpc
from plotlane_kit.channel import open_channel
from plotlane_kit.chunks import split
from plotlane_kit.clock import ManualClock
from plotlane_kit.errors import PlotlaneError, Reason, RemoteError
from plotlane_kit.serve import ServiceApp, start_server

TABLE = b"a,b\n" + b"1,2\n" * 100_000
FILE = FileJob("job-1", bytes(range(256)) * 3_000, "trees.xlsx", "Sheet 1")
CODE = DataJob("job-2", "print(1)", TABLE, timeout_s=20.0)


class ScriptedRenderer(renderer_pb2_grpc.RendererServiceServicer):
    """Answers with what a test puts in; remembers what it was sent."""

    def __init__(self) -> None:
        self.failures: list[Exception] = []
        self.answers: list[Any] = []
        self.sent: list[tuple[Any, bytes]] = []
        self.cancelled: list[str] = []
        self.entered = asyncio.Event()
        self.hangs = False

    async def Convert(self, request_iterator: AsyncIterator[pb.ConvertRequest], context: Any) -> AsyncIterator[Any]:
        async for answer in self._answer([request async for request in request_iterator], "header"):
            yield answer

    async def RunData(self, request_iterator: AsyncIterator[pb.RunDataRequest], context: Any) -> AsyncIterator[Any]:
        async for answer in self._answer([request async for request in request_iterator], "job"):
            yield answer

    async def _answer(self, parts: list[Any], header: str) -> AsyncIterator[Any]:
        self.sent.append((getattr(parts[0], header), b"".join(part.chunk for part in parts[1:])))
        self.entered.set()
        if self.failures:
            raise self.failures.pop(0)
        if self.hangs:
            await asyncio.Event().wait()
        for answer in self.answers:
            yield answer

    async def Cancel(self, request: pb.CancelRequest, context: Any) -> pb.CancelResponse:
        self.cancelled.append(request.job_id)
        return pb.CancelResponse(was_running=True)


@pytest.fixture
def renderer() -> ScriptedRenderer:
    return ScriptedRenderer()


@pytest.fixture
async def client(renderer: ScriptedRenderer) -> AsyncIterator[RendererClient]:
    def register(server: Any) -> None:
        renderer_pb2_grpc.add_RendererServiceServicer_to_server(renderer, server)

    async def at_once(_: float) -> None:
        return

    running = await start_server(ServiceApp("renderer", [], register), "127.0.0.1", 0)
    async with open_channel(running.address) as channel:
        yield RendererClient(channel, ManualClock(), sleep=at_once)
    await running.shutdown(0)


async def test_a_file_goes_out_whole_and_its_table_comes_back_whole_with_what_was_read(
    client: RendererClient, renderer: ScriptedRenderer
) -> None:
    said = pb.Conversion(kind="xlsx", sheet="Sheet 1", rows=5, columns=2, error_cells=3, header_rows=1)
    renderer.answers = [pb.ConvertResponse(chunk=piece) for piece in split(TABLE)]
    renderer.answers.append(pb.ConvertResponse(conversion=said))
    found = await client.convert(FILE, "run-1", 7)
    assert found == Converted(TABLE, ConversionNote("xlsx", "Sheet 1", 5, 2, error_cells=3))
    ((header, data),) = renderer.sent
    assert data == FILE.data
    assert (header.job_id, header.file_name, header.sheet) == ("job-1", "trees.xlsx", "Sheet 1")
    assert (header.lease.id, header.lease.token) == ("run-1", 7)
    assert renderer.cancelled == []


async def test_several_sheets_come_back_as_a_choice(client: RendererClient, renderer: ScriptedRenderer) -> None:
    renderer.answers = [pb.ConvertResponse(sheets=pb.Sheets(names=["B", "A"]))]
    assert await client.convert(FILE, "run-1", 7) == SheetChoice(("B", "A"))


@pytest.mark.parametrize(
    ("fault", "error", "reason"),
    [
        (pb.FILE_FAULT_ENCRYPTED, FileRefusedError, Reason.UNPARSEABLE),
        (pb.FILE_FAULT_TOO_LARGE, FileTooLargeError, Reason.TOO_LONG),
    ],
)
async def test_a_refused_file_says_why_in_the_renderers_words(
    client: RendererClient,
    renderer: ScriptedRenderer,
    fault: pb.FileFault.ValueType,
    error: type[PlotlaneError],
    reason: Reason,
) -> None:
    renderer.answers = [pb.ConvertResponse(refusal=pb.FileRefusal(fault=fault, message="Do this."))]
    with pytest.raises(error) as refused:
        await client.convert(FILE, "run-1", 7)
    assert (refused.value.reason, refused.value.message) == (reason, "Do this.")
    name = pb.FileFault.Name(fault).removeprefix("FILE_FAULT_").lower()
    assert refused.value.metadata == {"fault": name}
    assert len(renderer.sent) == 1


@pytest.mark.parametrize(
    ("outcome", "reason"),
    [
        (pb.OUTCOME_LAUNCHER, Reason.UPSTREAM),
        (pb.OUTCOME_LOW_MEMORY, Reason.UPSTREAM),
        (pb.OUTCOME_TIMEOUT, Reason.UNPARSEABLE),
        (pb.OUTCOME_CPU_LIMIT, Reason.UNPARSEABLE),
    ],
)
async def test_what_was_not_the_files_doing_is_not_said_of_the_file(
    client: RendererClient, renderer: ScriptedRenderer, outcome: pb.Outcome.ValueType, reason: Reason
) -> None:
    renderer.answers = [pb.ConvertResponse(result=pb.RenderResult(outcome=outcome))]
    with pytest.raises(PlotlaneError) as refused:
        await client.convert(FILE, "run-1", 7)
    assert refused.value.reason is reason


async def test_a_conversion_that_was_stopped_on_request_says_so(
    client: RendererClient, renderer: ScriptedRenderer
) -> None:
    renderer.answers = [pb.ConvertResponse(result=pb.RenderResult(outcome=pb.OUTCOME_CANCELLED))]
    with pytest.raises(StoppedError):
        await client.convert(FILE, "run-1", 7)


async def test_data_code_goes_out_whole_and_its_table_comes_back_whole(
    client: RendererClient, renderer: ScriptedRenderer
) -> None:
    renderer.answers = [pb.RunDataResponse(chunk=piece) for piece in split(TABLE)]
    renderer.answers.append(pb.RunDataResponse(result=pb.RenderResult(outcome=pb.OUTCOME_OK, stdout="1\n", wall_ms=9)))
    outcome = await client.run_data(CODE, "run-1", 7)
    assert (outcome.outcome, outcome.table, outcome.stdout, outcome.wall_ms) == (Outcome.OK, TABLE, "1\n", 9)
    ((job, data),) = renderer.sent
    assert (job.job_id, job.source, job.timeout_s, data) == ("job-2", "print(1)", 20.0, TABLE)


async def test_data_code_that_raises_or_is_stopped_is_an_answer(
    client: RendererClient, renderer: ScriptedRenderer
) -> None:
    result = pb.RenderResult(
        outcome=pb.OUTCOME_TIMEOUT,
        limit=pb.LimitHit(name="wall_s", limit=20, measured=20.1),
        error=pb.ScriptError(kind="KeyError", line=3, message="x"),
    )
    renderer.answers = [pb.RunDataResponse(result=result)]
    outcome = await client.run_data(CODE, "run-1", 7)
    assert (outcome.outcome, outcome.limit) == (Outcome.TIMEOUT, LimitHit("wall_s", 20, 20.1))
    assert outcome.error == ScriptError("KeyError", 3, "x")


async def test_a_busy_renderer_is_asked_again_with_the_same_job(
    client: RendererClient, renderer: ScriptedRenderer
) -> None:
    renderer.failures = [RemoteError(Reason.SLOTS_BUSY, "busy")]
    renderer.answers = [pb.ConvertResponse(sheets=pb.Sheets(names=["A"]))]
    assert await client.convert(FILE, "run-1", 7) == SheetChoice(("A",))
    assert [(header.job_id, data) for header, data in renderer.sent] == [("job-1", FILE.data)] * 2


@pytest.mark.parametrize("which", ["convert", "run_data"])
async def test_what_is_abandoned_is_cancelled_at_the_renderer(
    client: RendererClient, renderer: ScriptedRenderer, which: str
) -> None:
    renderer.hangs = True
    call = client.convert(FILE, "run-1", 7) if which == "convert" else client.run_data(CODE, "run-1", 7)
    working = asyncio.ensure_future(call)
    await renderer.entered.wait()
    working.cancel()
    with pytest.raises(asyncio.CancelledError):
        await working
    assert renderer.cancelled == [FILE.job_id if which == "convert" else CODE.job_id]
