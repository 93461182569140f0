"""Wide tables: one measure in several columns, and the suggestions for them, taken as a user takes them."""

from __future__ import annotations

from typing import Any, Final

from agent_svc.data import default_bindings, read
from agent_svc.data.steps import Stepped, apply_step, read_step, unstepped
from agent_svc.data.suggestions.suggest import Suggestion, suggest
from tests_support.shipped import shipped_catalogue

CHARTS: Final = {chart.id: chart.roles for chart in shipped_catalogue().charts.values()}
_NUMBERS: Final = ("41", "35", "29", "52", "47", "38", "44", "31", "36", "49", "33", "45")


def wide(corner: str, names: str, rows: str) -> str:
    """A table of the same numbers in another order in each row."""
    columns = names.split(",")
    lines = [
        ",".join([row, *((_NUMBERS[at % 12 :] + _NUMBERS) * 2)[: len(columns)]])
        for at, row in enumerate(rows.split(","))
    ]
    return "\n".join([f"{corner},{names}", *lines]) + "\n"


def suggested(text: str) -> tuple[Suggestion, ...]:
    """What a paste of `text` is offered."""
    return suggest(unstepped(read(text)), CHARTS)


def taken(text: str, one: Suggestion) -> Stepped:
    """The data of `text` after the steps of a suggestion."""
    stepped = unstepped(read(text))
    for step in one.steps:
        stepped = apply_step(stepped, read_step(step.arguments))
    return stepped


def ops(one: Suggestion) -> list[str]:
    """The kinds of its steps."""
    return [step.arguments["op"] for step in one.steps]


def cells(stepped: Stepped) -> list[list[str]]:
    """The table, its names first."""
    return [line.split(",") for line in stepped.dataset.csv.splitlines()]


def bound(text: str, chart: str) -> dict[str, Any]:
    """What the roles of `chart` start from after the steps of its suggestion."""
    one = next(one for one in suggested(text) if one.chart_id == chart)
    return dict(default_bindings(taken(text, one).dataset.profile.columns, CHARTS[chart]))
