"""The renderer's answer about one script, as the agent's own types."""

from __future__ import annotations

import json

from agent_svc.pipeline.render import LimitHit, Outcome, RenderOutcome, ScriptError
from plotlane.renderer.v1 import renderer_pb2
from plotlane_kit.errors import UpstreamError


def outcome_in(result: renderer_pb2.RenderResult) -> Outcome:
    """How the script ended. Raises `UpstreamError` for an ending that this agent does not know."""
    name = renderer_pb2.Outcome.Name(result.outcome).removeprefix("OUTCOME_").lower()
    if name not in {outcome.value for outcome in Outcome}:
        raise UpstreamError  # a renderer that is newer than this agent
    return Outcome(name)


def limit_in(result: renderer_pb2.RenderResult) -> LimitHit | None:
    """The limit that ended the script, if one did."""
    if not result.HasField("limit"):
        return None
    return LimitHit(result.limit.name, result.limit.limit, result.limit.measured)


def error_in(result: renderer_pb2.RenderResult) -> ScriptError | None:
    """What the script raised, if it did."""
    if not result.HasField("error"):
        return None
    return ScriptError(result.error.kind, result.error.line, result.error.message)


def render_outcome(result: renderer_pb2.RenderResult, png: bytes) -> RenderOutcome:
    """How one render went."""
    return RenderOutcome(
        outcome=outcome_in(result),
        exit_code=result.exit_code,
        limit=limit_in(result),
        error=error_in(result),
        png=png,
        stdout=result.stdout,
        stderr=result.stderr,
        probe=_probe(result.probe_json),
        wall_ms=result.wall_ms,
        start_ms=result.start_ms,
        cpu_ms=result.cpu_ms,
        peak_memory_bytes=result.peak_memory_bytes,
    )


def _probe(text: str) -> dict[str, object] | None:
    try:
        found = json.loads(text) if text else None
    except (ValueError, RecursionError):
        return None
    return found if isinstance(found, dict) else None
