"""Date likeness: what looks like dates and is none is told, and prose, versions and numbers are left alone."""

from __future__ import annotations

import pytest

from agent_svc.data import NoticeKind, Reading, Subject, read
from agent_svc.data.dates.date_likeness import why_no_dates


@pytest.mark.parametrize(
    ("values", "reason"),
    [
        (("Dec 9", "Dec 10"), "has no year"),
        (("Jun  3 10:00:01", "Jun  3 10:00:02"), "has no year"),
        (("2024-06-03 10:00 CST", "2024-06-03 10:00 EST"), "CST, which is the time of several zones"),
        (("2024-06-03T10:00Z", "2024-06-03T11:00"), "is in a time zone, and others are in none"),
        (("Mai 2024 - Juni 2024", "Juli 2024 - August 2024"), "a form of dates that is not known"),
    ],
)
def test_what_looks_like_dates_is_told_with_the_reason(values: tuple[str, ...], reason: str) -> None:
    assert reason in (why_no_dates(values) or "")
    (notice,) = read("t\tw\n" + "".join(f"{value}\tx\n" for value in values)).warnings
    assert notice.kind is NoticeKind.UNREADABLE
    assert reason in notice.message


@pytest.mark.parametrize(
    "values",
    [
        ("seit Mai 2024 krank", "Juni 2023 gesund"),
        ("Mai Müller 3", "Jan Schmidt 4"),
        ("10.0.0.1", "10.0.0.2"),
        ("1.2.3", "1.2.10"),
        ("2024-001", "2024-002"),
        ("3/4", "3/5"),
        ("14:05", "15:30"),
        ("Mai 23",),
    ],
)
def test_what_is_made_of_other_things_is_no_date_at_all(values: tuple[str, ...]) -> None:
    assert why_no_dates(values) is None


@pytest.mark.parametrize(("alike", "told"), [(501, True), (500, False), (100, False)])
def test_most_of_many_values_have_to_look_like_dates(alike: int, told: bool) -> None:
    dates = [f"3 Jun 2024 to {number} Jun 2024" for number in range(alike)]
    values = [*dates, *(f"item {number}" for number in range(1_000 - alike))]

    assert (why_no_dates(values) is not None) is told


@pytest.mark.parametrize("values", [("Mai 23",), ("Dec 10", "Dec 11")])
def test_what_may_be_days_or_months_of_years_is_told_and_one_choice_from_months(values: tuple[str, ...]) -> None:
    pasted = "t\tw\n" + "".join(f"{value}\tx\n" for value in values)
    (notice,) = read(pasted).warnings
    assert "may be a day of any year, or the month of a year" in notice.message
    months = read(pasted, Reading().choose(Subject.TYPE, "date", "t"))
    assert [row[0][4:] for row in months.preview] == ["-05-01" if len(values) == 1 else "-12-01"] * len(values)


def test_long_numbers_in_a_text_that_is_no_date_are_looked_at_once() -> None:
    assert why_no_dates(["1" * 55 + "x", "2" * 55 + "x"]) is None
