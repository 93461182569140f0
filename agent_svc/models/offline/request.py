"""The request: one kind of thing that a user may ask for, with its patterns and its examples."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

from agent_svc.catalogue.chart import Chart
from agent_svc.models.chat_model import Scene
from agent_svc.pipeline.outcome import Theme


class UnfitError(Exception):
    """A request that was understood and cannot be done here; the text says what can."""


@dataclass(frozen=True, slots=True)
class Wish:
    """What one part of a message asks for."""

    options: Mapping[str, object] = field(default_factory=dict)
    theme: Theme | None = None
    redraw: bool = False


@dataclass(frozen=True, slots=True)
class Example:
    """A message, the chart that it is said to, and what comes of it. The docs show it and a test says it."""

    text: str
    chart_id: str
    wish: Wish


@dataclass(frozen=True, slots=True)
class Request:
    """One kind of request. `patterns` match a whole part of a message; `read` makes a wish of the match.

    `needs` names the options of which the chart must have at least one; empty: works with every chart.
    `free_text`: its value runs to the end of the part, so a comma or an “and” may belong to it.
    """

    name: str
    does: str
    examples: tuple[Example, ...]
    patterns: tuple[re.Pattern[str], ...]
    read: Callable[[re.Match[str], Scene], Wish]
    needs: tuple[str, ...] = ()
    free_text: bool = False

    def match(self, part: str) -> re.Match[str] | None:
        """The first pattern that is the whole of `part`."""
        return next((found for pattern in self.patterns if (found := pattern.fullmatch(part))), None)

    def fits(self, chart: Chart) -> bool:
        """Whether the chart has what this sets."""
        names = {option.name for option in chart.options}
        return not self.needs or not names.isdisjoint(self.needs)


def patterns(*expressions: str) -> tuple[re.Pattern[str], ...]:
    """Compiled; upper and lower case are one. The parts that they meet have single blanks."""
    return tuple(re.compile(expression, re.IGNORECASE) for expression in expressions)


def require(scene: Scene, *names: str) -> str:
    """The first of these options that the chart has. Raises UnfitError when it has none."""
    found = next((name for name in names if any(option.name == name for option in scene.chart.options)), None)
    if found is None:
        raise UnfitError
    return found
