"""Report: rows are named in words, and what is in doubt is found."""

from __future__ import annotations

import pytest

from agent_svc.data.report import rows_text


@pytest.mark.parametrize(
    ("rows", "text"),
    [
        ([3], "row 3"),
        ([3, 5], "rows 3 and 5"),
        ([1, 2, 3, 4, 5], "rows 1, 2, 3, 4 and 5"),
        (list(range(1, 18)), "rows 1, 2, 3, 4, 5 and 12 more"),
    ],
)
def test_rows_are_named_and_many_are_counted(rows: list[int], text: str) -> None:
    assert rows_text(rows) == text
