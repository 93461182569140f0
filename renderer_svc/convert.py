"""Where protobuf meets the renderer's own types, and the only place where a request is checked."""

from __future__ import annotations

import math
import re
from collections.abc import Iterable, Iterator
from typing import Final

from plotlane.common.v1 import common_pb2
from plotlane.renderer.v1 import renderer_pb2
from plotlane_kit.chunks import split
from plotlane_kit.errors import Violation
from renderer_svc.errors import InvalidJob
from renderer_svc.job import Job, ThemedScript, ThemeResult
from renderer_svc.leases import ShownLease
from renderer_svc.library import Library
from renderer_svc.limits import KIB, MIB
from renderer_svc.outcome import Outcome
from renderer_svc.picture import Ended, Event, Started
from renderer_svc.walls import Wall

MAX_SOURCE_BYTES: Final = 256 * KIB
MAX_DATA_BYTES: Final = 32 * MIB
MAX_TIMEOUT_S: Final = 60.0

_ID: Final = re.compile(r"[A-Za-z0-9_-]{1,128}")
_THEMES: Final = {common_pb2.THEME_LIGHT: "light", common_pb2.THEME_DARK: "dark"}
_THEME_NUMBERS: Final = {name: number for number, name in _THEMES.items()}


def to_job(request: renderer_pb2.RenderJob, data: bytes) -> Job:
    """The job that a caller asks for. Raises `InvalidJob` with every field that is wrong."""
    violations = list(_violations(request))
    if violations:
        raise InvalidJob(violations=violations)
    return Job(
        job_id=request.job_id,
        library=request.library,
        data=data,
        scripts=tuple(ThemedScript(_THEMES[item.theme], item.source) for item in request.themes),
        timeout_s=request.timeout_s or MAX_TIMEOUT_S,
        slot_wait_ms=request.slot_wait_ms,
        vector=request.vector,
    )


def from_event(event: Event) -> Iterator[renderer_pb2.RenderResponse]:
    """The messages that carry `event`: for an ended theme first its files, in chunks."""
    theme = _THEME_NUMBERS[event.theme]
    match event:
        case Started():
            yield renderer_pb2.RenderResponse(theme=theme, started=renderer_pb2.Started())
        case Ended(result=result):
            for name, content in result.outputs.items():
                for piece in split(content):
                    chunk = renderer_pb2.OutputChunk(name=name, data=piece)
                    yield renderer_pb2.RenderResponse(theme=theme, chunk=chunk)
            yield renderer_pb2.RenderResponse(theme=theme, result=from_result(result))


def from_walls(walls: Iterable[Wall]) -> list[renderer_pb2.Wall]:
    """The walls as GetStatus tells them."""
    return [
        renderer_pb2.Wall(name=wall.name, holds=wall.holds, kept_by=wall.kept_by, sandbox=wall.sandbox)
        for wall in walls
    ]


def from_library(library: Library) -> renderer_pb2.Runtime:
    """The library as ListRuntimes tells it."""
    return renderer_pb2.Runtime(
        library=library.runtime.library,
        available=library.available,
        remedy=library.remedy,
        versions=library.versions,
        fonts=library.runtime.fonts,
    )


def to_lease(lease: common_pb2.Lease) -> ShownLease:
    """The lease that a caller shows; an empty one when it shows none."""
    return ShownLease(lease.id, lease.token, lease.renderer)


def id_violations(field: str, job_id: str) -> Iterator[Violation]:
    """What is wrong with a job's id."""
    if not _ID.fullmatch(job_id):
        yield Violation(f"{field}.job_id", "must be 1 to 128 letters, digits, '_' or '-'; use a UUID")


def timeout_violations(field: str, timeout_s: float) -> Iterator[Violation]:
    """What is wrong with a job's time-out."""
    if not math.isfinite(timeout_s) or not 0 <= timeout_s <= MAX_TIMEOUT_S:
        yield Violation(f"{field}.timeout_s", f"must be between 0 and {MAX_TIMEOUT_S:g} seconds; 0 means the longest")


def source_violations(field: str, source: str) -> Iterator[Violation]:
    """What is wrong with a script."""
    size = len(source.encode())
    if not source.strip():
        yield Violation(f"{field}.source", "is empty; send the script in its run form")
    elif size > MAX_SOURCE_BYTES:
        yield Violation(f"{field}.source", f"has {size} bytes; at most {MAX_SOURCE_BYTES} are taken")


def _violations(request: renderer_pb2.RenderJob) -> Iterator[Violation]:
    yield from id_violations("job", request.job_id)
    if not request.library:
        yield Violation("job.library", "is missing; name one that ListRuntimes lists")
    yield from timeout_violations("job", request.timeout_s)
    if not request.themes:
        yield Violation("job.themes", "is empty; name at least one theme with its script")
    seen = set()
    for index, item in enumerate(request.themes):
        field = f"job.themes[{index}]"
        if item.theme not in _THEMES:
            yield Violation(f"{field}.theme", "must be THEME_LIGHT or THEME_DARK")
        elif item.theme in seen:
            yield Violation(f"{field}.theme", "is named twice; draw each theme once")
        seen.add(item.theme)
        yield from source_violations(field, item.source)


def from_result(result: ThemeResult) -> renderer_pb2.RenderResult:
    """How one script went, as it is told."""
    message = renderer_pb2.RenderResult(
        outcome=_OUTCOMES[result.outcome],
        exit_code=result.exit_code,
        stdout=result.stdout,
        stderr=result.stderr,
        probe_json=result.probe_json,
        wall_ms=round(result.wall_s * 1000),
        start_ms=round(result.start_s * 1000),
        cpu_ms=round(result.cpu_s * 1000),
        peak_memory_bytes=result.peak_memory_bytes,
    )
    message.left_out.update(result.left_out)
    if result.limit is not None:
        hit = renderer_pb2.LimitHit(name=result.limit.name, limit=result.limit.limit, measured=result.limit.measured)
        message.limit.CopyFrom(hit)
    if result.error is not None:
        error = renderer_pb2.ScriptError(kind=result.error.kind, line=result.error.line, message=result.error.message)
        message.error.CopyFrom(error)
    return message


_OUTCOMES: Final = {
    Outcome.OK: renderer_pb2.OUTCOME_OK,
    Outcome.FAILED: renderer_pb2.OUTCOME_FAILED,
    Outcome.TIMEOUT: renderer_pb2.OUTCOME_TIMEOUT,
    Outcome.OUT_OF_MEMORY: renderer_pb2.OUTCOME_OUT_OF_MEMORY,
    Outcome.CPU_LIMIT: renderer_pb2.OUTCOME_CPU_LIMIT,
    Outcome.DISK_LIMIT: renderer_pb2.OUTCOME_DISK_LIMIT,
    Outcome.FILE_LIMIT: renderer_pb2.OUTCOME_FILE_LIMIT,
    Outcome.LOG_LIMIT: renderer_pb2.OUTCOME_LOG_LIMIT,
    Outcome.OUTPUT_REJECTED: renderer_pb2.OUTCOME_OUTPUT_REJECTED,
    Outcome.CANCELLED: renderer_pb2.OUTCOME_CANCELLED,
    Outcome.LAUNCHER: renderer_pb2.OUTCOME_LAUNCHER,
    Outcome.LOW_MEMORY: renderer_pb2.OUTCOME_LOW_MEMORY,
}
