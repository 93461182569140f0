"""Conversion: where the agent's protobuf messages meet its domain, both ways."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from google.protobuf import json_format, struct_pb2

from agent_svc import catalogue, data
from agent_svc.data import steps
from agent_svc.fanout.log import Told
from agent_svc.fanout.member import Member
from agent_svc.pipeline.outcome import PlotReason, PlotStatus, Step, Theme
from agent_svc.sessions.mapping import RoleMapping
from agent_svc.sessions.opened import Opened
from agent_svc.sessions.options import full_options
from agent_svc.sessions.reading import subject_of
from agent_svc.sessions.session import SessionSummary
from agent_svc.sessions.transcript import TranscriptLine
from agent_svc.sessions.version import Artifact, Bindings, Cost, Version
from agent_svc.turns import events
from agent_svc.turns.toggle import Toggled
from plotlane.agent.v1 import agent_pb2 as pb
from plotlane.common.v1 import common_pb2
from plotlane_kit.chunks import batches

PROTOCOL = "plotlane/1"
_TYPES = {kind: pb.ColumnType.Value(f"COLUMN_TYPE_{kind.name}") for kind in data.ColumnType}
_KINDS = {
    kind: pb.OptionKind.Value(f"OPTION_KIND_{kind.upper()}")
    for kind in ("text", "choice", "integer", "number", "boolean", "range")
}
_STATUSES = {status: pb.PlotStatus.Value(f"PLOT_STATUS_{status.name}") for status in PlotStatus}
_REASONS = {reason: pb.PlotReason.Value(f"PLOT_REASON_{reason.name}") for reason in PlotReason}
_STEPS = {step: pb.Step.Value(f"STEP_{step.name}") for step in Step}
_THEMES = {Theme.LIGHT: common_pb2.THEME_LIGHT, Theme.DARK: common_pb2.THEME_DARK}


def theme_in(number: int) -> Theme | None:
    """The theme that a request names; None: not given, or not known here."""
    return next((theme for theme, known in _THEMES.items() if known == number), None)


def options_in(struct: struct_pb2.Struct) -> dict[str, object]:
    """Options as a request holds them; whole numbers become int again, which JSON numbers are not."""
    return {name: _plain(value) for name, value in struct.fields.items()}


def _plain(value: struct_pb2.Value) -> object:
    match value.WhichOneof("kind"):
        case "number_value":
            number = value.number_value
            return int(number) if number.is_integer() else number
        case "list_value":
            return [_plain(item) for item in value.list_value.values]
        case "struct_value":
            return options_in(value.struct_value)
        case "string_value":
            return value.string_value
        case "bool_value":
            return value.bool_value
        case _:
            return None


def struct(values: Mapping[str, object]) -> struct_pb2.Struct:
    """Options as an answer holds them."""
    return json_format.ParseDict(dict(values), struct_pb2.Struct())


def options(opened: Opened) -> struct_pb2.Struct:
    """Every option of a session's chart."""
    return struct(full_options(opened.chart, opened.session.options))


def chart(entry: catalogue.Chart) -> pb.Chart:
    """One catalogue entry."""
    width, height = entry.pixels
    return pb.Chart(
        chart_id=entry.id,
        title=entry.title,
        description=entry.description,
        tags=entry.tags,
        roles=[role(one) for one in entry.roles],
        options=[_option(one) for one in entry.options],
        libraries=entry.libraries,
        width_px=width,
        height_px=height,
    )


def role(one: catalogue.Role) -> pb.Role:
    """One input of a chart."""
    return pb.Role(
        name=one.name,
        title=one.title,
        description=one.description,
        types=[_TYPES[data.ColumnType(kind)] for kind in one.types],
        required=one.required,
        family=one.family,
        min=one.min if one.family else 0,
        max=one.max if one.family else 0,
    )


def _option(one: catalogue.Option) -> pb.Option:
    return pb.Option(
        name=one.name,
        title=one.title,
        description=one.description,
        kind=_KINDS[one.kind],
        choices=one.choices,
        min=one.min,
        max=one.max,
        max_length=one.max_length or 0,
        default=_value(one.default),
    )


def _value(value: str | bool | int | float | None) -> struct_pb2.Value:
    if value is None:
        return struct_pb2.Value(null_value=struct_pb2.NULL_VALUE)
    if isinstance(value, bool):
        return struct_pb2.Value(bool_value=value)
    return struct_pb2.Value(string_value=value) if isinstance(value, str) else struct_pb2.Value(number_value=value)


def summary(one: SessionSummary, *, busy: bool) -> pb.SessionSummary:
    """One line of the list of sessions."""
    return pb.SessionSummary(
        session_id=one.session_id,
        chart_id=one.chart_id,
        library=one.library,
        versions=one.versions,
        updated_at=one.updated_at,
        busy=busy,
    )


def session(opened: Opened, turn_id: str) -> Iterator[pb.Session]:
    """A session in parts that merge into the whole."""
    one = opened.session
    yield pb.Session(
        session_id=one.session_id,
        chart_id=one.chart_id,
        library=one.library,
        locale=one.locale,
        dataset=dataset(opened),
        bindings=bindings(opened.mapping),
        options=options(opened),
        turn_id=turn_id,
        suggestions=_suggestions(opened),
        idle_limit_s=one.idle_limit_s,
    )
    for versions in batches(version(kept) for kept in one.versions):
        yield pb.Session(versions=versions)
    for lines in batches(_line(line) for line in one.transcript):
        yield pb.Session(transcript=lines)


def _line(line: TranscriptLine) -> pb.TranscriptLine:
    return pb.TranscriptLine(who=line.who.value, text=line.text, version=line.version)


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


def _step(applied: steps.Applied) -> pb.DataStep:
    arguments = {name: value for name, value in applied.arguments.items() if name != "op"}
    return pb.DataStep(op=applied.arguments["op"], title=applied.title, code=applied.code, arguments=struct(arguments))


def _column(column: data.ColumnProfile) -> pb.Column:
    return pb.Column(
        name=column.name,
        type=_TYPES[column.type],
        unit=column.unit or "",
        missing=column.missing,
        unique=column.unique,
        min=column.minimum or "",
        max=column.maximum or "",
        top_values=[top.value for top in column.top],
    )


def dataset_change(opened: Opened) -> pb.DatasetChange:
    """What became of new data."""
    return pb.DatasetChange(
        dataset=dataset(opened),
        bindings=bindings(opened.mapping),
        roles=[] if opened.chart is None else [role(one) for one in opened.chart.roles],
        suggestions=_suggestions(opened),
    )


def _suggestions(opened: Opened) -> list[pb.Suggestion]:
    return [
        pb.Suggestion(chart_id=one.chart_id, why=one.why, steps=map(_step, one.steps)) for one in opened.suggestions
    ]


def bindings(mapped: RoleMapping) -> pb.Bindings:
    """Who fills what, and what is open."""
    return pb.Bindings(
        bindings=_binding_lines(mapped.bindings), complete=mapped.complete, missing_roles=mapped.missing_roles
    )


def binding_lines_in(lines: Sequence[pb.Binding]) -> list[tuple[str, str]]:
    """The lines of a request."""
    return [(line.role, line.column) for line in lines]


def _binding_lines(kept: Bindings) -> list[pb.Binding]:
    return [pb.Binding(role=name, column=column) for name, columns in kept.items() for column in columns]


def version(one: Version) -> pb.Version:
    """A finished plot."""
    return pb.Version(
        number=one.number,
        chart_id=one.chart_id,
        library=one.library,
        status=_STATUSES[one.status],
        reason=_reason(one.reason),
        theme=_THEMES[one.theme],
        changes=one.changes,
        findings=[
            pb.Finding(gate=remark.gate, severity=remark.severity, message=remark.message, suggestion=remark.suggestion)
            for remark in one.remarks
        ],
        artifacts=[artifact(kept) for kept in one.artifacts],
        cost=_cost(one.cost),
        width_px=one.width_px,
        height_px=one.height_px,
        created_at=one.created_at,
        bindings=_binding_lines(one.bindings),
        options=struct(one.options),
    )


def artifact(one: Artifact) -> pb.Artifact:
    """A file of a version."""
    return pb.Artifact(name=one.name, media_type=one.media_type, bytes=one.size)


def toggled(result: Toggled) -> pb.RenderThemeResponse:
    """How a theme of a version went."""
    return pb.RenderThemeResponse(
        status=_STATUSES[result.record.status],
        reason=_reason(result.record.reason),
        artifacts=[artifact(kept) for kept in result.version.artifacts],
        version=result.version.number,
    )


def turn_event(numbered: events.Numbered) -> pb.TurnEvent:
    """One event of a turn."""
    out = pb.TurnEvent(event_id=numbered.event_id)
    match numbered.event:
        case events.Ready(turn_id):
            out.ready.CopyFrom(pb.TurnReady(v=PROTOCOL, turn_id=turn_id))
        case events.Queued(position, waiting, estimated_wait_s):
            out.status.CopyFrom(
                pb.TurnStatus(
                    step=pb.STEP_QUEUED, position=position, waiting=waiting, estimated_wait_s=estimated_wait_s
                )
            )
        case events.Blocked(reason):
            out.status.CopyFrom(pb.TurnStatus(step=pb.STEP_QUEUED, blocked=reason))
        case events.Working(step, attempt):
            out.status.CopyFrom(pb.TurnStatus(step=_STEPS[step], attempt=attempt))
        case events.Message(text):
            out.message.CopyFrom(pb.TurnMessage(text=text))
        case events.Plot() as plot:
            out.plot.CopyFrom(_plot(plot))
        case events.Refusal(code, text):
            out.refusal.CopyFrom(pb.TurnRefusal(code=code, text=text))
        case events.Failure(code, text, ref, details):
            out.error.CopyFrom(pb.TurnError(code=code, ref=ref, text=text, details=details))
        case events.Done(outcome, number):
            out.done.CopyFrom(pb.TurnDone(outcome=outcome.value, version=number))
    return out


def fan_out_event(group_id: str, members: Sequence[Member], told: Told) -> pb.FanOutEvent:
    """One event of a fan-out; its first one also says who its members are."""
    out = pb.FanOutEvent(group_id=group_id, event=turn_event(events.Numbered(told.event_id, told.event)))
    if told.member is not None:
        out.library, out.session_id = told.member.library, told.member.session_id
    elif isinstance(told.event, events.Ready):
        out.members.extend(pb.FanOutMember(library=one.library, session_id=one.session_id) for one in members)
    return out


def _plot(plot: events.Plot) -> pb.PlotResult:
    return pb.PlotResult(
        status=_STATUSES[plot.status],
        reason=_reason(plot.reason),
        detail=plot.detail,
        version=None if plot.version is None else version(plot.version),
        cost=_cost(plot.cost),
    )


def _cost(cost: Cost) -> pb.Cost:
    return pb.Cost(model_calls=cost.model_calls, tokens=cost.tokens, queue_s=cost.queue_s, render_s=cost.render_s)


def _reason(reason: PlotReason | None) -> pb.PlotReason.ValueType:
    return pb.PLOT_REASON_UNSPECIFIED if reason is None else _REASONS[reason]
