"""`plotlane gallery`: draw the whole catalogue and write it down as one page."""

from __future__ import annotations

import typer

from plotlane_kit.cli.passed_on import pass_on


def gallery(context: typer.Context) -> None:
    """Draw every chart in both themes to one HTML page with what the gates found; `gallery --help` says how."""
    pass_on("agent_svc.gallery", context)
