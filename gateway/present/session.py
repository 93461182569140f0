"""Sessions and their data, as the page reads them."""

from __future__ import annotations

from gateway.present.bindings import bindings
from gateway.present.catalogue import role
from gateway.present.plain import Json, number, struct, word
from gateway.present.version import version
from plotlane.agent.v1 import agent_pb2 as pb


def session_line(message: pb.SessionSummary) -> Json:
    """One line of the list of sessions."""
    return {
        "session_id": message.session_id,
        "chart": message.chart_id or None,
        "library": message.library or None,
        "versions": message.versions,
        "updated_at": number(message.updated_at),
        "busy": message.busy,
    }


def session_whole(message: pb.Session, roles: list[Json]) -> Json:
    """A session as a whole; `roles` are those of its chart."""
    return {
        "session_id": message.session_id,
        "chart": message.chart_id or None,
        "library": message.library or None,
        "locale": message.locale or None,
        "dataset": dataset(message.dataset) if message.HasField("dataset") else None,
        "bindings": bindings(message.bindings),
        "roles": roles,
        "options": struct(message.options),
        "versions": [version(each) for each in message.versions],
        "transcript": [
            {"who": line.who, "text": line.text, "version": line.version or None} for line in message.transcript
        ],
        "turn_id": message.turn_id or None,
        "suggestions": [_suggestion(each) for each in message.suggestions],
        "idle_limit_s": number(message.idle_limit_s),
    }


def dataset(message: pb.Dataset) -> Json:
    """The data: preview, profile, parse report, warnings."""
    return {
        "preview": {
            "columns": [column.name for column in message.columns],
            "rows": [[cell or None for cell in row.cells] for row in message.preview],
            "total_rows": message.rows,
        },
        "profile": [_column(each) for each in message.columns],
        "report": [_decision(each) for each in message.report],
        "warnings": list(message.warnings),
        "steps": [_step(each) for each in message.steps],
        "file": {"name": message.file_name, "sheet": message.sheet or None} if message.file_name else None,
    }


def _suggestion(message: pb.Suggestion) -> Json:
    wanted = [{"op": step.op, **struct(step.arguments)} for step in message.steps]
    return {"chart": message.chart_id, "why": message.why, "steps": wanted}


def _step(message: pb.DataStep) -> Json:
    return {
        "op": message.op,
        "title": message.title,
        "code": message.code,
        "arguments": struct(message.arguments),
    }


def dataset_change(message: pb.DatasetChange) -> Json:
    """What became of new data."""
    return {
        **dataset(message.dataset),
        "bindings": bindings(message.bindings),
        "roles": [role(each) for each in message.roles],
        "suggestions": [_suggestion(each) for each in message.suggestions],
    }


def _column(message: pb.Column) -> Json:
    return {
        "name": message.name,
        "type": word(pb.ColumnType.DESCRIPTOR, message.type),
        "unit": message.unit or None,
        "missing": message.missing,
        "unique": message.unique,
        "min": message.min or None,
        "max": message.max or None,
        "top_values": list(message.top_values),
    }


def _decision(message: pb.Decision) -> Json:
    return {
        "subject": message.subject,
        "chosen": message.chosen,
        "evidence": message.evidence,
        "certainty": message.certainty,
        "alternatives": list(message.alternatives),
    }
