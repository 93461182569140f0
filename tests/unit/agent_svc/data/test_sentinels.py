"""Sentinels: numbers for missing values are told from measurements, the sooner the further away they are."""

from __future__ import annotations

import pytest

from agent_svc.data.columns.sentinels import NO_SENTINELS, Known, confirmed_in, sentinels


def found(*values: str, known: Known | None = None) -> tuple[set[str], bool]:
    counts = {value: values.count(value) for value in values}
    of = sentinels({value: value for value in counts}, counts, known or Known())
    return set(of.digits.values()), of.sure


@pytest.mark.parametrize(
    "values",
    [
        ("1.5", "30", "-999", "-999"),  # again, and nothing else is negative
        ("-20", "35", "-999", "-999"),  # again, and far away
        ("-19", "14", "-999"),  # once, and fifty times as far
        ("0.5", "12", "-99.9", "-99.9"),
        ("5000", "4000", "-9999", "-9999"),
    ],
)
def test_what_is_like_no_other_value_is_beyond_doubt(values: tuple[str, ...]) -> None:
    assert found(*values) == ({min(values, key=float)}, True)


@pytest.mark.parametrize(
    "values",
    [
        ("150", "100", "-999"),  # once
        ("-300", "100", "-999", "-999"),  # again, and near
        ("200", "12", "-99.99", "-99.99"),  # prices
        ("25", "31", "-99", "-99"),  # codes of surveys
    ],
)
def test_what_may_be_a_value_is_in_doubt(values: tuple[str, ...]) -> None:
    assert found(*values) == ({min(values, key=float)}, False)


@pytest.mark.parametrize(
    ("values", "codes"),
    [
        (("1", "2", "-9", "3", "-9"), {"-9"}),
        (("1", "3", "99", "5", "2", "99"), {"99"}),
        (("1", "3", "77", "5", "88", "2"), {"77", "88"}),
        (("1", "1", "2", "2", "5", "5", "99"), {"99"}),
    ],
)
def test_codes_beside_the_steps_of_a_scale_are_in_doubt(values: tuple[str, ...], codes: set[str]) -> None:
    assert found(*values) == (codes, False)


@pytest.mark.parametrize(
    "values",
    [
        ("1", "2", "5", "99"),  # counts of which one is high
        ("4", "2", "-3", "-9", "-9"),
        ("12", "40", "88", "88", "5"),
        ("1", "99", "99"),
    ],
)
def test_what_stands_beside_no_scale_is_no_code(values: tuple[str, ...]) -> None:
    assert found(*values) == (set(), False)


@pytest.mark.parametrize(
    "values",
    [("-700", "100", "-999", "-999"), ("-5", "25", "-99"), ("-999", "12"), ("9999", "9000", "9999"), ("999", "1", "2")],
)
def test_a_number_among_its_like_is_a_number(values: tuple[str, ...]) -> None:
    assert found(*values) == (set(), False)


def test_a_positive_one_is_in_doubt_until_it_is_announced() -> None:
    assert found("12", "13", "999", "999") == ({"999"}, False)
    assert found("12", "13", "999", known=Known(announced=frozenset({"999"}))) == ({"999"}, True)


def test_what_comes_again_in_another_column_is_confirmed() -> None:
    columns = [{"150": 1, "100": 1, "-999": 1}, {"T": 2, "-999": 1}]
    doubtful = sentinels({value: value for value in columns[0]}, columns[0], Known())
    assert confirmed_in([doubtful, NO_SENTINELS], columns) == {"-999": "-999"}
    assert confirmed_in([doubtful, NO_SENTINELS], columns[:1]) == {}
    assert found("150", "100", "-999", known=Known(confirmed=frozenset({"-999"}))) == ({"-999"}, True)
