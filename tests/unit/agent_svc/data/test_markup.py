"""Markup: how large the longest table of a page is shows in its tags, before they are read."""

from __future__ import annotations

import pytest

from agent_svc.data import Limits
from agent_svc.data.errors import MarkupError, TableTooBigError
from agent_svc.data.layout.markup import check_page, html_table

LIMITS = Limits(rows=10, columns=5)


def test_far_too_many_rows_are_counted() -> None:
    with pytest.raises(TableTooBigError, match=r"111 rows; the limit is 10\. Leave out rows"):
        check_page("<table><tr><td>1</td></tr></table><table>" + "<TR class='x'> <td>1</td></tr>" * 111, LIMITS)


@pytest.mark.parametrize("row", ["<td>1" * 16, "<tr>" + "<th>1</th>" * 16], ids=["no row", "row"])
def test_a_row_of_far_too_many_cells_is_counted(row: str) -> None:
    with pytest.raises(TableTooBigError, match=r"16 columns; the limit is 5\. Leave out the columns"):
        check_page(f"<table>{row}", LIMITS)


@pytest.mark.parametrize(
    "text",
    [
        "<table>" + "<tr></tr>" * 200,
        "<table>" + "<tr><td>1</td></tr>" * 110,
        "<table><tr><td>1</td></tr><tr><td>2</td></tr></table><table><tr>" + "<td>1</td>" * 40 + "</tr></table>",
        "text\n" + "<tr><td>" * 200,
    ],
    ids=["empty rows", "rows beside titles and notes", "a wide table that is not the longest", "no page"],
)
def test_what_may_be_small_enough_is_let_through(text: str) -> None:
    check_page(text, LIMITS)


def test_a_page_without_cells_is_refused_by_name() -> None:
    with pytest.raises(MarkupError, match="HTML without a table"):
        html_table("<div>" * 50)


def test_a_page_of_tables_by_the_thousand_is_refused_before_they_are_read() -> None:
    check_page("<table><tr><td>" * 10_000, LIMITS)
    with pytest.raises(TableTooBigError, match="10,001 tables; the limit is 10,000"):
        check_page("<table><tr><td>" * 10_001, LIMITS)
