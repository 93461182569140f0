"""`python -m agent_svc.evals`: run cases through the services, write the report, compare it with an earlier one."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Annotated

import grpc
import typer

from agent_svc.evals.attempt import Attempts, unread
from agent_svc.evals.baseline import Tolerance, compare
from agent_svc.evals.calls import Calls
from agent_svc.evals.case import Case, CaseError, UnreadCase, look_through, write_case
from agent_svc.evals.cost import priced
from agent_svc.evals.recipe import RECIPE_FILE, read_recipe
from agent_svc.evals.report import CaseResult, Report, ReportError, read_report
from agent_svc.evals.run import AT_A_TIME, reported, run_cases
from agent_svc.evals.tables import console, missed, show_diff, show_report, why
from agent_svc.models.prices import read_prices
from plotlane_kit.cli.dial import open_dial
from plotlane_kit.cli.reach import reach
from plotlane_kit.clock import SystemClock
from plotlane_kit.errors import PlotlaneError
from plotlane_kit.grpc_errors import from_rpc_error
from plotlane_kit.house.child import StartError
from plotlane_kit.settings import data_home


def evaluate(
    cases: Annotated[
        Path | None, typer.Argument(metavar="CASES", help="A folder of case folders, or a recipe.")
    ] = None,
    report: Annotated[Path | None, typer.Option(help="Write the report as JSON.")] = None,
    baseline: Annotated[
        Path | None, typer.Option(help="An earlier report; the exit code says whether this is worse.")
    ] = None,
    only: Annotated[list[str], typer.Option(metavar="WORD", help="Cases whose id has every such part.")] = [],  # noqa: B006
    tolerance: Annotated[float, typer.Option(min=0, max=1, help="Share of cases that may stop passing.")] = 0.0,
    cost_tolerance: Annotated[float, typer.Option(min=0, help="Share by which calls, tokens and cost may grow.")] = 0.1,
    latency_tolerance: Annotated[
        float | None, typer.Option(min=0, help="Share by which the median latency may grow; unset: any.")
    ] = None,
    at_a_time: Annotated[int, typer.Option(min=1, max=40, help="Plots on their way at a time.")] = AT_A_TIME,
    write: Annotated[Path | None, typer.Option(help="Write the cases as folders instead of running them.")] = None,
    schema: Annotated[bool, typer.Option("--schema", help="Print the JSON schema of reports.")] = False,
    data_dir: Annotated[
        Path | None, typer.Option(envvar="PLOTLANE_DATA_DIR", help="Where everything is kept.", show_default=False)
    ] = None,
) -> None:
    """Run CASES through the running services, or through some of their own, and print what became of them.

    The exit code is 0 when every case passed or, with --baseline, when nothing is worse; 1 when not; 2 when it could
    not be run.
    """
    try:
        if schema:
            typer.echo(json.dumps(Report.model_json_schema(by_alias=True), indent=2))
            return
        found, failed = _found(cases, only)
        if write is not None:
            for case in found:
                write_case(case, write)
            for one in failed:
                typer.echo(one.why, err=True)
            typer.echo(f"wrote {len(found)} cases to {write}")
            return
        before = read_report(baseline) if baseline is not None else None
        made = asyncio.run(_run(data_dir or data_home(), found, failed, at_a_time))
        if report is not None:
            report.parent.mkdir(parents=True, exist_ok=True)
            report.write_text(made.written(), encoding="utf-8")
    except (CaseError, ReportError, StartError, PlotlaneError, OSError) as error:
        typer.echo(str(error), err=True)
        raise typer.Exit(2) from error
    show_report(made, console())
    if before is None:
        raise typer.Exit(0 if made.totals.passed == made.totals.cases else 1)
    diff = compare(before, made, Tolerance(tolerance, cost_tolerance, latency_tolerance))
    show_diff(diff, console())
    raise typer.Exit(1 if diff.worse else 0)


def _found(cases: Path | None, only: Sequence[str]) -> tuple[list[Case], list[UnreadCase]]:
    """The cases that were asked for, and those among them that cannot be read."""
    if cases is None:
        raise CaseError("name a folder of cases or a recipe, such as evals/cases.yaml")
    found = [case for case in _read(cases) if all(word in case.id for word in only)]
    if not found:
        raise CaseError(f"{cases}: no case has {' and '.join(only)} in its id")
    failed = [case for case in found if isinstance(case, UnreadCase)]
    return [case for case in found if not isinstance(case, UnreadCase)], failed


def _read(cases: Path) -> Iterable[Case | UnreadCase]:
    recipe = cases / RECIPE_FILE
    if cases.is_dir() and not recipe.is_file():
        return look_through(cases)
    return read_recipe(recipe if cases.is_dir() else cases).cases()


async def _run(data_dir: Path, cases: Sequence[Case], failed: Sequence[UnreadCase], at_a_time: int) -> Report:
    clock = SystemClock()
    began = clock.monotonic()
    async with reach(data_dir) as addresses, open_dial()(addresses["agent"]) as channel:
        try:
            calls = Calls(channel)
            status = await calls.status()
            attempts = Attempts(calls, clock, priced(status.models, read_prices()))
            results = await run_cases(cases, attempts, at_a_time, _say, [unread(case) for case in failed])
        except grpc.aio.AioRpcError as error:
            raise from_rpc_error(error) from error
    seconds = clock.monotonic() - began
    return reported(results, provider=status.provider, models=status.models, seconds=seconds, clock=clock)


def _say(result: CaseResult) -> None:
    if result.passed:
        typer.echo(f"passed  {result.id}", err=True)
    else:
        typer.echo(f"FAILED  {result.id}: {missed(result)}; {why(result)[0]}", err=True)


if __name__ == "__main__":
    app = typer.Typer(add_completion=False)
    app.command()(evaluate)
    app(prog_name="plotlane eval")
