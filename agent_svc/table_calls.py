"""The calls of the renderer that make tables, each once: what goes out, and what the answer means."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import aclosing
from typing import Final

from agent_svc.errors import StoppedError
from agent_svc.pipeline.render import Outcome
from agent_svc.render_answer import error_in, limit_in, outcome_in
from agent_svc.renderer_stream import answers
from agent_svc.tables import (
    ConversionNote,
    Converted,
    DataJob,
    DataOutcome,
    FileJob,
    FileRefusedError,
    FileTooLargeError,
    SheetChoice,
)
from plotlane.common.v1 import common_pb2
from plotlane.renderer.v1 import renderer_pb2, renderer_pb2_grpc
from plotlane_kit.chunks import split
from plotlane_kit.errors import PlotlaneError, UpstreamError
from plotlane_kit.run_tag import run_tag_pairs

CONVERT_S: Final = 60.0
_SLOW: Final = "It took too long to read this file; keep the rows and columns that you need, or save them as CSV."


async def run_data_once(
    stub: renderer_pb2_grpc.RendererServiceStub, job: DataJob, lease: common_pb2.Lease, within_s: float
) -> DataOutcome:
    """Run `job`. Raises `UpstreamError` or the renderer's refusal."""
    table = bytearray()
    call = stub.RunData(_data_requests(job, lease), metadata=run_tag_pairs(), timeout=within_s)
    async with aclosing(answers(call)) as responses:
        async for response in responses:
            if response.WhichOneof("event") == "result":
                return _data_outcome(response.result, bytes(table))
            table += response.chunk
    raise UpstreamError


async def convert_once(
    stub: renderer_pb2_grpc.RendererServiceStub, job: FileJob, lease: common_pb2.Lease, within_s: float
) -> Converted | SheetChoice:
    """Convert the file of `job`. Raises `UpstreamError`, the renderer's refusal, or why the file is no table."""
    table = bytearray()
    call = stub.Convert(_file_requests(job, lease), metadata=run_tag_pairs(), timeout=within_s)
    async with aclosing(answers(call)) as responses:
        async for response in responses:
            match response.WhichOneof("event"):
                case "chunk":
                    table += response.chunk
                case "conversion":
                    return Converted(bytes(table), _note(response.conversion))
                case "sheets":
                    return SheetChoice(tuple(response.sheets.names))
                case "refusal":
                    raise _refused(response.refusal)
                case "result":
                    raise _stopped(outcome_in(response.result))
    raise UpstreamError


async def _data_requests(job: DataJob, lease: common_pb2.Lease) -> AsyncIterator[renderer_pb2.RunDataRequest]:
    header = renderer_pb2.DataJob(job_id=job.job_id, source=job.source, timeout_s=job.timeout_s, lease=lease)
    yield renderer_pb2.RunDataRequest(job=header)
    for chunk in split(job.data):
        yield renderer_pb2.RunDataRequest(chunk=chunk)


async def _file_requests(job: FileJob, lease: common_pb2.Lease) -> AsyncIterator[renderer_pb2.ConvertRequest]:
    header = renderer_pb2.ConvertHeader(job_id=job.job_id, file_name=job.name, sheet=job.sheet, lease=lease)
    yield renderer_pb2.ConvertRequest(header=header)
    for chunk in split(job.data):
        yield renderer_pb2.ConvertRequest(chunk=chunk)


def _data_outcome(result: renderer_pb2.RenderResult, table: bytes) -> DataOutcome:
    return DataOutcome(
        outcome=outcome_in(result),
        table=table,
        exit_code=result.exit_code,
        limit=limit_in(result),
        error=error_in(result),
        stdout=result.stdout,
        stderr=result.stderr,
        wall_ms=result.wall_ms,
    )


def _note(said: renderer_pb2.Conversion) -> ConversionNote:
    return ConversionNote(
        kind=said.kind,
        sheet=said.sheet,
        rows=said.rows,
        columns=said.columns,
        error_cells=said.error_cells,
        merged_ranges=said.merged_ranges,
        header_rows=said.header_rows,
        durations=said.durations,
        columns_left_out=said.columns_left_out,
        uncalculated_cells=said.uncalculated_cells,
        hidden_rows=said.hidden_rows,
    )


def _refused(refusal: renderer_pb2.FileRefusal) -> PlotlaneError:
    if refusal.fault not in renderer_pb2.FileFault.values():
        return FileRefusedError()  # a renderer that is newer than this agent
    fault = renderer_pb2.FileFault.Name(refusal.fault).removeprefix("FILE_FAULT_").lower()
    kind = FileTooLargeError if refusal.fault == renderer_pb2.FILE_FAULT_TOO_LARGE else FileRefusedError
    return kind(refusal.message or None, metadata={"fault": fault})


def _stopped(outcome: Outcome) -> PlotlaneError:
    """What a conversion whose sandbox was stopped means: for LAUNCHER and LOW_MEMORY, nothing about the file."""
    if outcome is Outcome.CANCELLED:
        return StoppedError()
    if outcome in (Outcome.LAUNCHER, Outcome.LOW_MEMORY):
        return UpstreamError()
    return FileRefusedError(_SLOW, metadata={"fault": "timeout"})
