"""Banded rows: a year or a group that heads rows is a column, and a row whose values are missing is a row."""

from __future__ import annotations

import pytest

from agent_svc.data import NoticeKind, read


@pytest.mark.parametrize(
    ("text", "name", "rows"),
    [
        ("Monat;v\n2023;\nJan;1\nFeb;2\n2024;\nJan;3\n", "Year", ["2023 Jan 1", "2023 Feb 2", "2024 Jan 3"]),
        (
            "Monat;v\nNord;\nJan;1\nFeb;2\nSüd;\nJan;3\nFeb;4\n",
            "Group",
            ["Nord Jan 1", "Nord Feb 2", "Süd Jan 3", "Süd Feb 4"],
        ),
    ],
)
def test_what_heads_the_rows_below_it_is_their_column(text: str, name: str, rows: list[str]) -> None:
    dataset = read(text)
    assert dataset.columns[0].name == name
    assert [" ".join(row) for row in dataset.preview] == rows
    assert [notice.kind for notice in dataset.warnings] == [NoticeKind.CONVERTED]


@pytest.mark.parametrize(
    "text",
    [
        "k;v\na;\nb;1\nc;\nd;2\n",  # values that lack
        "k;v\nb;1\n2023;\na;1\n2024;\nc;2\n",  # the first row is another
        "Jahr;v\n2021;\n2022;1\n2023;\n2024;2\n",  # years among years
        "k;v\nNord;\nJan;1\nFeb;2\nJan;3\nFeb;4\n",  # one alone
    ],
)
def test_rows_without_values_are_rows_where_they_head_nothing(text: str) -> None:
    dataset = read(text)
    assert len(dataset.columns) == 2
    assert dataset.rows == text.count("\n") - 1
