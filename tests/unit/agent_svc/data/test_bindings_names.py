"""Which columns a role does not take by default because of what they are called."""

from __future__ import annotations

import pytest

from agent_svc.data import default_bindings, read
from agent_svc.data.steps import unstepped
from agent_svc.data.suggestions.suggest import suggest
from tests_support.shipped import shipped_catalogue

CHARTS = {chart.id: chart.roles for chart in shipped_catalogue().charts.values()}


def bound(text: str, chart: str) -> dict[str, str | list[str]]:
    return default_bindings(read(text).profile.columns, CHARTS[chart])


def prices(head: str, first: str = "") -> str:
    rows = (f"2024-03-0{day},{first or 100 + day},12{day},9{day},11{day},8{day}" for day in range(1, 8))
    return "\n".join([head, *rows]) + "\n"


WITH_TEXT = prices("Date,Open,High,Low,Close*,Adj Close**", first="about ten")
WITHOUT = prices("Date,Volume,High,Low,Close,Adj Close")


@pytest.mark.parametrize("text", [WITH_TEXT, WITHOUT], ids=["open is text", "there is no open"])
def test_no_close_stands_in_for_an_open(text: str) -> None:
    opened = bound(text, "candlestick").get("open")
    assert opened is None or "Close" not in opened


def test_nothing_stands_in_for_a_column_of_the_role_s_name_that_is_text() -> None:
    assert "open" not in bound(WITH_TEXT, "candlestick")
    assert "candlestick" not in {one.chart_id for one in suggest(unstepped(read(WITH_TEXT)), CHARTS)}


def test_columns_that_are_called_as_the_roles_fill_them() -> None:
    text = prices("Date,Close,High,Low,Open,Adj Close")
    taken = {"x": "Date", "open": "Open", "high": "High", "low": "Low", "close": "Close"}
    assert bound(text, "candlestick") == taken


def test_an_end_is_no_start() -> None:
    text = "Task,Due,End\nPlan,2024-01-01,2024-02-01\nBuild,2024-02-01,2024-04-01\n"
    assert bound(text, "gantt") == {"x": "Task", "start": "Due", "end": "End"}


def test_roles_of_one_letter_take_whatever_there_is() -> None:
    assert bound("x,Height,Weight\na,1,4\nb,2,6\nc,4,5\n", "scatter")["x"] == "Height"


def test_a_column_that_is_called_an_error_gives_the_bars_their_length() -> None:
    assert bound("Material;Strength;Std\nSteel;250;12\nTin;110;8\n", "errorbar") == {
        "x": "Material",
        "y": "Strength",
        "error": "Std",
    }
    assert "error" not in bound("Material;Strength;Weight\nSteel;250;12\nTin;110;8\n", "errorbar")
