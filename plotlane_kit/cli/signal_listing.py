"""The listings of `plotlane signal`: what the agent answers, as rows for people."""

from __future__ import annotations

from datetime import UTC, datetime

from plotlane.agent.v1 import agent_pb2 as pb
from plotlane_kit.cli.listing import duration, word

SIGNAL_COLUMNS = ("id", "handler", "state", "limited", "emitted", "took")
RUN_COLUMNS = ("session", "outcome", "version", "limited", "why")


def signal_row(kept: pb.Signal) -> tuple[str, ...]:
    """One signal, as SIGNAL_COLUMNS."""
    emitted = datetime.fromtimestamp(kept.emitted_at, UTC)
    return (
        kept.signal_id,
        kept.handler,
        word(pb.SignalState.Name(kept.state), "SIGNAL_STATE_"),
        "yes" if kept.limited else "",
        f"{emitted:%Y-%m-%d %H:%M:%S} UTC",
        duration(kept.ended_at - kept.emitted_at) if kept.ended_at else "",
    )


def run_row(run: pb.SignalRun) -> tuple[str, ...]:
    """One run of a signal, as RUN_COLUMNS."""
    why = f"{run.text} ({run.code})" if run.code else run.text
    return (
        run.session_id or "none",
        run.outcome or "under way",
        str(run.version or ""),
        "yes" if run.limited else "",
        why,
    )
