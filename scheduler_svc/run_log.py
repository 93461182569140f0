"""The run log: one content-free line for each run that ends; closed sets and bounded integers, no id, no user."""

from __future__ import annotations

from structlog.typing import FilteringBoundLogger

from scheduler_svc.core.quota.buckets import runs_bucket, tokens_bucket
from scheduler_svc.core.quota.usage import Today
from scheduler_svc.core.run import Outcome, Run
from scheduler_svc.core.scheduler import RUNS_POOL


class RunLog:
    """Writes the event `run`. Places in other pools serve a run that has its own line."""

    def __init__(self, log: FilteringBoundLogger) -> None:
        self._log = log

    def ended(self, run: Run, today: Today) -> None:
        """`run` is over; `today` is what its user has used with it."""
        if run.request.pool != RUNS_POOL or run.end is None:
            return
        fields: dict[str, object] = {"lane": run.request.lane}
        if run.outcome is not Outcome.NOT_READY:
            fields |= _how_it_went(run, today)
        self._log.info("run", **fields)


def _how_it_went(run: Run, today: Today) -> dict[str, object]:
    outcome = run.outcome or run.end
    assert outcome is not None
    return {
        "outcome": outcome.value,
        "queue_wait_ms": round(run.queue_wait_s * 1000),
        "queue_position": run.position,
        "user_runs_today": runs_bucket(today.runs),
        "user_tokens_today": tokens_bucket(today.tokens, today.yardstick_tokens),
    }
