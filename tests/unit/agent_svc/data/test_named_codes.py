"""Named codes: what a column is called tells codes, telephones and postcodes from amounts and dates."""

from __future__ import annotations

import pytest

from agent_svc.data import Certainty, ColumnType, Reading, Subject, read


def type_of(header: str, *cells: str) -> ColumnType:
    return read(f"k;{header}\n" + "".join(f"r{n}x;{cell}\n" for n, cell in enumerate(cells))).columns[1].type


@pytest.mark.parametrize(
    ("header", "cells"),
    [
        ("HS code", ("8703.10", "8703.20")),
        ("NACE", ("10.10", "10.1", "10.2")),
        ("Abschnitt", ("1.9", "1.10")),
        ("Kapitel", ("1.1.01", "1.1.02", "1.2.01")),
        ("Nr.", ("1.1.01", "1.1.02", "1.2.01")),
        ("sort code", ("20-11-05", "20-12-06")),
        ("Invoice no.", ("2024-1", "2024-2", "2024-12")),
        ("Rechnung", ("2023-11", "2023-12", "2024-01")),
        ("OrderID", ("2024-1", "2024-2", "2024-12")),
        ("Rechnung", ("2024.09", "2024.10", "2024.11")),
        ("dial code", ("+49", "+1")),
        ("PLZ", ("89073", "53111")),
        ("zip_code", ("89073", "53111")),
        ("Postleitzahl", ("1010", "8010")),
        ("mobile", ("4915112345678", "491511234567")),
        ("Kostenstelle", ("4100", "4200")),
        ("cost_center", ("4100", "4200")),
        ("HTTP status", ("200", "404")),
        ("status_code", ("200", "404")),
        ("Telefonnummer", ("731123", "7311234")),
    ],
)
def test_codes_under_a_name_that_says_so_stay_text(header: str, cells: tuple[str, ...]) -> None:
    assert type_of(header, *cells) is ColumnType.TEXT


@pytest.mark.parametrize(
    ("header", "cells"),
    [
        ("Preis", ("8703.10", "8703.20")),
        ("barcode scans", ("10.10", "12.50")),
        ("HS code", ("8703.11", "8703.25")),
        ("PLZ", ("12.5", "13.5")),
        ("mobile", ("120345", "98012")),
        ("phone", ("1203450", "9801200")),
        ("zip files", ("89073", "53111")),
        ("status code", ("200", "1404")),
        ("status", ("200", "404")),
        ("Kostenstelle Ist", ("4100", "4200")),
    ],
)
def test_amounts_stay_numbers_where_name_or_cells_say_no_codes(header: str, cells: tuple[str, ...]) -> None:
    assert type_of(header, *cells) is ColumnType.NUMBER


def test_a_postcode_in_json_is_one_as_well() -> None:
    assert read('[{"plz": 89073, "v": 1}, {"plz": 53111, "v": 2}]').columns[0].type is ColumnType.TEXT


def test_short_days_under_a_name_of_dates_stay_dates() -> None:
    assert type_of("Date code", "20-11-05", "21-12-06") is ColumnType.DATE


@pytest.mark.parametrize(
    ("header", "cells"),
    [("Umsatz bis", ("2024-1", "2024-2")), ("Batch", ("2023-11", "2023-12", "2024-01")), ("Run date", ("2024-1",))],
)
def test_months_under_a_name_that_says_nothing_and_those_that_run_over_a_year_stay_dates(
    header: str, cells: tuple[str, ...]
) -> None:
    assert type_of(header, *cells) is ColumnType.DATE


@pytest.mark.parametrize(
    ("header", "cells"),
    [
        ("Batch", ("2024-1", "2024-2")),
        ("Semester", ("2023-2", "2024-1")),
        ("KW", ("2024-9", "2024-10")),
        ("Model", ("2024-01", "2024-02")),
        ("points", ("007", "014")),
        ("x (kg)", ("007",)),
    ],
)
def test_things_that_may_be_months_and_padded_amounts_stay_text_and_are_asked_about(
    header: str, cells: tuple[str, ...]
) -> None:
    dataset = read(f"k;{header}\n" + "".join(f"r{n}x;{cell}\n" for n, cell in enumerate(cells)))
    decision = dataset.report.find(Subject.TYPE, dataset.columns[1].name)
    assert decision is not None
    assert (decision.chosen, decision.certainty) == ("text", Certainty.AMBIGUOUS)
    assert len(dataset.warnings) == 1


def test_whole_days_under_the_name_of_a_section_stay_dates() -> None:
    assert type_of("section", "2024-01-31", "2024-02-29") is ColumnType.DATE


def test_a_code_is_a_number_where_somebody_chooses_it() -> None:
    chosen = read("k;PLZ\na;89073\nb;53111\n", Reading().choose(Subject.TYPE, "number", "PLZ"))
    assert chosen.columns[1].type is ColumnType.NUMBER


@pytest.mark.parametrize("header", ["PLZ", "zip", "zip code", "Artikelcode"])
def test_codes_that_a_program_took_for_numbers_lose_the_point_that_it_gave_them(header: str) -> None:
    dataset = read(f"k;{header}\na;89073.0\nb;53111.0\nc;\n")
    assert [row[1] for row in dataset.preview] == ["89073", "53111", ""]
    assert "“89073.0” is read as the code 89073" in dataset.warnings[0].message


@pytest.mark.parametrize(
    ("header", "cells"), [("NACE", ("10.0", "11.0")), ("version", ("100.0", "101.0")), ("code", ("100.0", "101.0"))]
)
def test_points_that_belong_to_codes_stay(header: str, cells: tuple[str, str]) -> None:
    dataset = read(f"k;{header}\na;{cells[0]}\nb;{cells[1]}\n")
    assert [row[1] for row in dataset.preview] == list(cells)
    assert dataset.warnings == ()
