"""The row: how sessions, versions, files, themes and lines look in the database, both ways."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict
from typing import Any

from agent_svc.data import WrittenMarks
from agent_svc.pipeline.outcome import PlotReason, PlotStatus, Theme
from agent_svc.sessions.idle import idle_until
from agent_svc.sessions.session import Session, Source, Upload
from agent_svc.sessions.transcript import Speaker, TranscriptLine
from agent_svc.sessions.version import Artifact, Bindings, Cost, Remark, ThemeRecord, Version

Values = dict[str, object]


def session_row(session: Session) -> Values:
    """The row of a session, without its versions and lines."""
    return {
        "session_id": session.session_id,
        "user": session.user,
        "chart_id": session.chart_id,
        "library": session.library,
        "locale": session.locale,
        "source_key": None if session.source is None else session.source.key,
        "reading": {} if session.source is None else dict(session.source.reading),
        "steps": [] if session.source is None else [dict(step) for step in session.source.steps],
        "upload": None if session.source is None or session.source.upload is None else asdict(session.source.upload),
        "bindings": _bindings_json(session.bindings),
        "options": dict(session.options),
        "created_at": session.created_at,
        "updated_at": session.updated_at,
        "idle_limit_s": session.idle_limit_s,
        "idle_until": idle_until(session.idle_limit_s, session.updated_at),
    }


def session(row: Any, versions: Sequence[Version], lines: Sequence[TranscriptLine]) -> Session:
    """The session of a row."""
    return Session(
        session_id=row.session_id,
        user=row.user,
        library=row.library,
        locale=row.locale,
        created_at=row.created_at,
        updated_at=row.updated_at,
        chart_id=row.chart_id,
        source=None if row.source_key is None else _source(row),
        bindings=_bindings(row.bindings),
        options=row.options,
        versions=tuple(versions),
        transcript=tuple(lines),
        idle_limit_s=row.idle_limit_s,
    )


def version_row(session_id: str, version: Version) -> Values:
    """The row of a version, without its files and themes."""
    return {
        "session_id": session_id,
        "number": version.number,
        "chart_id": version.chart_id,
        "library": version.library,
        "status": version.status.value,
        "reason": _reason_text(version.reason),
        "theme": version.theme.value,
        "bindings": _bindings_json(version.bindings),
        "options": dict(version.options),
        "steps": [dict(step) for step in version.steps],
        "changes": list(version.changes),
        "remarks": [asdict(remark) for remark in version.remarks],
        "cost": asdict(version.cost),
        "width_px": version.width_px,
        "height_px": version.height_px,
        "created_at": version.created_at,
    }


def version(row: Any, artifacts: Sequence[Any], themes: Sequence[Any]) -> Version:
    """The version of a row and of the rows of its files and themes."""
    return Version(
        number=row.number,
        chart_id=row.chart_id,
        library=row.library,
        status=PlotStatus(row.status),
        reason=_reason(row.reason),
        theme=Theme(row.theme),
        bindings=_bindings(row.bindings),
        options=row.options,
        width_px=row.width_px,
        height_px=row.height_px,
        created_at=row.created_at,
        steps=tuple(row.steps),
        cost=Cost(**row.cost),
        changes=tuple(row.changes),
        remarks=tuple(Remark(**remark) for remark in row.remarks),
        artifacts=tuple(Artifact(kept.name, kept.media_type, kept.size, kept.object_key) for kept in artifacts),
        themes=tuple(
            ThemeRecord(Theme(kept.theme), PlotStatus(kept.status), _reason(kept.reason), kept.tries) for kept in themes
        ),
    )


def artifact_row(session_id: str, number: int, position: int, artifact: Artifact) -> Values:
    """The row of a file."""
    return {
        "session_id": session_id,
        "number": number,
        "position": position,
        "name": artifact.name,
        "media_type": artifact.media_type,
        "size": artifact.size,
        "object_key": artifact.key,
    }


def theme_row(session_id: str, number: int, record: ThemeRecord) -> Values:
    """The row of a theme."""
    return {
        "session_id": session_id,
        "number": number,
        "theme": record.theme.value,
        "status": record.status.value,
        "reason": _reason_text(record.reason),
        "tries": record.tries,
    }


def line_row(session_id: str, position: int, line: TranscriptLine) -> Values:
    """The row of a line."""
    return {
        "session_id": session_id,
        "position": position,
        "who": line.who.value,
        "text": line.text,
        "version": line.version,
    }


def line(row: Any) -> TranscriptLine:
    """The line of a row."""
    return TranscriptLine(Speaker(row.who), row.text, row.version)


def _source(row: Any) -> Source:
    return Source(row.source_key, row.reading, tuple(row.steps), _upload(row.upload))


def _upload(kept: Any) -> Upload | None:
    if kept is None:
        return None
    before = kept.get("before")
    source = before and Source(before["key"], before["reading"], tuple(before["steps"]), _upload(before["upload"]))
    marks = {name: WrittenMarks(*pair) for name, pair in kept.get("marks", {}).items()}
    return Upload(kept["name"], kept["sheet"], tuple(kept["notes"]), source, marks)


def _bindings_json(bindings: Bindings) -> dict[str, list[str]]:
    return {role: list(columns) for role, columns in bindings.items()}


def _bindings(kept: dict[str, list[str]]) -> Bindings:
    return {role: tuple(columns) for role, columns in kept.items()}


def _reason(kept: str | None) -> PlotReason | None:
    return None if kept is None else PlotReason(kept)


def _reason_text(reason: PlotReason | None) -> str | None:
    return None if reason is None else reason.value
