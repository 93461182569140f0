"""Signs behind: those of accounts are minuses, those of grades are not."""

from __future__ import annotations

import pytest

from agent_svc.data import ColumnType, NoticeKind, Reading, Subject, read
from agent_svc.data.numbers.signs_behind import are_accounts, places_of_grades


@pytest.mark.parametrize(
    "values",
    [
        ("1.234,50-", "200,00", "30,10-"),
        ("5,00-", "3,00+"),
        ("1,234-", "20"),
        ("100-", "200", "300-", "1500"),
        ("12-", "5-"),
    ],
)
def test_amounts_with_cents_thousands_or_size_have_their_sign_behind(values: tuple[str, ...]) -> None:
    assert are_accounts(values)


@pytest.mark.parametrize(
    "values",
    [("2-", "1+", "3"), ("5-", "6", "-7"), ("5-", "6", "7"), ("2,5-", "3"), ("100-", "200+")],
)
def test_small_numbers_with_and_without_signs_behind_may_be_grades(values: tuple[str, ...]) -> None:
    assert not are_accounts(values)


def test_grades_go_from_the_best_to_the_worst() -> None:
    words = ["2-", "1", "2+", "1-", "1+", "2"]
    places = places_of_grades(words)
    assert places is not None
    assert [word for _, word in sorted(zip(places, words, strict=True))] == ["1+", "1", "1-", "2+", "2", "2-"]


@pytest.mark.parametrize("words", [("3", "4", "5+"), ("1", "2"), ("5-", "-7"), ("18-30", "31+")])
def test_numbers_without_such_signs_and_an_open_end_are_no_grades(words: tuple[str, ...]) -> None:
    assert places_of_grades(words) is None


def test_a_plus_behind_a_grade_that_is_not_the_last_tells_grades() -> None:
    assert places_of_grades(["1", "2+", "2", "3"]) == [4, 6, 7, 10]


def test_a_sign_behind_beside_one_in_front_stays_text_and_is_told() -> None:
    dataset = read("k;v\na;5-\nb;6\nc;-7\n")
    assert dataset.columns[1].type is ColumnType.TEXT
    assert [notice.kind for notice in dataset.warnings] == [NoticeKind.UNREADABLE]


def test_somebody_who_chooses_numbers_has_minuses() -> None:
    chosen = read("k;v\na;5-\nb;6\nc;-7\n", Reading().choose(Subject.TYPE, "number", "v"))
    assert [row[1] for row in chosen.preview] == ["-5", "6", "-7"]
