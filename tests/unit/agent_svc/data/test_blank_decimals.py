"""Blank decimals: commas between digits are decimals where blanks part the cells."""

from __future__ import annotations

import pytest

from agent_svc.data.reader import read
from agent_svc.data.report import Certainty, Subject


def rows_of(text: str) -> list[tuple[str, ...]]:
    found = read(text)
    return [tuple(one.name for one in found.columns), *found.preview]


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("x y\n0,1 2,3\n2 3,4\n", ("x", "y")),
        ("0,1 2,3\n2 3,4\n", ("Column 1", "Column 2")),
        ("Lauf vom Montag\nx y\n0,1 2,3\n2 3,4\n", ("x", "y")),
        ("Zeit (s) U (V)\n0,1 2,3\n2 3,4\n", ("Zeit (s)", "U (V)")),
    ],
)
def test_numbers_with_blanks_between_them_keep_their_decimal_commas(text: str, names: tuple[str, ...]) -> None:
    assert rows_of(text) == [names, ("0.1", "2.3"), ("2", "3.4")]


def test_texts_beside_them_are_columns_under_as_many_names() -> None:
    assert rows_of("Ort Tag Wert\nUlm 2024-01-05 0,5\nBonn 2024-01-06 1,5\n")[1] == ("Ulm", "2024-01-05", "0.5")


@pytest.mark.parametrize(
    ("text", "sure"),
    [
        ("x y\n10,20 30,40\n50,60 70,80\n", Certainty.AMBIGUOUS),
        ("0,0 100,50 20,5\n12,22 32,42 5,100\n", Certainty.AMBIGUOUS),
        ("x y\n10,20 30,05\n50,60 70,80\n", Certainty.LIKELY),
        ("x y\n10,20 0,40\n50,60 70,80\n", Certainty.LIKELY),
        ("x (m) y (m)\n10,20 30,40\n50,60 70,80\n", Certainty.LIKELY),
        ("x y\n" + "1,5 2,25\n" * 6, Certainty.LIKELY),
    ],
)
def test_cells_that_may_be_pairs_of_whole_numbers_are_asked_about(text: str, sure: Certainty) -> None:
    decision = read(text).report.find(Subject.DELIMITER)
    assert decision is not None
    assert (decision.chosen, decision.certainty) == ("space", sure)


def test_blanks_between_thousands_part_no_cells() -> None:
    assert rows_of("Betrag\n1 234,50\n98,00\n") == [("Betrag",), ("1234.5",), ("98",)]


@pytest.mark.parametrize(
    "text", ["Name,Value\nItem 1,5\nItem 2,7\n", "Item 1,5\nItem 2,7\n", "My items\nItem 1,5\nItem 2,7\n"]
)
def test_commas_behind_numbered_texts_still_delimit(text: str) -> None:
    assert rows_of(text)[1:] == [("Item 1", "5"), ("Item 2", "7")]
