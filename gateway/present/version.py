"""Finished plots and their files, as the page reads them."""

from __future__ import annotations

from gateway.present.bindings import binding
from gateway.present.plain import Json, number, struct, word
from plotlane.agent.v1 import agent_pb2 as pb
from plotlane.common.v1 import common_pb2


def version(message: pb.Version) -> Json:
    """One finished plot."""
    return {
        "number": message.number,
        "chart": message.chart_id,
        "library": message.library,
        "status": word(pb.PlotStatus.DESCRIPTOR, message.status),
        "reason": word(pb.PlotReason.DESCRIPTOR, message.reason),
        "theme": word(common_pb2.Theme.DESCRIPTOR, message.theme),
        "changes": list(message.changes),
        "findings": [
            {"gate": f.gate, "severity": f.severity, "message": f.message, "suggestion": f.suggestion or None}
            for f in message.findings
        ],
        "artifacts": [artifact(each) for each in message.artifacts],
        "cost": cost(message.cost),
        "width_px": message.width_px,
        "height_px": message.height_px,
        "created_at": number(message.created_at),
        "bindings": [binding(each) for each in message.bindings],
        "options": struct(message.options),
    }


def artifact(message: pb.Artifact) -> Json:
    """One file of a version."""
    return {"name": message.name, "media_type": message.media_type, "bytes": message.bytes}


def cost(message: pb.Cost) -> Json:
    """What a plot cost."""
    return {
        "model_calls": message.model_calls,
        "tokens": message.tokens,
        "queue_s": number(message.queue_s),
        "render_s": number(message.render_s),
    }


def theme_render(message: pb.RenderThemeResponse) -> Json:
    """The answer to a theme toggle."""
    return {
        "version": message.version,
        "status": word(pb.PlotStatus.DESCRIPTOR, message.status),
        "reason": word(pb.PlotReason.DESCRIPTOR, message.reason),
        "artifacts": [artifact(each) for each in message.artifacts],
    }
