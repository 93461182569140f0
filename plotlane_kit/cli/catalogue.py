"""`plotlane catalogue`: look through a foreign catalogue, and say what of it can be drawn."""

from __future__ import annotations

import typer

from plotlane_kit.cli.passed_on import pass_on


def catalogue(context: typer.Context) -> None:
    """Check a foreign catalogue: `catalogue check DIR` says what is clean, coupled or blocked, and why."""
    pass_on("agent_svc.foreign", context)
