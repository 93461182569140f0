"""The session: a user's chart, data, bindings, options, versions and conversation."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from agent_svc.sessions.transcript import TranscriptLine
from agent_svc.sessions.version import Bindings, Options, Version


@dataclass(frozen=True, slots=True)
class Source:
    """The text of the data: `key` is where the artifact store has it, `reading` what the user flipped."""

    key: str
    reading: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Session:
    """One session as a whole; times are seconds since 1970-01-01 UTC."""

    session_id: str
    user: str
    library: str
    locale: str
    created_at: float
    updated_at: float
    chart_id: str = ""
    """Empty: not chosen yet."""
    source: Source | None = None
    bindings: Bindings = field(default_factory=dict)
    options: Options = field(default_factory=dict)
    """Only those that differ from the chart's defaults."""
    versions: tuple[Version, ...] = ()
    transcript: tuple[TranscriptLine, ...] = ()

    def version(self, number: int) -> Version | None:
        """That version, 0: the latest; None when there is none."""
        if number == 0:
            return self.versions[-1] if self.versions else None
        return next((version for version in self.versions if version.number == number), None)

    @property
    def next_number(self) -> int:
        """The number that the next version will have, from 1."""
        return self.versions[-1].number + 1 if self.versions else 1


@dataclass(frozen=True, slots=True)
class SessionSummary:
    """One line of the list of sessions."""

    session_id: str
    chart_id: str
    library: str
    versions: int
    updated_at: float
