"""The listings of `plotlane admin`: what the scheduler answers, as rows for people."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Sequence

from rich.console import Console
from rich.table import Table
from rich.text import Text

from plotlane.scheduler.v1 import scheduler_pb2 as pb
from plotlane_kit.errors import PlotlaneError

WIDE = 240  # characters of a line that nobody looks at in a terminal: nothing is cut for a pipe

RUN_COLUMNS = ("id", "what", "state", "pool", "lane", "kind", "place", "for", "user", "group", "locks")
USER_COLUMNS = ("user", "period", "what", "used", "limit", "strikes")


def run_rows(runs: Iterable[pb.RunInfo]) -> list[tuple[str, ...]]:
    """One row for each run, hold and group, as RUN_COLUMNS."""
    return [
        (
            run.id,
            run.entry,
            _state(run),
            run.pool,
            run.lane,
            run.kind,
            str(run.position or ""),
            duration(run.age_s),
            run.user_hash,
            run.group_id,
            " ".join(run.locks),
        )
        for run in runs
    ]


def stalled(pools: Iterable[pb.PoolStatus]) -> list[str]:
    """One line for each pool that starts nothing: why, and what to do."""
    lines = []
    for pool in pools:
        if pool.paused:
            lines.append(f"{pool.pool} is paused; start it again with: plotlane admin resume {pool.pool}")
        elif not pool.concurrency:
            lines.append(f"{pool.pool} has no places, so nothing starts in it; is a renderer up?")
    return lines


def usage_rows(answer: pb.ListUsageResponse) -> list[tuple[str, ...]]:
    """Everybody's tokens, then what counts of each user, as USER_COLUMNS."""
    rows = [_usage_row("everybody", answer.everybody, "")]
    for user in answer.users:
        strikes = str(user.strikes or "")
        if user.locked_out_s:
            strikes = f"{strikes} locked out for {duration(user.locked_out_s)}".strip()
        rows += [_usage_row(user.user, usage, strikes) for usage in user.usage] or [
            (user.user, "", "", "", "", strikes),
        ]
    return rows


def duration(seconds: float) -> str:
    """`8 s`, `3 min 20 s` or `2 h 5 min`."""
    whole = round(seconds)
    if whole < 60:
        return f"{whole} s"
    if whole < 3600:
        return f"{whole // 60} min {whole % 60} s"
    return f"{whole // 3600} h {whole % 3600 // 60} min"


def show(columns: Sequence[str], rows: Iterable[Sequence[str]]) -> None:
    """Print a table without rules; columns that are empty in every row are left out."""
    found = list(rows)
    used = [place for place in range(len(columns)) if any(row[place] for row in found)]
    table = Table(*(columns[place] for place in used), box=None, pad_edge=False)
    for row in found:
        # As text, because [/x] in a name is a name and no markup.
        table.add_row(*(Text(row[place]) for place in used))
    Console(width=None if sys.stdout.isatty() else WIDE, highlight=False).print(table)


def refusal_lines(refusal: PlotlaneError) -> str:
    """What a service refuses with, and a line for each wrong field that its message does not name already."""
    lines = (f"{each.field}: {each.message}" for each in refusal.violations if each.message not in refusal.message)
    return "\n".join([refusal.message, *lines])


def word(name: str, prefix: str) -> str:
    """An enum's name as people read it: RUN_STATE_STARTED is `started`."""
    return name.removeprefix(prefix).lower().replace("_", " ")


def _state(run: pb.RunInfo) -> str:
    state = word(pb.RunState.Name(run.state), "RUN_STATE_")
    if run.blocked:
        state += f" ({word(pb.BlockedReason.Name(run.blocked), 'BLOCKED_REASON_')})"
    return f"{state}, stream lost" if run.in_grace else state


def _usage_row(user: str, usage: pb.Usage, strikes: str) -> tuple[str, ...]:
    return (
        user,
        word(pb.QuotaPeriod.Name(usage.period), "QUOTA_PERIOD_"),
        word(pb.QuotaKind.Name(usage.kind), "QUOTA_KIND_"),
        f"{usage.used:,}",
        f"{usage.limit:,}" if usage.limit else "",
        strikes,
    )
