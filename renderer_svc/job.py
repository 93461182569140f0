"""A job: one script and its data, drawn once per theme, and what came of each."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from dataclasses import dataclass, field

from renderer_svc.outcome import LimitHit, Outcome, ScriptError


@dataclass(frozen=True, slots=True)
class ThemedScript:
    """One theme (`light`, `dark`) and the script that draws it."""

    theme: str
    source: str


@dataclass(frozen=True, slots=True)
class Job:
    """What a caller asks for. The id is the caller's, unique per content."""

    job_id: str
    library: str
    data: bytes  #: data.csv
    scripts: tuple[ThemedScript, ...]
    timeout_s: float

    def content_of(self, script: ThemedScript) -> str:
        """A digest of everything that decides the picture of one theme; the time-out is not part of it."""
        digest = hashlib.sha256()
        for part in (self.library.encode(), script.theme.encode(), script.source.encode(), self.data):
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
    stdout: str = ""
    stderr: str = ""
    probe_json: str = ""
    wall_s: float = 0.0
    start_s: float = 0.0
    cpu_s: float = 0.0
    peak_memory_bytes: int = 0
