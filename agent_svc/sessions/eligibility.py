"""The eligibility: whether a library draws a chart here, and why not."""

from __future__ import annotations

from agent_svc.catalogue.chart import Chart
from agent_svc.errors import NotEligibleError


def why_not_eligible(chart: Chart, library: str) -> str:
    """Why the catalogue cannot draw `chart` with `library`, one sentence; empty when it can."""
    if library in chart.libraries:
        return ""
    if library in chart.not_in:
        return f"The {chart.title.lower()} is not drawn with {library}: {chart.not_in[library]}"
    there = f"choose {' or '.join(chart.libraries)}" if chart.libraries else "no library can draw it here"
    return f"The {chart.title.lower()} is not written for {library}; {there}."


def check_eligible(chart: Chart, library: str) -> None:
    """Raises `NotEligibleError` when the catalogue cannot draw `chart` with `library`."""
    if why_not := why_not_eligible(chart, library):
        raise NotEligibleError(why_not)
