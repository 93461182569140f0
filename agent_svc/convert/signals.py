"""The conversion of signals: what is kept of one, as protobuf messages."""

from __future__ import annotations

from typing import Final

from agent_svc.signals.signal import Entry, SignalRun, SignalState
from plotlane.agent.v1 import agent_pb2 as pb

_STATES: Final = {state: pb.SignalState.Value(f"SIGNAL_STATE_{state.name}") for state in SignalState}


def signal(kept: Entry) -> pb.Signal:
    """A signal, and what came of it."""
    return pb.Signal(
        signal_id=kept.signal_id,
        handler=kept.handler,
        state=_STATES[kept.state],
        emitted_at=kept.emitted_at,
        claimed_at=kept.claimed_at,
        ended_at=kept.ended_at,
        limited=kept.limited,
        code=kept.code,
        text=kept.text,
        runs=[_run(run) for run in kept.runs],
    )


def _run(run: SignalRun) -> pb.SignalRun:
    out = pb.SignalRun(session_id=run.session_id, tag=run.tag, limited=run.limited)
    if run.end is not None:
        out.outcome, out.version = run.end.outcome.value, run.end.version
        out.code, out.text = run.end.code, run.end.text
    return out
