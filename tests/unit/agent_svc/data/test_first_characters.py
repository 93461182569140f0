"""Whole forms are tried only on values with a character that each of them has: none is missed for speed."""

import pytest

from agent_svc.data import read
from agent_svc.data.columns.missing import missing_beside_values


@pytest.mark.parametrize(
    "dash",
    ["##", ": c", *(f"{one} -" for one in ("€", "$", "£", "¥", "₹", "CHF", "EUR", "USD", "GBP")), "- €", "–€", "—€"],
)
def test_what_stands_for_no_amount_is_missing_beside_values(dash: str) -> None:
    assert missing_beside_values([dash]) == {dash}


@pytest.mark.parametrize(
    "limit",
    [f"{one} 5" for one in ("<", "<=", ">", "≤", "≥", "kleiner als", "Kleiner als")]
    + [f"{one} 5" for one in ("unter", "Unter", "less than", "Less than", "below", "Below")],
)
def test_a_limit_is_told_however_it_begins(limit: str) -> None:
    assert "is a limit and no value" in _told(["1", "2", limit])


@pytest.mark.parametrize("sign", "-−–")
def test_a_sign_behind_a_number_may_be_that_of_a_grade(sign: str) -> None:
    assert "may be a grade or a negative number" in _told([f"1{sign}", "2", "2+"])


@pytest.mark.parametrize("sign", ["", "+", "-", "−"])
def test_a_number_beyond_all_counting_is_told_with_any_sign(sign: str) -> None:
    assert "is beyond what can be counted with" in _told(["1", "2", f"{sign}1e999"])


@pytest.mark.parametrize("sign", ["", "<", ">", "≤", "≥", "~", "-", "+", "−"])
def test_amounts_of_a_program_are_told_with_any_sign(sign: str) -> None:
    assert "look like numbers" in _told([f"{sign}{digit}_100" for digit in range(1, 9)])


def _told(values: list[str]) -> str:
    dataset = read("\n".join(["name;value", *(f"a;{value}" for value in values)]))
    return " ".join(notice.message for notice in dataset.warnings)
