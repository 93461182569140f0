"""`plotlane feedback`: list what users said of their plots."""

from __future__ import annotations

import typer

from plotlane_kit.cli.passed_on import pass_on


def feedback(context: typer.Context) -> None:
    """List the reactions that users left, as bundles that `plotlane eval` can run; `feedback --help` says how."""
    pass_on("agent_svc.feedback", context)
