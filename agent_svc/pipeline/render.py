"""A render as the pipeline sees it: the job, how it ended, and the seam to whatever runs it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Protocol

from agent_svc.code.theme import Theme
from agent_svc.pipeline.script_error import ScriptError

__all__ = ["LimitHit", "Outcome", "RenderJob", "RenderOutcome", "Renderer", "Runtime", "ScriptError"]


class Outcome(StrEnum):
    """How a script's run ended; the same closed set as the renderer's."""

    OK = "ok"
    FAILED = "failed"
    TIMEOUT = "timeout"
    OUT_OF_MEMORY = "out_of_memory"
    CPU_LIMIT = "cpu_limit"
    DISK_LIMIT = "disk_limit"
    FILE_LIMIT = "file_limit"
    LOG_LIMIT = "log_limit"
    OUTPUT_REJECTED = "output_rejected"
    CANCELLED = "cancelled"
    LAUNCHER = "launcher"
    LOW_MEMORY = "low_memory"


@dataclass(frozen=True, slots=True)
class LimitHit:
    """The limit that ended a script: `name` ends with its unit (wall_s, memory_bytes, files, ...)."""

    name: str
    limit: float
    measured: float


@dataclass(frozen=True, slots=True)
class RenderJob:
    """One script to run in one theme. `job_id` is a UUID, unique per content; `timeout_s` is at most 60."""

    job_id: str
    library: str
    source: str
    data: bytes  #: data.csv
    theme: Theme
    timeout_s: float
    vector: bool = False  #: whether an SVG is wanted beside the PNG
    slot_wait_s: float = 0.0  #: how long it waited for its slot, for the renderer's log


@dataclass(frozen=True, slots=True)
class RenderOutcome:
    """How one job went. `probe` may be forged: it runs beside the script."""

    outcome: Outcome
    exit_code: int = 0
    limit: LimitHit | None = None
    error: ScriptError | None = None
    png: bytes = b""
    svg: bytes = b""  #: only when the job wanted it and the library could
    no_svg: str = ""  #: why there is none though the job wanted it, without a full stop
    stdout: str = ""
    stderr: str = ""
    probe: Mapping[str, object] | None = None
    wall_ms: int = 0
    start_ms: int = 0
    cpu_ms: int = 0
    peak_memory_bytes: int = 0


@dataclass(frozen=True, slots=True)
class Runtime:
    """What a library runs with: versions by package name (python, matplotlib, ...) and the fonts it may use."""

    versions: Mapping[str, str] = field(default_factory=dict)
    fonts: tuple[str, ...] = ()


class Renderer(Protocol):
    """Whatever runs scripts: the renderer service, or a twin of it."""

    async def render(self, job: RenderJob) -> RenderOutcome:
        """Run `job` to its end. Raises PlotlaneError when it could not be run; stops the script when cancelled."""

    async def runtime(self, library: str) -> Runtime:
        """What `library` runs with. Raises PlotlaneError when that is not known."""
