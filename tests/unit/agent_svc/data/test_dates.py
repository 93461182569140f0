"""Dates: explicit forms only, and a doubt about day and month is always told."""

from __future__ import annotations

from datetime import date, datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st

from agent_svc.data import Certainty, ColumnType, DateOrder, NoticeKind, Reading, Subject, read
from agent_svc.data.dates.iso import WrittenDates


def dates(*cells: str, header: str = "v") -> list[str] | None:
    """The canonical cells if they are dates, else None."""
    dataset = read(f"k\t{header}\n" + "".join(f"r{i}x\t{cell}\n" for i, cell in enumerate(cells)))
    return [row[1] for row in dataset.preview] if dataset.columns[1].type is ColumnType.DATE else None


@pytest.mark.parametrize(
    ("cell", "iso"),
    [
        ("2024-03-01", "2024-03-01"),
        ("2024/3/1", "2024-03-01"),
        ("2024.03.01", "2024-03-01"),
        ("01.02.2024", "2024-02-01"),
        ("1.2.2024", "2024-02-01"),
        ("1. 2. 2024", "2024-02-01"),
        ("01.02.24", "2024-02-01"),
        ("28 Şubat 2024", "2024-02-28"),
        ("1 KASIM 2024", "2024-11-01"),
        ("1 Aprıl 2024", "2024-04-01"),
        ("28. února 2024", "2024-02-28"),
        ("28 Φεβρουαρίου 2024", "2024-02-28"),
        ("2024. február 28.", "2024-02-28"),
        ("28. helmikuuta 2024", "2024-02-28"),
        ("28 فبراير 2024", "2024-02-28"),
        ("٢٥/٠٢/٢٠٢٤", "2024-02-25"),
        ("5 ม.ค. 2024", "2024-01-05"),
        ("III kw. 2023", "2023-07-01"),
        ("IV кв. 2023", "2023-10-01"),
        ("12 กุมภาพันธ์ 2024", "2024-02-12"),
        ("28 февраля 2024 г.", "2024-02-28"),
        ("01.02.69", "1969-02-01"),
        ("25/12/2024", "2024-12-25"),
        ("12/25/2024", "2024-12-25"),
        ("25-12-2024", "2024-12-25"),
        ("1. März 2024", "2024-03-01"),
        ("1 March 2024", "2024-03-01"),
        ("1-Mar-2024", "2024-03-01"),
        ("1st March 2024", "2024-03-01"),
        ("March 1, 2024", "2024-03-01"),
        ("Dez 24, 2024", "2024-12-24"),
        ("Mo, 04.03.2024", "2024-03-04"),
        ("Monday, 4 March 2024", "2024-03-04"),
        ("Mär 2024", "2024-03-01"),
        ("Oktober 2024", "2024-10-01"),
        ("Mar-24", "2024-03-01"),
        ("2024-03", "2024-03-01"),
        ("03/2024", "2024-03-01"),
        ("2024-03-01T13:05", "2024-03-01T13:05:00"),
        ("2024-03-01 13:05:09", "2024-03-01T13:05:09"),
        ("2024-03-01T13:05:09.5", "2024-03-01T13:05:09.500000"),
        ("01.02.2024 13:05 Uhr", "2024-02-01T13:05:00"),
        ("12/25/2024 1:05 PM", "2024-12-25T13:05:00"),
        ("12/25/2024 12:05 am", "2024-12-25T00:05:00"),
        ("2024-03-01T13:05:00Z", "2024-03-01T13:05:00"),
        ("2024-Q1", "2024-01-01"),
        ("Q3/2024", "2024-07-01"),
        ("4. Quartal 2023", "2023-10-01"),
        ("2024-W05", "2024-01-29"),
        ("2024-W05-3", "2024-01-31"),
        ("KW 1/2021", "2021-01-04"),
        ("2024年3月1日", "2024-03-01"),
        ("2024年3月", "2024-03-01"),
        ("2024-03-01 00:00:00", "2024-03-01"),
        ("2024年3月1日 星期五", "2024-03-01"),
        ("2024-03-01（周五）", "2024-03-01"),
        ("2024年3月1日(金) 14:05", "2024-03-01T14:05:00"),
        ("2024年3月1日14时05分", "2024-03-01T14:05:00"),
        ("2024/3/1 下午 02:05", "2024-03-01T14:05:00"),
        ("２０２４／３／１", "2024-03-01"),
        ("2024年第2季度", "2024-04-01"),
        ("3 juin 2024", "2024-06-03"),
        ("1er janvier 2024", "2024-01-01"),
        ("13/06/2024 à 14h05", "2024-06-13T14:05:00"),
        ("13.06.2024 um 9.05 Uhr", "2024-06-13T09:05:00"),
        ("Mon Jun 3 10:00:00 2024", "2024-06-03T10:00:00"),
        ("Mon Jun  3 10:00:00 CEST 2024", "2024-06-03T10:00:00"),
        ("Mon, 03 Jun 2024 10:00:00 +0200", "2024-06-03T10:00:00"),
        ("2024-06-03 10:00 EST", "2024-06-03T10:00:00"),
        ("2024-06-03T10:00:00+02:00[Europe/Berlin]", "2024-06-03T10:00:00"),
        ("2024-06-03 10:00:00.1234567", "2024-06-03T10:00:00.123456"),
        ("Q1'21", "2021-01-01"),
        ("Q2/23", "2023-04-01"),
        ("1Q23", "2023-01-01"),
        ("2023Q1", "2023-01-01"),
        ("2e trimestre 2024", "2024-04-01"),
        ("2024-S2", "2024-07-01"),
        ("2024-M05", "2024-05-01"),
        ("KW 5/24", "2024-01-29"),
        ("2024-W5", "2024-01-29"),
        ("01.06.2024 00:15 - 00:30", "2024-06-01T00:15:00"),
        ("01.06.2024 00:15 - 01.06.2024 00:30", "2024-06-01T00:15:00"),
        ("01.03.2024 - 07.03.2024", "2024-03-01"),
        ("2024-03-01 to 2024-03-07", "2024-03-01"),
        ("3 czerwca 2024", "2024-06-03"),
        ("sty 2024", "2024-01-01"),
        ("3 июня 2024", "2024-06-03"),
        ("3 augusti 2024", "2024-08-03"),
        ("03JUN2024:14:05:00", "2024-06-03T14:05:00"),
        ("2024-06-03T14", "2024-06-03T14:00:00"),
        ("03.06.2024 14 Uhr", "2024-06-03T14:00:00"),
        ("2024-06-03 14:05 OEZ", "2024-06-03T14:05:00"),
        ("week 5, 2024", "2024-01-29"),
    ],
)
def test_a_written_date_becomes_iso(cell: str, iso: str) -> None:
    assert dates(cell) == [iso]


@pytest.mark.parametrize(
    "cell",
    [
        *("31.02.2024", "2024-13-01", "Januar", "Mar", "March 1", "1-Mar", "13:05", "2024-03-01 25:00", "1.2", "1.2.3"),
        *(
            "12/25/2024 13:00 PM",
            "0001-01-01",
            "2024",
            "12.2024",
            "20240301",
            "2024-Q5",
            "2024-W60",
            "12.5.",
            "1/2",
            "24-03-01",
        ),
    ],
)
def test_anything_else_is_no_date(cell: str) -> None:
    assert dates(cell) is None


@pytest.mark.parametrize(
    ("cells", "iso"),
    [
        (("Mär 23", "Apr 23", "Mai 23"), ["2023-03-01", "2023-04-01", "2023-05-01"]),
        (("Nov. 22", "Dez. 22", "Jan. 23"), ["2022-11-01", "2022-12-01", "2023-01-01"]),
        (("Dec 10", "Dec 11", "Dec 12"), None),
        (("Jan 1", "Feb 1", "Mar 1"), None),
        (("Q1-01", "Q1-02", "Q1-03"), None),
    ],
)
def test_a_month_and_two_digits_are_of_a_year_where_there_are_more_months_than_years(
    cells: tuple[str, ...], iso: list[str] | None
) -> None:
    assert dates(*cells) == iso


@pytest.mark.parametrize(
    ("cells", "iso"),
    [
        (("2024-01-03 10:00 CET", "2024-06-03 10:00 CEST"), ["2024-01-03T09:00:00", "2024-06-03T08:00:00"]),
        (("2024-06-03T10:00Z", "2024-06-03T10:00+02:00"), ["2024-06-03T10:00:00", "2024-06-03T08:00:00"]),
        (("2024-06-03 10:00 CST", "2024-06-03 10:00 EST"), None),
        (("2024-06-03T10:00Z", "2024-06-03T11:00"), None),
    ],
)
def test_times_of_several_zones_are_brought_to_utc_where_each_is_known(
    cells: tuple[str, ...], iso: list[str] | None
) -> None:
    assert dates(*cells) == iso


def test_digits_behind_the_microsecond_are_told() -> None:
    dataset = read("t;v\n2024-06-03 10:00:00.1234567;1\n2024-06-03 10:00:01.0000000;2\n")
    assert [notice.kind for notice in dataset.warnings] == [NoticeKind.CONVERTED]


@pytest.mark.parametrize("header", ["Monat", "month", "Periode", "yyyymm", "年月"])
def test_year_and_month_in_six_digits_are_months_under_a_header_that_says_so(header: str) -> None:
    assert dates("202312", "202401", header=header) == ["2023-12-01", "2024-01-01"]
    assert dates("202312", "202401", header="Teile") is None
    assert dates("202312", "202413", header=header) is None


@pytest.mark.parametrize("header", ["price", "Bestellnr", "sku", "Standort", "Datensatz", "candidate"])
def test_six_digits_that_follow_one_another_are_months_under_no_other_header(header: str) -> None:
    assert dates("202310", "202311", "202312", "202401", "202402", "202403", header=header) is None


def test_month_names_alone_stay_text_and_never_become_a_year() -> None:
    assert read("m,v\nJanuar,1\nFebruar,2\nMärz,3\n").columns[0].type is ColumnType.TEXT


@pytest.mark.parametrize(
    ("cells", "iso"),
    [
        (("01.02.2024", "2024-03-01"), ["2024-02-01", "2024-03-01"]),
        (("01.02.2024", "02.02.2024 12:00"), ["2024-02-01T00:00:00", "2024-02-02T12:00:00"]),
        (("03.2024", "11.2024"), ["2024-03-01", "2024-11-01"]),
        (("13/01/2024", "02/01/2024"), ["2024-01-13", "2024-01-02"]),
        (("01/13/2024", "01/02/2024"), ["2024-01-13", "2024-01-02"]),
        (("2024-03-01T12:00+01:00", "2024-03-02T12:00+01:00"), ["2024-03-01T12:00:00", "2024-03-02T12:00:00"]),
        (("2024-03-01T12:00+01:00", "2024-07-01T12:00+02:00"), ["2024-03-01T11:00:00", "2024-07-01T10:00:00"]),
    ],
)
def test_a_column_of_dates_has_one_form(cells: tuple[str, ...], iso: list[str]) -> None:
    assert dates(*cells) == iso


@pytest.mark.parametrize(
    "cells",
    [("2010/11", "2011/12"), ("Jan-01", "Jan-02", "Jan-03"), ("25/12/2024", "12/25/2024"), ("2024-01-01", "soon")],
    ids=["seasons", "days of a month", "both orders", "a word"],
)
def test_what_only_looks_like_dates_stays_text(cells: tuple[str, ...]) -> None:
    assert dates(*cells) is None


def test_bare_digits_are_dates_under_a_header_that_says_so() -> None:
    assert dates("20240301", "20240302") is None
    assert dates("20240301", "20240302", header="Datum") == ["2024-03-01", "2024-03-02"]


def test_quarters_beside_months_are_asked_about_since_they_begin_on_the_same_days() -> None:
    (notice,) = read("t;v\n2024 Q1;1\n2024 Q2;2\n2024 JAN;3\n2024 FEB;4\n").warnings
    assert (notice.kind, "months and quarters" in notice.message) == (NoticeKind.AMBIGUOUS, True)


@pytest.mark.parametrize(
    ("cells", "days"),
    [
        (("gen-24", "feb-24", "mag-24"), ["2024-01-01", "2024-02-01", "2024-05-01"]),
        (("abr/24", "ago/24"), ["2024-04-01", "2024-08-01"]),
        (("ago/2024", "set/2024", "out/2024"), ["2024-08-01", "2024-09-01", "2024-10-01"]),
        (("gen. 24", "març 24", "ag. 24"), ["2024-01-01", "2024-03-01", "2024-08-01"]),
        (("Oca 24", "Şub 24"), ["2024-01-01", "2024-02-01"]),
        (("Gen 12", "Gen 13"), None),
        (("Set 2001", "Out 2002"), None),
        (("gen-24", "ene-24"), None),
    ],
)
def test_short_months_that_are_words_as_well_are_told_by_the_language_of_those_beside_them(
    cells: tuple[str, ...], days: list[str] | None
) -> None:
    assert dates(*cells) == days


def test_a_slip_among_days_that_end_in_a_short_year_does_not_put_the_year_in_front() -> None:
    dataset = read("Datum;x\n12.03.05;1\n31.02.05;2\n14.05.05;3\n17.05.05;4\n")
    assert any("“31.02.05”" in notice.message for notice in dataset.warnings)
    days = read("Datum;x\n12.03.05;1\n31.02.05;2\n14.05.05;3\n", Reading().choose(Subject.TYPE, "date", "Datum"))
    assert [row[0] for row in days.preview] == ["2005-03-12", "", "2005-05-14"]


def test_a_short_year_that_may_stand_at_either_end_is_moved_by_one_choice() -> None:
    text = "Datum;x\n05.01.20;1\n05.02.21;2\n06.01.22;3\n"
    (told,) = [notice.message for notice in read(text).warnings if notice.kind is NoticeKind.AMBIGUOUS]
    assert "“05.01.20” is read as 2020-01-05 (day first); with the year first it would be 2005-01-20." in told
    flipped = read(text, Reading().choose(Subject.DATE_ORDER, "year first", "Datum"))
    assert [row[0] for row in flipped.preview] == ["2005-01-20", "2005-02-21", "2006-01-22"]


def test_the_year_first_for_all_columns_leaves_those_alone_whose_year_is_last() -> None:
    reading = Reading().choose(Subject.DATE_ORDER, "year first")
    assert [row[0] for row in read("d,v\n13/02/2024,1\n14/02/2024,2\n", reading).preview[:1]] == ["2024-02-13"]


def test_dates_with_dots_are_german() -> None:
    dataset = read("Datum;x\n01.02.2024;1\n02.02.2024;2\n")
    decision = dataset.report.find(Subject.DATE_ORDER, "Datum")
    assert decision is not None
    assert (decision.chosen, decision.certainty) == ("day first", Certainty.CERTAIN)
    assert [row[0] for row in dataset.preview] == ["2024-02-01", "2024-02-02"]


def test_an_order_that_one_date_settles_is_certain_and_names_it() -> None:
    decision = read("d,x\n01/02/2024,1\n01/25/2024,2\n").report.find(Subject.DATE_ORDER, "d")
    assert decision is not None
    assert (decision.chosen, decision.certainty) == ("month first", Certainty.CERTAIN)
    assert "“01/25/2024”" in decision.evidence


def test_an_order_that_nothing_settles_is_a_warning_with_both_readings() -> None:
    dataset = read("d,x\n01/02/2024,1\n03/04/2024,2\n")
    (notice,) = dataset.warnings
    assert notice.kind is NoticeKind.AMBIGUOUS
    assert (
        "“01/02/2024” is read as 2024-02-01 (day first); with the month first it would be 2024-01-02" in notice.message
    )
    assert [decision.subject for decision in dataset.report.ambiguous] == [Subject.DATE_ORDER]


def test_an_ambiguous_order_flips_in_one_choice() -> None:
    flipped = read("d,x\n01/02/2024,1\n", Reading().choose(Subject.DATE_ORDER, "month first", "d"))
    assert flipped.preview[0][0] == "2024-01-02"
    assert flipped.warnings == ()


def test_another_column_of_the_table_settles_the_order() -> None:
    dataset = read("d,e\n01/02/2024,12/31/2024\n03/04/2024,11/30/2024\n")
    assert dataset.preview[0][0] == "2024-01-02"
    assert dataset.report.ambiguous[0].evidence == "The dates in “e” have the month first."


def test_years_of_two_digits_and_lost_zones_are_told() -> None:
    messages = [n.message for n in read("d,e\n01.02.24,2024-01-01T10:00+01:00\n").warnings]
    assert any("two digits" in message for message in messages)
    assert any("time zone +01:00 is left out" in message for message in messages)


@given(st.dates(min_value=date(1000, 1, 1)), st.sampled_from(["%Y-%m-%d", "%d.%m.%Y", "%d/%m/%Y"]))
def test_every_day_of_the_calendar_is_read_back(day: date, form: str) -> None:
    written = day.strftime(form)
    assert WrittenDates([written]).under(DateOrder.DAY_FIRST).cells == {written: day.isoformat()}


@given(st.datetimes(min_value=datetime(1000, 1, 1), max_value=datetime(9999, 12, 31)))
def test_every_moment_is_read_back(moment: datetime) -> None:
    written = moment.isoformat(sep=" ")
    (iso,) = WrittenDates([written]).under(DateOrder.DAY_FIRST).cells.values()
    assert datetime.fromisoformat(iso) == moment
