"""The tables that `plotlane eval` prints."""

from __future__ import annotations

import sys
from collections.abc import Mapping

from rich.console import Console
from rich.table import Table

from agent_svc.evals.baseline import Diff
from agent_svc.evals.report import CaseResult, Report, Totals

_WIDE = 160  # characters of a line that nobody looks at in a terminal


def console() -> Console:
    """Where tables go: as wide as the terminal, wide for a pipe."""
    return Console(width=None if sys.stdout.isatty() else _WIDE, highlight=False, markup=False, emoji=False)


def show_report(report: Report, out: Console) -> None:
    """Pass rates by chart, library and perturbation, what did not pass, and what it cost."""
    out.print(_crossed(report))
    for title, totals in (
        ("library", report.by_library),
        ("perturbation", report.by_perturbation),
        ("chart", report.by_chart),
    ):
        out.print(_rates(title, totals))
    for case in report.cases:
        if not case.passed:
            out.print(f"{case.id}: {missed(case)}", style="bold")
            for line in why(case):
                out.print(f"  {line}")
    out.print(summary(report))


def missed(case: CaseResult) -> str:
    """What became of a case that did not pass, in a few words: `failed (code_error)`, `drawn, but not as expected`."""
    if case.outcome == "ok":
        return "drawn, but not as expected"
    return f"{case.outcome} ({case.reason})" if case.reason else case.outcome


def why(case: CaseResult) -> list[str]:
    """Why a case did not pass, one line each."""
    findings = [f"{finding.gate}: {finding.message}" for finding in case.findings if finding.severity != "note"]
    return [*case.differences, *findings] or [case.detail or "the outcome is not the expected one"]


def summary(report: Report) -> str:
    """One line: how many passed, what was asked of a model, and how long it took."""
    totals = report.totals
    cost = "no price known" if totals.cost_usd is None else f"{totals.cost_usd:.4f} US dollars"
    return (
        f"{totals.passed} of {totals.cases} cases passed ({report.provider}: {totals.model_calls} model calls, "
        f"{totals.tokens:,} tokens, {cost}) in {report.seconds:.0f} s; a plot takes {totals.latency_p50_s:.2f} s, "
        f"p95 {totals.latency_p95_s:.2f} s"
    )


def show_diff(diff: Diff, out: Console) -> None:
    """What changed against the baseline."""
    table = Table("", "baseline", "now", box=None, pad_edge=False)
    then, now = diff.before, diff.after
    table.add_row("passed", f"{then.passed} of {then.cases}", f"{now.passed} of {now.cases}")
    table.add_row("model calls", f"{then.model_calls:,}", f"{now.model_calls:,}")
    table.add_row("tokens", f"{then.tokens:,}", f"{now.tokens:,}")
    table.add_row("US dollars", _dollars(then), _dollars(now))
    table.add_row("median latency", f"{then.latency_p50_s:.2f} s", f"{now.latency_p50_s:.2f} s")
    out.print(table)
    for word, cases in (("no longer passes", diff.broken), ("passes now", diff.mended)):
        for case in cases:
            out.print(f"{word}: {case.id} ({case.outcome}{', ' + case.reason if case.reason else ''})")
    for word, ids in (("new", diff.added), ("gone", diff.gone)):
        if ids:
            out.print(f"{word}: {len(ids)} cases, from {ids[0]} to {ids[-1]}")
    for line in diff.worse:
        out.print(f"worse than the baseline: {line}", style="bold")


def _dollars(totals: Totals) -> str:
    return "unknown" if totals.cost_usd is None else f"{totals.cost_usd:.4f}"


def _crossed(report: Report) -> Table:
    """Chart by perturbation; each cell how many of how many passed."""
    names = list(report.by_perturbation)
    table = Table("", *names, box=None, pad_edge=False)
    for chart in report.by_chart:
        cells = []
        for name in names:
            found = [case for case in report.cases if case.chart == chart and case.perturbation == name]
            cells.append(f"{sum(case.passed for case in found)}/{len(found)}" if found else "")
        table.add_row(chart, *cells)
    return table


def _rates(title: str, groups: Mapping[str, Totals]) -> Table:
    columns = (title, "cases", "passed", "rate", "calls", "tokens", "US dollars", "p50", "p95")
    table = Table(*columns, box=None, pad_edge=False)
    for name, totals in groups.items():
        table.add_row(
            name,
            str(totals.cases),
            str(totals.passed),
            f"{totals.rate:.1%}",
            str(totals.model_calls),
            f"{totals.tokens:,}",
            _dollars(totals),
            f"{totals.latency_p50_s:.2f} s",
            f"{totals.latency_p95_s:.2f} s",
        )
    return table
