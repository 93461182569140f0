"""`python -m scheduler_svc.simulate`: play a scenario and say what it shows."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console

from scheduler_svc.simulate.load import ScenarioError, find, load, shipped
from scheduler_svc.simulate.play import play
from scheduler_svc.simulate.report import report
from scheduler_svc.simulate.table import show
from scheduler_svc.simulate.world import EndlessError

PICTURES = (".png", ".svg", ".pdf")


def simulate(
    scenario: Annotated[str | None, typer.Argument(help="A scenario file, or the name of a shipped one.")] = None,
    seed: Annotated[int | None, typer.Option(min=0, help="Instead of the scenario's own seed.")] = None,
    plot: Annotated[Path | None, typer.Option(help="Also draw a picture: PNG, SVG or PDF by its suffix.")] = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print the report as JSON.")] = False,
    listed: Annotated[bool, typer.Option("--list", help="Print the shipped scenarios.")] = False,
) -> None:
    """Play SCENARIO with the real scheduler core on a virtual clock, and print what became of everybody.

    A wrong scenario ends with exit code 2 and names file and field.
    """
    try:
        if listed:
            _list()
        elif scenario is None:
            raise ScenarioError("name a scenario file, or one of: " + ", ".join(shipped()))
        else:
            _play(find(scenario), seed, plot, as_json=as_json)
    except ScenarioError as error:
        typer.echo(str(error), err=True)
        raise typer.Exit(2) from None


def _list() -> None:
    for name, path in shipped().items():
        typer.echo(f"{name:<14}  {load(path).title}")


def _play(path: Path, seed: int | None, plot: Path | None, *, as_json: bool) -> None:
    if plot is not None and plot.suffix not in PICTURES:
        raise ScenarioError(f"{plot}: a picture ends in one of {', '.join(PICTURES)}")
    scenario = load(path)
    policy = scenario.core_policy()
    try:
        chronicle = play(scenario, seed)
    except EndlessError as error:
        raise ScenarioError(f"{path}: {error}") from error
    result = report(scenario.title, scenario.seed if seed is None else seed, chronicle, policy)
    if plot is not None:
        from scheduler_svc.simulate.figure import draw  # half a second that only a picture is worth

        try:
            draw(scenario.title, chronicle, policy, plot)
        except OSError as error:
            raise ScenarioError(f"{plot}: the picture cannot be written: {error.strerror}") from error
    if as_json:
        typer.echo(json.dumps(result.as_json(), indent=2))
    else:
        show(result, Console(width=None if sys.stdout.isatty() else 140))


app = typer.Typer(add_completion=False, pretty_exceptions_enable=False)
app.command()(simulate)

if __name__ == "__main__":
    app(prog_name="plotlane simulate")
