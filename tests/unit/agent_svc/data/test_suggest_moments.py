"""Dates that lie in columns for their years, months and days: joined by data steps where all of them make one."""

from __future__ import annotations

import pytest

from tests_support.wide_tables import bound, ops, suggested, taken


def days(head: str, *more: str) -> str:
    rows = [f"2024,{1 + n // 28},{1 + n % 28},{n * 7 % 11}.5" for n in range(60)]
    return "\n".join([head, *rows, *more]) + "\n"


@pytest.mark.parametrize(
    ("head", "date"),
    [
        ("year,month,day,flow", "Date"),
        ("Ano,Mes,Dia,flow", "Fecha"),
        ("Jahr,Monat,Tag,flow", "Datum"),
        ("YEAR,MO,DY,flow", "Date"),
    ],
)
def test_years_months_and_days_in_columns_become_dates_that_a_line_goes_along(head: str, date: str) -> None:
    best = suggested(days(head))[0]
    assert (best.chart_id, ops(best)) == ("line-timeseries", ["derive", "drop"])
    assert bound(days(head), "line-timeseries") == {"x": date, "y": ["flow"]}
    assert taken(days(head), best).dataset.profile.columns[-1].maximum == "2024-03-04"


def test_hours_and_minutes_beside_them_are_kept() -> None:
    rows = [f"2024,3,{1 + n // 24},{n % 24},30,{place},{n % 9}.5" for n in range(48) for place in "AB"]
    text = "\n".join(["year,month,day,hour,minute,place,level", *rows]) + "\n"
    assert bound(text, "line-multi") == {"x": "Date", "y": ["level"], "group": "place"}
    assert taken(text, suggested(text)[0]).dataset.profile.columns[-1].maximum == "2024-03-02T23:30:00"


@pytest.mark.parametrize("more", ["2024,2,30,1.5", "2024,,3,1.5"])
def test_parts_that_make_no_date_in_some_row_are_left_as_they_are(more: str) -> None:
    assert "derive" not in [op for one in suggested(days("year,month,day,flow", more)) for op in ops(one)]


def test_hours_from_1_to_24_which_may_begin_or_end_there_are_not_joined() -> None:
    rows = [f"2024,3,{1 + n // 24},{n % 24 + 1},{n % 9}.5" for n in range(48)]
    text = "\n".join(["year,month,day,hour,level", *rows]) + "\n"
    assert "derive" not in [op for one in suggested(text) for op in ops(one)]
