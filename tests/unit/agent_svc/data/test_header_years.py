"""A single year names a column beside a word for names or above money; elsewhere it may be a row, which is asked."""

from __future__ import annotations

import pytest

from agent_svc.data import Certainty, read
from agent_svc.data.layout.header_row import decide_header

LAND = [("Bayern", "13,2"), ("Berlin", "3,7")]


@pytest.mark.parametrize(
    ("first", "below"),
    [
        (("Country", "2020"), [("France", "67400"), ("Spain", "47400")]),
        (("Land", "2023 (p)"), LAND),
        (("Country Name", "CountryCode", "2020"), [("France", "FRA", "67"), ("Spain", "ESP", "47")]),
        (("Altersgruppe", "2023"), [("0-17", "5"), ("18+", "20")]),
        (("", "2023"), [("Revenue", "$500"), ("Costs", "300"), ("Profit", "$200")]),
        (("Erfolgsrechnung", "2023"), [("Erlöse", "500 €"), ("Kosten", "300")]),
    ],
)
def test_a_year_beside_a_word_for_names_or_above_money_is_a_name(
    first: tuple[str, ...], below: list[tuple[str, ...]]
) -> None:
    decision = decide_header([first, *below], None)
    assert (decision.chosen, decision.certainty) == ("first row", Certainty.LIKELY)


@pytest.mark.parametrize(
    ("rows", "sure"),
    [
        ([("Ulm", "2000"), ("Bonn", "300")], Certainty.AMBIGUOUS),
        ([("Stadt", "2000"), ("Land", "300")], Certainty.AMBIGUOUS),  # both are words for names
        ([("Name", "2001"), ("Ann", "1999"), ("Bob", "2003")], Certainty.LIKELY),  # years of birth
        ([("City", "2000"), ("Ulm", "300"), ("City", "200")], Certainty.LIKELY),
        ([("Group 1", "2000"), ("Group 2", "300"), ("Group 3", "200")], Certainty.LIKELY),
        ([("Item", "5", "2000"), ("Bolt", "7", "300")], Certainty.LIKELY),
    ],
)
def test_a_first_row_that_may_be_one_of_the_others_is_kept_as_a_row(
    rows: list[tuple[str, ...]], sure: Certainty
) -> None:
    decision = decide_header(rows, None)
    assert (decision.chosen, decision.certainty) == ("none", sure)


def test_the_year_above_says_nothing_of_the_marks_between_thousands() -> None:
    assert read('Country,2020\nFrance,"67,400"\nSpain,"47,400"\n').preview[0] == ("France", "67400")
