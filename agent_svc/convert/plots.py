"""Finished plots, their files and their cost."""

from __future__ import annotations

from typing import Final

from agent_svc.convert.arguments import THEMES, struct
from agent_svc.convert.datasets import binding_lines
from agent_svc.pipeline.outcome import PlotReason, PlotStatus
from agent_svc.sessions.version import Artifact, Cost, Version
from agent_svc.turns import events
from agent_svc.turns.toggle import Toggled
from plotlane.agent.v1 import agent_pb2 as pb

_STATUSES: Final = {status: pb.PlotStatus.Value(f"PLOT_STATUS_{status.name}") for status in PlotStatus}
_REASONS: Final = {reason: pb.PlotReason.Value(f"PLOT_REASON_{reason.name}") for reason in PlotReason}


def version(one: Version) -> pb.Version:
    """A finished plot."""
    return pb.Version(
        number=one.number,
        chart_id=one.chart_id,
        library=one.library,
        status=_STATUSES[one.status],
        reason=_reason(one.reason),
        theme=THEMES[one.theme],
        changes=one.changes,
        findings=[
            pb.Finding(gate=remark.gate, severity=remark.severity, message=remark.message, suggestion=remark.suggestion)
            for remark in one.remarks
        ],
        artifacts=[artifact(kept) for kept in one.artifacts],
        cost=cost(one.cost),
        width_px=one.width_px,
        height_px=one.height_px,
        created_at=one.created_at,
        bindings=binding_lines(one.bindings),
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


def plot(plot: events.Plot) -> pb.PlotResult:
    """How a plot ended."""
    return pb.PlotResult(
        status=_STATUSES[plot.status],
        reason=_reason(plot.reason),
        detail=plot.detail,
        version=None if plot.version is None else version(plot.version),
        cost=cost(plot.cost),
    )


def cost(cost: Cost) -> pb.Cost:
    """What a plot took."""
    return pb.Cost(model_calls=cost.model_calls, tokens=cost.tokens, queue_s=cost.queue_s, render_s=cost.render_s)


def _reason(reason: PlotReason | None) -> pb.PlotReason.ValueType:
    return pb.PLOT_REASON_UNSPECIFIED if reason is None else _REASONS[reason]
