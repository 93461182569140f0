"""Which chart a table of texts and numbers is offered, wherever its columns stand."""

from __future__ import annotations

from itertools import permutations

import pytest

from agent_svc.catalogue import load_catalogue
from agent_svc.data import default_bindings, read
from agent_svc.data.steps import unstepped
from agent_svc.data.suggest import Suggestion, suggest

CHARTS = {chart.id: chart.roles for chart in load_catalogue().charts.values()}


def suggested(text: str) -> tuple[Suggestion, ...]:
    return suggest(unstepped(read(text)), CHARTS)


def bound(text: str, chart: str) -> dict[str, str | list[str]]:
    return default_bindings(read(text).profile.columns, CHARTS[chart])


def table(columns: dict[str, list[str]]) -> str:
    return "\n".join(",".join(line) for line in [[*columns], *zip(*columns.values(), strict=True)]) + "\n"


def of_rows(count: int) -> dict[str, list[str]]:
    rows = range(count)
    return {
        "Region": ["North" if row < count / 2 else "South" for row in rows],
        "City": [f"Town of {chr(97 + row % 26)}{chr(97 + row // 26)}" for row in rows],
        "Code": [f"X{row:03d}" for row in rows],
        "Open": ["yes" if row % 2 else "no" for row in rows],
        "Land": ["Utopia"] * count,
        "Sales": [str(row * 7 % 11 + 1) for row in rows],
    }


KINDS_OF_TEXTS = [
    ("Region", "City"),
    ("Region", "Code"),
    ("Region", "Open"),
    ("Region", "Land"),
    ("City", "Land"),
    ("Region", "City", "Open"),
]


@pytest.mark.parametrize("count", [4, 20, 70])
@pytest.mark.parametrize("texts", KINDS_OF_TEXTS, ids="-".join)
def test_a_text_and_a_number_get_a_suggestion_whatever_the_order_of_the_columns(
    texts: tuple[str, ...], count: int
) -> None:
    columns = of_rows(count)
    for names in permutations([*texts, "Sales"]):
        assert suggested(table({name: columns[name] for name in names})), names


@pytest.mark.parametrize("order", [*permutations(["Region", "City", "Sales"])], ids="-".join)
def test_each_row_has_its_bar_where_few_names_stand_behind_their_groups(order: tuple[str, ...]) -> None:
    columns = of_rows(4)
    text = table({name: columns[name] for name in order})
    assert suggested(text)[0].chart_id == "bar"
    assert bound(text, "bar") == {"x": "City", "y": "Sales"}


def test_groups_go_before_names_that_are_too_many_for_a_bar_each() -> None:
    columns = of_rows(70)
    text = table({name: columns[name] for name in ("City", "Region", "Sales")})
    assert suggested(text)[0].chart_id == "box"
    assert bound(text, "bar") == {"x": "Region", "y": "Sales"}


@pytest.mark.parametrize("same", ["2023-01-01", "Utopia"])
def test_what_all_rows_share_is_no_axis(same: str) -> None:
    text = table({"State": [same] * 3, "City": ["Paris", "Lyon", "Nice"], "People": ["21", "5", "3"]})
    assert suggested(text)[0].chart_id == "bar"
    assert bound(text, "bar") == {"x": "City", "y": "People"}


def test_tasks_that_begin_together_are_tasks_all_the_same() -> None:
    text = "Task,Start,End\nPlan,2024-01-01,2024-02-01\nBuild,2024-01-01,2024-04-01\n"
    assert suggested(text)[0].chart_id == "gantt"
