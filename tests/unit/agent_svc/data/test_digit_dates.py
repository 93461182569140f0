"""Digit dates: numbers that could be dates are some where name or run says so, and are told where they may be."""

from __future__ import annotations

import pytest

from agent_svc.data import Certainty, ColumnType, Dataset, Subject, read


def table(header: str, *cells: str) -> Dataset:
    return read(f"k;{header}\n" + "".join(f"r{n}x;{cell}\n" for n, cell in enumerate(cells)))


def sure(dataset: Dataset, column: str) -> Certainty:
    decision = dataset.report.find(Subject.TYPE, column)
    assert decision is not None
    return decision.certainty


@pytest.mark.parametrize(
    ("header", "cells", "last"),
    [
        ("연월", ("2024.1", "2024.9", "2024.10"), "2024-10-01"),
        ("Monat", ("2024.01", "2024.02"), "2024-02-01"),
        ("period", ("2023.10", "2024.01"), "2024-01-01"),
        ("x", ("2023.11", "2023.12", "2024.01"), "2024-01-01"),
        ("x", ("2024. 1.", "2024. 10."), "2024-10-01"),
        ("Jahr", ("2024.01", "2024.02", "2024.03"), "2024-03-01"),
        ("ts", ("20240105", "20240106"), "2024-01-06"),
        ("Kunde seit", ("20240105", "20240131", "20240203"), "2024-02-03"),
        ("WHEN", ("20240105", "20240203"), "2024-02-03"),
        ("x", ("20240105", "20240131", "20240203"), "2024-02-03"),
    ],
)
def test_months_and_days_in_digits_are_dates_where_name_or_run_says_so(
    header: str, cells: tuple[str, ...], last: str
) -> None:
    dataset = table(header, *cells)
    assert dataset.columns[1].type is ColumnType.DATE
    assert dataset.preview[-1][1] == last


@pytest.mark.parametrize(
    ("header", "cells"),
    [
        ("x", ("1999.5", "2000.1", "2001.9")),
        ("Preis", ("2012.10", "2099.05", "2045.12")),
        ("year", ("2024.1", "2024.2", "2024.3")),
        ("Rechnungsnr", ("20240105", "20240131", "20240203")),
        ("Preis", ("20240105", "20240131", "20249903")),
        ("SampleID", ("20240105", "20240131", "20240203")),
        ("EAN", ("20240105", "20240131", "20240203")),
        ("device", ("1710224521", "1710224522", "1710224523")),
        ("device", ("1710224520", "1710224530", "1710224540")),
        ("Frequency (Hz)", ("1000000020", "1000000080", "1000000140")),
        ("BIP (Mio. €)", ("1500000000", "1500003600", "1500007200")),
        ("bytes", ("1500000000", "1500003600", "1500007200")),
        ("x", ("1000000000", "1100000000", "1200000000")),
        ("x", ("1000000000", "1000100000", "1000200000")),
    ],
)
def test_amounts_ids_and_decimals_of_years_stay_numbers_without_a_word(header: str, cells: tuple[str, ...]) -> None:
    dataset = table(header, *cells)
    assert dataset.columns[1].type is ColumnType.NUMBER
    assert dataset.warnings == ()


@pytest.mark.parametrize(
    ("header", "cells"),
    [
        ("Monat", ("2024.9", "2024.1", "2024.11")),  # the middle one was 2024.10
        ("Monat", ("2024.09", "2024.1", "2024.11")),
        ("Quartal", ("2024.1", "2024.2", "2024.3")),
        ("Date", ("2024.1", "2024.3", "2024.7")),
        ("mass", ("2024.01", "2024.02", "2024.03")),
        ("x", ("20240105", "20240106", "20240107")),
        ("Kunde", ("20240105", "20240131", "20240203")),
        ("Jahresumsatz", ("20240105", "20240131", "20240203")),
        ("value", ("20240105", "20240131", "20240203")),
        ("values", ("1710224521", "1710224536", "1710224551")),
    ],
)
def test_numbers_that_may_be_dates_are_asked_about(header: str, cells: tuple[str, ...]) -> None:
    dataset = table(header, *cells)
    assert dataset.columns[1].type is ColumnType.NUMBER
    assert sure(dataset, header) is Certainty.AMBIGUOUS
    assert len(dataset.warnings) == 1


def test_versions_among_which_some_have_three_parts_are_no_dates() -> None:
    assert table("tool", "2024.1", "2024.1.2", "2024.2").columns[1].type is ColumnType.TEXT


def test_days_in_digits_are_dates_in_json_as_well() -> None:
    assert read('[{"date": 20240105, "v": 1}, {"date": 20240106, "v": 2}]').preview[0] == ("2024-01-05", "1")
