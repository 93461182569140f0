"""The crossing: every chart with every nasty table gives a whole picture, or is refused with a reason beforehand."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from tests_support.cells import Cell, Result, bindings, cells, draw, refusals
from tests_support.nasty import TABLES
from tests_support.shipped import shipped_catalogue

CHARTS = sorted(shipped_catalogue().charts)
CELLS = [
    *cells(["matplotlib"]),
    *(
        Cell(chart_id, "matplotlib", data, options)
        for chart_id in CHARTS
        for data, options in (("holes and infinities", "one"), ("labels of 80 characters", "another"))
    ),
]


@pytest.mark.parametrize("cell", CELLS, ids="-".join)
def test_a_nasty_table_gives_a_whole_picture_or_a_reason(crossing: Callable[[Cell], Result], cell: Cell) -> None:
    result = crossing(cell)
    assert not result.failed, result.failed


@pytest.mark.parametrize("chart_id", CHARTS)
def test_only_tables_that_lack_a_column_are_refused(chart_id: str) -> None:
    chart = shipped_catalogue().get(chart_id)
    refused = {data: refusals(chart, data, bindings(chart, data)) for data in TABLES if data != "20,000 rows"}
    assert [data for data, reason in refused.items() if reason and data != "all missing"] == []


def test_a_table_without_any_number_is_refused_by_the_role_that_needs_one() -> None:
    assert "number" in draw(Cell("scatter", "matplotlib", "all missing")).refused
