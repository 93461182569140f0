"""What the listings of `plotlane admin` and `plotlane status` show, and what a refusal becomes there."""

from __future__ import annotations

import pytest

from plotlane.scheduler.v1 import scheduler_pb2 as pb
from plotlane_kit.cli.listing import USER_COLUMNS, refusal_lines, show, stalled, usage_rows
from plotlane_kit.errors import Reason, RemoteError, Violation


def test_a_pool_that_starts_nothing_says_why_and_any_other_is_not_mentioned() -> None:
    pools = [
        pb.PoolStatus(pool="runs", concurrency=5, paused=True),
        pb.PoolStatus(pool="render", concurrency=0),
        pb.PoolStatus(pool="other", concurrency=1),
    ]
    paused, empty = stalled(pools)
    assert paused == "runs is paused; start it again with: plotlane admin resume runs"
    assert empty.startswith("render has no places")


def test_a_user_is_shown_by_the_name_that_they_have(capsys: pytest.CaptureFixture[str]) -> None:
    used = pb.Usage(kind=pb.QUOTA_KIND_RUNS, used=3, period=pb.QUOTA_PERIOD_DAY)
    users = [pb.UserUsage(user=name, usage=[used]) for name in ("[red]eve[/ada]", "[bold]joe[/bold]")]
    show(USER_COLUMNS, usage_rows(pb.ListUsageResponse(everybody=used, users=users)))
    assert [line.split()[0] for line in capsys.readouterr().out.splitlines()[2:]] == [
        "[red]eve[/ada]",
        "[bold]joe[/bold]",
    ]


def test_a_refusal_names_each_wrong_field_once() -> None:
    said = "user: name the user"
    wrong = [Violation("user", "name the user"), Violation("limit", "give at least 1")]
    assert refusal_lines(RemoteError(Reason.INVALID, said, violations=wrong)) == f"{said}\nlimit: give at least 1"
