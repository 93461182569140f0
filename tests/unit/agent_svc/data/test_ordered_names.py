"""Ordered names: months, weekdays and quarters go by the calendar, in the dataset, its profile and its frame."""

from __future__ import annotations

import pytest

from agent_svc.data import Reading, Subject, read
from agent_svc.data.ordered_names import natural_order


@pytest.mark.parametrize(
    ("values", "order"),
    [
        (["Mar", "jan", "FEB"], ("jan", "FEB", "Mar")),
        (["Januar", "January", "Dezember"], ("Januar", "January", "Dezember")),
        (["Sept.", "Okt.", "Mai"], ("Mai", "Sept.", "Okt.")),
        (["Sonntag", "Sa", "Montag"], ("Montag", "Sa", "Sonntag")),
        (["Q4", "q1"], ("q1", "Q4")),
        (["2. Quartal", "1. Quartal"], ("1. Quartal", "2. Quartal")),
    ],
)
def test_names_of_one_kind_have_the_order_of_the_calendar(values: list[str], order: tuple[str, ...]) -> None:
    names = natural_order(values)
    assert names is not None
    assert names.order == order


@pytest.mark.parametrize("values", [["May"], ["May", "Anna"], ["Mon", "January"], ["Jan", "jan"], [], ["Q1", "Q5"]])
def test_anything_else_has_none(values: list[str]) -> None:
    assert natural_order(values) is None


def test_the_order_is_in_the_profile_and_sorts_the_frame() -> None:
    dataset = read("Monat;Wert\nMärz;1\nJanuar;2\n;3\nFebruar;4\n")
    assert dataset.profile.columns[0].order == ("Januar", "Februar", "März")
    assert dataset.frame().sort_values("Monat")["Wert"].tolist() == [2, 4, 1, 3]
    assert dataset.csv.startswith("Monat,Wert\nMärz,1\n")


def test_the_order_can_be_given_up() -> None:
    dataset = read("Monat;Wert\nMärz;1\nJanuar;2\n", Reading().choose(Subject.ORDER, "as written", "Monat"))
    assert dataset.columns[0].order == ()
