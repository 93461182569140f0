"""A job: one script and its data, run once per theme (a picture) or once (a table), and what came of each."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum

from renderer_svc.outcome import LimitHit, Outcome, ScriptError


class JobKind(StrEnum):
    """What is asked for; the value names the log line."""

    RENDER = "render"  #: pictures of data.csv
    DATA = "data"  #: another table made from data.csv
    CONVERT = "convert"  #: a table made from an uploaded file


@dataclass(frozen=True, slots=True)
class ThemedScript:
    """One theme (`light`, `dark`; the kind's own name where nothing is drawn) and the script that makes it."""

    theme: str
    source: str


@dataclass(frozen=True, slots=True)
class Job:
    """What a caller asks for. The id is the caller's, unique per content."""

    job_id: str
    library: str
    data: bytes  #: data.csv; of a conversion the file
    scripts: tuple[ThemedScript, ...]
    timeout_s: float
    kind: JobKind = JobKind.RENDER
    vector: bool = False  #: whether an SVG is wanted beside each PNG
    slot_wait_ms: int = 0  #: how long the caller says that it waited for the slot; for the log alone

    def content_of(self, script: ThemedScript) -> str:
        """A digest of everything that decides the picture of one theme; the time-out is not part of it."""
        digest = hashlib.sha256()
        for part in (
            self.kind.encode(),
            self.library.encode(),
            script.theme.encode(),
            script.source.encode(),
            self.data,
            b"vector" * self.vector,
        ):
            digest.update(len(part).to_bytes(8, "big") + part)
        return digest.hexdigest()


@dataclass(frozen=True, slots=True)
class ThemeResult:
    """How one theme went."""

    outcome: Outcome
    exit_code: int = 0  #: 128 + n when signal n ended the script; 0 when it was killed for a limit
    limit: LimitHit | None = None
    error: ScriptError | None = None
    outputs: Mapping[str, bytes] = field(default_factory=dict)
    left_out: Mapping[str, str] = field(default_factory=dict)  #: files wanted beside the outputs, and why they are not
    stdout: str = ""
    stderr: str = ""
    probe_json: str = ""
    wall_s: float = 0.0
    start_s: float = 0.0
    cpu_s: float = 0.0
    peak_memory_bytes: int = 0
