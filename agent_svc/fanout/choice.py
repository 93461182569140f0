"""The choice: which libraries a fan-out draws a chart with."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from agent_svc.catalogue import Chart
from agent_svc.errors import InvalidError, NotEligibleError
from agent_svc.fanout.copies import Choose
from agent_svc.sessions.eligibility import why_not_eligible
from plotlane_kit.errors import Violation

MAX_LIBRARIES: Final = 32


def chooser(wanted: Sequence[str], available: Sequence[str]) -> Choose:
    """What picks the libraries for a chart: those of `wanted`, all of which must be able, or else all that are."""
    if len(wanted) > MAX_LIBRARIES or len(set(wanted)) < len(wanted):
        raise InvalidError(violations=[Violation("libraries", f"takes at most {MAX_LIBRARIES} libraries, each once")])

    def choose(chart: Chart) -> Sequence[str]:
        able = [library for library in chart.libraries if library in available]
        refused = [
            Violation(f"libraries[{index}]", why_not_eligible(chart, library) or _not_running(library))
            for index, library in enumerate(wanted)
            if library not in able
        ]
        if refused:
            raise InvalidError(violations=refused)
        if not able:
            raise NotEligibleError(f"No library that draws the {chart.title.lower()} runs at the renderer right now.")
        return wanted or able

    return choose


def _not_running(library: str) -> str:
    return f"The renderer cannot run {library} right now; start it, or install the library there."
