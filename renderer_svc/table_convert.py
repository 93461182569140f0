"""Where protobuf meets jobs that make tables: data code and conversions of files."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import asdict
from typing import Final

from plotlane.renderer.v1 import renderer_pb2
from plotlane_kit.chunks import split
from plotlane_kit.errors import Violation
from renderer_svc.conversion import Converted, Refusal, SheetChoice, read_conversion
from renderer_svc.convert import MAX_TIMEOUT_S, from_result, id_violations, source_violations, timeout_violations
from renderer_svc.converter.fault import SENTENCES
from renderer_svc.data_code import RESULT
from renderer_svc.errors import InvalidJob
from renderer_svc.job import Job, JobKind, ThemedScript
from renderer_svc.limits import MIB
from renderer_svc.picture import Ended, Event

MAX_FILE_BYTES: Final = 10 * MIB
MAX_NAME_CHARACTERS: Final = 255


def to_data_job(request: renderer_pb2.DataJob, data: bytes) -> Job:
    """The data code that a caller asks for. Raises `InvalidJob` with every field that is wrong."""
    violations = [
        *id_violations("job", request.job_id),
        *timeout_violations("job", request.timeout_s),
        *source_violations("job", request.source),
    ]
    if violations:
        raise InvalidJob(violations=violations)
    script = ThemedScript(JobKind.DATA, request.source)
    return Job(request.job_id, "", data, (script,), request.timeout_s or MAX_TIMEOUT_S, JobKind.DATA)


def to_conversion_job(request: renderer_pb2.ConvertHeader, data: bytes) -> Job:
    """The conversion that a caller asks for. Raises `InvalidJob` with every field that is wrong."""
    violations = [
        *id_violations("header", request.job_id),
        *_length_violations("header.file_name", request.file_name),
        *_length_violations("header.sheet", request.sheet),
    ]
    if not data:
        violations.append(Violation("chunk", "no bytes of the file came; send it after the header"))
    if violations:
        raise InvalidJob(violations=violations)
    script = ThemedScript(JobKind.CONVERT, request.sheet)
    return Job(request.job_id, "", data, (script,), MAX_TIMEOUT_S, JobKind.CONVERT)


def from_data_event(event: Event) -> Iterator[renderer_pb2.RunDataResponse]:
    """The messages that carry `event`: at the end the new table, then the result."""
    if not isinstance(event, Ended):
        return
    for piece in split(event.result.outputs.get(RESULT, b"")):
        yield renderer_pb2.RunDataResponse(chunk=piece)
    yield renderer_pb2.RunDataResponse(result=from_result(event.result))


def from_conversion_event(event: Event) -> Iterator[renderer_pb2.ConvertResponse]:
    """The messages that carry `event`: at the end the table and what was read, or why there is none."""
    if not isinstance(event, Ended):
        return
    match read_conversion(event.result):
        case Converted(table, report):
            for piece in split(table):
                yield renderer_pb2.ConvertResponse(chunk=piece)
            yield renderer_pb2.ConvertResponse(conversion=renderer_pb2.Conversion(**asdict(report)))
        case SheetChoice(names):
            yield renderer_pb2.ConvertResponse(sheets=renderer_pb2.Sheets(names=names))
        case Refusal(fault):
            number = renderer_pb2.FileFault.Value(f"FILE_FAULT_{fault.name}")
            refusal = renderer_pb2.FileRefusal(fault=number, message=SENTENCES[fault])
            yield renderer_pb2.ConvertResponse(refusal=refusal)
        case None:
            yield renderer_pb2.ConvertResponse(result=from_result(event.result))


def _length_violations(field: str, text: str) -> Iterator[Violation]:
    if len(text) > MAX_NAME_CHARACTERS:
        yield Violation(field, f"has {len(text)} characters; at most {MAX_NAME_CHARACTERS} are taken")
