"""The session: a user's chart, data, bindings, options, versions and conversation."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from agent_svc.data import WrittenMarks
from agent_svc.errors import VersionNotFoundError
from agent_svc.sessions.transcript import TranscriptLine
from agent_svc.sessions.version import Bindings, Options, Version

Arguments = Mapping[str, Any]
"""What a data step takes, `op` among it."""


@dataclass(frozen=True, slots=True)
class Upload:
    """Where a text came from that was no paste: a file, the sheet of it, and what its conversion could not keep.

    `before` is the source that data code made this one of, to be taken back, and `marks` those of its numbers: code
    writes them like Python. None and empty for a file.
    """

    name: str
    sheet: str = ""
    notes: tuple[str, ...] = ()
    before: Source | None = None
    marks: Mapping[str, WrittenMarks] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Source:
    """The text of the data: `key` is where the artifact store has it, `reading` what the user flipped.

    `steps` are the data steps taken since, the first one first; `upload` is None for a paste.
    """

    key: str
    reading: Mapping[str, str] = field(default_factory=dict)
    steps: tuple[Arguments, ...] = ()
    upload: Upload | None = None

    def alone(self) -> Source:
        """The same without the source that code made it of: what a copy keeps, whose files are its own."""
        return self if self.upload is None else replace(self, upload=replace(self.upload, before=None))


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
    idle_limit_s: float = 0.0
    """Seconds without use after which it is swept; 0: never."""

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
class Unanswered:
    """A session whose transcript ends with what its user said: `text`."""

    session_id: str
    locale: str
    text: str


@dataclass(frozen=True, slots=True)
class OwnedSession:
    """A session by its name, and whose it is or was."""

    user: str
    session_id: str


@dataclass(frozen=True, slots=True)
class SessionSummary:
    """One line of the list of sessions."""

    session_id: str
    chart_id: str
    library: str
    versions: int
    updated_at: float


def version_of(session: Session, number: int) -> Version:
    """That version, 0: the latest. Raises `VersionNotFoundError`."""
    version = session.version(number)
    if version is None:
        raise VersionNotFoundError
    return version
