"""The run log: one content-free line for each run that ends; closed sets and bounded integers, no id, no user."""

from __future__ import annotations

from contextlib import suppress

from structlog.typing import FilteringBoundLogger

from scheduler_svc.core.run import Run
from scheduler_svc.core.scheduler import RUNS_POOL


class RunLog:
    """Writes the event `run`. Places in other pools serve a run that has its own line."""

    def __init__(self, log: FilteringBoundLogger) -> None:
        self._log = log

    def ended(self, run: Run) -> None:
        """`run` is over."""
        if run.request.pool != RUNS_POOL or run.end is None:
            return
        # A log that cannot be written (a full disk, a reader that went away) must not keep a stream from its news.
        with suppress(OSError):
            self._log.info(
                "run",
                lane=run.request.lane,
                outcome=(run.outcome or run.end).value,
                queue_wait_ms=round(run.queue_wait_s * 1000),
                queue_position=run.position,
            )
