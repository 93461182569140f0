"""`plotlane simulate`: play a scheduling scenario on a virtual clock."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from plotlane_kit.cli.passed_on import become


def simulate(
    scenario: Annotated[str | None, typer.Argument(help="A scenario file, or the name of a shipped one.")] = None,
    seed: Annotated[int | None, typer.Option(min=0, help="Instead of the scenario's own seed.")] = None,
    plot: Annotated[Path | None, typer.Option(help="Also draw a picture: PNG, SVG or PDF by its suffix.")] = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print the report as JSON.")] = False,
    listed: Annotated[bool, typer.Option("--list", help="Print the shipped scenarios.")] = False,
) -> None:
    """Play SCENARIO with the real scheduler core on a virtual clock, and print what became of everybody."""
    words = [
        *(["--seed", str(seed)] if seed is not None else []),
        *(["--plot", str(plot)] if plot is not None else []),
        *(["--json"] if as_json else []),
        *(["--list"] if listed else []),
        *(["--", scenario] if scenario is not None else []),
    ]
    become("scheduler_svc.simulate", words)
