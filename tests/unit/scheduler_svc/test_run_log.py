"""The run log: one line a run, each field pinned, nothing that names anybody."""

from __future__ import annotations

from typing import Any

import pytest
from structlog.testing import capture_logs

from plotlane_kit.event_log import event_log
from scheduler_svc.core.quota.usage import Today
from scheduler_svc.core.run import EndReason, Outcome, Run, RunRequest
from scheduler_svc.run_log import RunLog

A_DAY = Today(runs=7, tokens=600, yardstick_tokens=1_000)


def ended(
    pool: str = "runs", end: EndReason = EndReason.RELEASED, outcome: Outcome | None = Outcome.OK, today: Today = A_DAY
) -> list[dict[str, Any]]:
    request = RunRequest("r1", pool, "public", "ada", "plot", ("session:s1",))
    run = Run(request, token=9, tag="t", position=4, arrived_at=10.0, latest_start=610.0, started_at=12.3456)
    run.ended_at, run.end, run.outcome = 20.0, end, outcome
    with capture_logs() as lines:
        RunLog(event_log("scheduler")).ended(run, today)
    return lines  # type: ignore[return-value]  # structlog types its entries as mutable mappings


def test_a_run_is_one_line_of_these_fields_and_no_others() -> None:
    assert ended() == [
        {
            "event": "run",
            "log_level": "info",
            "service": "scheduler",
            "lane": "public",
            "outcome": "ok",
            "queue_wait_ms": 2346,
            "queue_position": 4,
            "user_runs_today": "6_10",
            "user_tokens_today": "50_75",
        }
    ]


@pytest.mark.parametrize(
    ("end", "outcome", "said"),
    [
        (EndReason.RELEASED, Outcome.FAILED, "failed"),
        (EndReason.RELEASED, Outcome.ERROR, "error"),
        (EndReason.RELEASED, None, "released"),
        (EndReason.CANCELLED, None, "cancelled"),
        (EndReason.LOST, None, "lost"),
        (EndReason.EXPIRED, None, "expired"),
        (EndReason.DRAINED, None, "drained"),
    ],
)
def test_the_outcome_is_what_its_owner_said_or_why_it_ended(end: EndReason, outcome: Outcome | None, said: str) -> None:
    assert [line["outcome"] for line in ended(end=end, outcome=outcome)] == [said]


def test_of_a_run_that_was_not_ready_only_the_lane_is_told() -> None:
    assert ended(outcome=Outcome.NOT_READY) == [
        {"event": "run", "log_level": "info", "service": "scheduler", "lane": "public"}
    ]


def test_a_sandbox_has_no_line_of_its_own() -> None:
    assert ended(pool="render") == []
