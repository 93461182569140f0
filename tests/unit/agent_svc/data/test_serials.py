"""Serials: numbers are moments only where nothing else makes sense, and that is told with an example."""

from __future__ import annotations

import pytest

from agent_svc.data import ColumnType, Reading, Subject, read


def column(header: str, *cells: str, reading: Reading | None = None) -> tuple[ColumnType, list[str]]:
    dataset = read(f"k;{header}\n" + "".join(f"r{n}x;{cell}\n" for n, cell in enumerate(cells)), reading or Reading())
    return dataset.columns[1].type, [row[1] for row in dataset.preview]


@pytest.mark.parametrize(
    ("header", "cell", "iso"),
    [
        ("timestamp", "1700000000", "2023-11-14T22:13:20"),
        ("unix_time", "1700000000.5", "2023-11-14T22:13:20.500"),
        ("created_at", "1700000000123", "2023-11-14T22:13:20.123"),
        ("Datum", "45000", "2023-03-15"),
        ("Date", "45000.75", "2023-03-15T18:00:00"),
        ("createdAt", "1700000000", "2023-11-14T22:13:20"),
    ],
)
def test_a_header_that_says_so_makes_numbers_moments(header: str, cell: str, iso: str) -> None:
    assert column(header, cell, cell) == (ColumnType.DATE, [iso, iso])


@pytest.mark.parametrize(
    ("header", "cell"),
    [("revenue", "1700000000"), ("timestamp", "17000"), ("EAN", "4006381333931"), ("Wert", "45000"), ("Tage", "45000")],
)
def test_anything_else_stays_a_number(header: str, cell: str) -> None:
    assert column(header, cell, cell)[0] is ColumnType.NUMBER


def test_begins_of_days_need_no_name() -> None:
    midnights = ("1704067200000", "1704153600000", "1704240000000")
    assert column("d", *midnights) == (ColumnType.DATE, ["2024-01-01", "2024-01-02", "2024-01-03"])
    assert column("GDP", "1728000000000", "1512000000000", "1296000000000")[0] is ColumnType.NUMBER


def test_numbers_that_could_be_moments_can_be_chosen_to_be() -> None:
    chosen = Reading().choose(Subject.TYPE, "date", "revenue")
    assert column("revenue", "1700000000", "1700000001", reading=chosen)[0] is ColumnType.DATE


def test_the_notice_shows_a_number_and_its_moment() -> None:
    (notice,) = read("k;ts\nax;1700000000\n").warnings
    assert "“1700000000” is 2023-11-14T22:13:20" in notice.message
    assert "in UTC" in notice.message


@pytest.mark.parametrize(
    ("header", "cells", "days"),
    [
        ("Date", ("2024-061", "2024-366"), ["2024-03-01", "2024-12-31"]),
        ("doy", ("2023061", "2023062"), ["2023-03-02", "2023-03-03"]),
        ("t", ("2024-061T12:30:00", "2024-062T00:00:00"), ["2024-03-01T12:30:00", "2024-03-02T00:00:00"]),
        ("x", ("2023-001", "2023-364", "2024-001"), ["2023-01-01", "2023-12-30", "2024-01-01"]),
    ],
)
def test_days_of_years_are_dates_where_the_name_or_the_values_say_so(
    header: str, cells: tuple[str, ...], days: list[str]
) -> None:
    assert column(header, *cells) == (ColumnType.DATE, days)


@pytest.mark.parametrize(
    ("cells", "proof"),
    [
        (("1704067200000", "1704153600000", "1704240000000"), "each the begin of a day"),
        (("2024-061T12:30", "2024-062T00:00"), "have times of day"),
        (("2023-001", "2023-364", "2024-001"), "ends with its last days"),
    ],
)
def test_the_report_names_what_makes_numbers_moments_where_the_header_does_not(
    cells: tuple[str, ...], proof: str
) -> None:
    table = "k;x\n" + "".join(f"r{n}x;{cell}\n" for n, cell in enumerate(cells))
    evidence = next(d.evidence for d in read(table).report.decisions if (d.subject, d.column) == (Subject.TYPE, "x"))
    assert proof in evidence
    assert "name of the column" not in evidence


@pytest.mark.parametrize(
    ("header", "cells", "type_"),
    [
        ("Rechnung", ("2024-061", "2024-062"), ColumnType.TEXT),
        ("Date", ("2024-061", "2024-367"), ColumnType.TEXT),
        ("Date", ("2023-366", "2023-001"), ColumnType.TEXT),
        ("Period", ("2024-001", "2024-012"), ColumnType.TEXT),
        ("Date", ("2024061", "2024062"), ColumnType.NUMBER),
    ],
)
def test_papers_of_a_year_that_are_numbered_are_no_days(header: str, cells: tuple[str, ...], type_: ColumnType) -> None:
    assert column(header, *cells)[0] is type_


def test_what_may_be_days_of_a_year_can_be_chosen_to_be() -> None:
    chosen = Reading().choose(Subject.TYPE, "date", "Rechnung")
    assert column("Rechnung", "2024-061", "2024-062", reading=chosen)[0] is ColumnType.DATE
