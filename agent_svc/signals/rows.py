"""The rows: signals and their runs as the database has them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

import sqlalchemy as sa

from agent_svc.groups.run_end import RunEnd
from agent_svc.signals.signal import Entry, SignalRun, SignalState
from agent_svc.turns.events import TurnOutcome

IN_PROCESS: Final = ""  #: the outcome of a run that has not ended


def run_row(run: SignalRun) -> dict[str, object]:
    """A run of a signal."""
    return {"session_id": run.session_id, "tag": run.tag} | run_end_row(run.end, limited=run.limited)


def run_end_row(end: RunEnd | None, *, limited: bool) -> dict[str, object]:
    """What the end of a run changes."""
    if end is None:
        return {"outcome": IN_PROCESS, "version": 0, "limited": False, "code": "", "text": ""}
    told = {"version": end.version, "code": end.code, "text": end.text}
    return {"outcome": end.outcome.value, "limited": limited, **told}


def entry(row: sa.Row[Any], runs: Sequence[sa.Row[Any]] = ()) -> Entry:
    """A signal, with its runs where these were read too."""
    return Entry(
        seq=row.seq,
        signal_id=row.signal_id,
        user=row.user,
        tier=row.tier,
        handler=row.handler,
        state=SignalState(row.state),
        emitted_at=row.emitted_at,
        claimed_at=row.claimed_at,
        ended_at=row.ended_at,
        limited=row.limited,
        code=row.code,
        text=row.text,
        payload=row.payload,
        runs=tuple(_run(run) for run in runs),
    )


def _run(row: sa.Row[Any]) -> SignalRun:
    if row.outcome == IN_PROCESS:
        return SignalRun(row.session_id, row.tag)
    end = RunEnd(TurnOutcome(row.outcome), row.version, row.code, row.text)
    return SignalRun(row.session_id, row.tag, end, row.limited)
