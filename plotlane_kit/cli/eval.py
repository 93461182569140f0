"""`plotlane eval`: run cases through the services, and compare the report with an earlier one."""

from __future__ import annotations

import typer

from plotlane_kit.cli.passed_on import pass_on


def evaluate(context: typer.Context) -> None:
    """Run cases through the services: pass rates by chart, library and perturbation; `eval --help` says how."""
    pass_on("agent_svc.evals", context)
