"""The table: a report for people, printed with rich."""

from __future__ import annotations

from collections.abc import Mapping

from rich.console import Console
from rich.table import Table

from scheduler_svc.simulate.report import Group, Report


def show(report: Report, console: Console) -> None:
    """Print the whole report."""
    crashes = f", {_count(report.crashes, 'crash', 'crashes')}" if report.crashes else ""
    console.print(report.title, style="bold", markup=False, highlight=False, soft_wrap=True)
    console.print(f"seed {report.seed}, {span(report.virtual_s)} of virtual time{crashes}\n", highlight=False)
    console.print(_groups(report.groups), "")
    for line in _lines(report):
        console.print(line, highlight=False, soft_wrap=True)


def _groups(groups: tuple[Group, ...]) -> Table:
    table = Table(box=None, pad_edge=False, header_style="dim")
    for name in ("pool", "lane", "tier"):
        table.add_column(name)
    for name in ("asked", "let in", "ran", "wait p50", "p95", "max", "blocked p95"):
        table.add_column(name, justify="right")
    table.add_column("refused", overflow="fold")
    table.add_column("ended", overflow="fold")
    for group in groups:
        table.add_row(
            group.pool,
            group.lane,
            group.tier,
            str(group.asked),
            str(group.admitted),
            str(group.ran),
            *(span(seconds) for seconds in (group.waits.p50_s, group.waits.p95_s, group.waits.max_s)),
            span(group.blocked.p95_s) if group.blocked.max_s else "–",
            counts(group.refused),
            counts(group.ends),
        )
    return table


def _lines(report: Report) -> list[str]:
    lines = [
        f"makespan of {each.pool}: {span(each.makespan_s)}, {each.ratio:.3f} times its lower bound of "
        f"{span(each.lower_bound_s)} (by {each.because})"
        + (
            f"; the start gap took {span(each.gap_s)}, beside it: {each.ratio_beside_gap:.3f}"
            if each.ratio > 1.005 and each.gap_s
            else ""
        )
        for each in report.makespans
    ]
    estimates = report.estimates
    if estimates.runs:
        lines.append(
            f"estimates: real wait minus the told one, {_count(estimates.runs, 'run', 'runs')} that waited: "
            f"median {estimates.median_s:+.1f} s, 90 % within {estimates.p90_abs_s:.1f} s"
        )
    lines += [
        f"fairness among {fair.users} {fair.tier} users (Jain, served / asked for): {fair.jain:.3f}"
        for fair in report.fairness
        if fair.users > 1
    ]
    lines.append(f"admitted and expired: {report.expired}; admitted and never ended: {report.unfinished}")
    return lines


def counts(of: Mapping[str, int]) -> str:
    """`3 cancelled, 40 released`."""
    return ", ".join(f"{count} {name}" for name, count in of.items()) or "–"


def span(seconds: float) -> str:
    """A time as people say it: `8.2 s`, `4 min 10 s`, `24 h 3 min`."""
    if seconds < 100:
        return f"{seconds:.1f} s"
    whole = round(seconds)
    if whole < 3600:
        return f"{whole // 60} min {whole % 60} s"
    return f"{whole // 3600} h {whole % 3600 // 60} min"


def _count(count: int, one: str, several: str) -> str:
    return f"{count} {one if count == 1 else several}"
