"""A session's data as it was read, after its steps."""

from __future__ import annotations

from collections.abc import Sequence

from agent_svc import data
from agent_svc.convert.arguments import struct
from agent_svc.convert.charts import TYPES, role
from agent_svc.data import steps
from agent_svc.sessions.mapping import RoleMapping
from agent_svc.sessions.opened import Opened
from agent_svc.sessions.reading import subject_of
from agent_svc.sessions.version import Bindings
from plotlane.agent.v1 import agent_pb2 as pb


def dataset(opened: Opened) -> pb.Dataset | None:
    """A session's data as it was read, after its steps; None: none yet."""
    stepped = opened.stepped
    if stepped is None:
        return None
    read, upload = stepped.dataset, None if opened.session.source is None else opened.session.source.upload
    return pb.Dataset(
        columns=[_column(column) for column in read.profile.columns],
        rows=read.rows,
        preview=[pb.PreviewRow(cells=row) for row in read.preview],
        report=[
            pb.Decision(
                subject=subject_of(decision),
                chosen=decision.chosen,
                evidence=decision.evidence,
                certainty=decision.certainty.value,
                alternatives=decision.alternatives,
            )
            for decision in read.report.decisions
        ],
        warnings=[notice.message for notice in read.warnings],
        steps=[_step(one) for one in stepped.applied],
        file_name="" if upload is None else upload.name,
        sheet="" if upload is None else upload.sheet,
    )


def dataset_change(opened: Opened) -> pb.DatasetChange:
    """What became of new data."""
    return pb.DatasetChange(
        dataset=dataset(opened),
        bindings=bindings(opened.mapping),
        roles=[] if opened.chart is None else [role(one) for one in opened.chart.roles],
        suggestions=suggestions(opened),
    )


def suggestions(opened: Opened) -> list[pb.Suggestion]:
    """The charts that fit, the best first."""
    return [
        pb.Suggestion(chart_id=one.chart_id, why=one.why, steps=map(_step, one.steps)) for one in opened.suggestions
    ]


def _step(applied: steps.Applied) -> pb.DataStep:
    arguments = {name: value for name, value in applied.arguments.items() if name != "op"}
    return pb.DataStep(op=applied.arguments["op"], title=applied.title, code=applied.code, arguments=struct(arguments))


def _column(column: data.ColumnProfile) -> pb.Column:
    return pb.Column(
        name=column.name,
        type=TYPES[column.type],
        unit=column.unit or "",
        missing=column.missing,
        unique=column.unique,
        min=column.minimum or "",
        max=column.maximum or "",
        top_values=[top.value for top in column.top],
    )


def bindings(mapped: RoleMapping) -> pb.Bindings:
    """Who fills what, and what is open."""
    return pb.Bindings(
        bindings=binding_lines(mapped.bindings), complete=mapped.complete, missing_roles=mapped.missing_roles
    )


def binding_lines_in(lines: Sequence[pb.Binding]) -> list[tuple[str, str]]:
    """The lines of a request."""
    return [(line.role, line.column) for line in lines]


def binding_lines(kept: Bindings) -> list[pb.Binding]:
    """A line for each column that fills a role."""
    return [pb.Binding(role=name, column=column) for name, columns in kept.items() for column in columns]
