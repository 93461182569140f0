"""The scheduler under test: its process, with room for whatever a benchmark puts into it."""

from __future__ import annotations

from contextlib import AbstractAsyncContextManager
from pathlib import Path

from tests.bench.process import Served, served

PREFIX = "PLOTLANE_SCHEDULER_"


def scheduler(folder: Path, *, places: int) -> AbstractAsyncContextManager[Served]:
    """A scheduler with `places` places, a long queue, and its journal in `folder` at the safest setting."""
    own = {
        "PORT": "0",
        "DRAIN_S": "0",
        "DATA_DIR": str(folder),
        "JOURNAL_SYNCHRONOUS": "full",
        "RUNS__CONCURRENCY": str(places),
        "RUNS__CAPACITY": "100000",
        "RUNS__MAX_WAIT_S": "86400",
        "RUNS__EXPECTED_RUN_S": "0.1",
    }
    return served("scheduler_svc", {PREFIX + name: value for name, value in own.items()}, PREFIX + "READY_FD")
