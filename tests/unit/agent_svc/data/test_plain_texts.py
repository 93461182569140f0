"""Plain texts: codes, names and places of daily life stay text, in the order of their rows, without a word."""

from __future__ import annotations

import pytest

from agent_svc.data import ColumnType, read


@pytest.mark.parametrize(
    "values",
    [
        ("12-A", "7-B", "103-C"),
        ("T1", "T2", "T10"),
        ("S1-2023", "S2-2023"),
        ("T1-2023", "T2-2023"),
        ("MAR1", "SEP2", "DEC1"),
        ("April", "May", "June", "Anna"),
        ("Mai Linh", "Jan Peter"),
        ("2024-001", "2024-002"),
        ("RE-2024-03", "RE-2024-04"),
        ("3/2024", "15/2024"),
        ("3:2", "1:0"),
        ("1:10", "1:100"),
        ("10.0.0.1", "10.0.0.2"),
        ("030 123456", "089 654321"),
        ("1. FC Köln", "TSV 1860"),
        ("A1", "A10", "A2"),
        ("Hauptstr. 5", "Nebenstr. 12"),
        ("LH 400", "LH 401"),
        ("A+", "B-", "C"),
        ("***", "**"),
        ("12?", "who?"),
        ("bis 2020", "ab 2021"),
        ("Winter", "Kreide"),
        ("WS", "SS", "XS?"),
        ("978-3-16-148410-0", "978-3-16-148411-7"),
    ],
)
def test_codes_and_names_stay_text_without_an_order_and_a_notice(values: tuple[str, ...]) -> None:
    dataset = read("code\tother\n" + "".join(f"{value}\tx{row}\n" for row, value in enumerate(values)))
    column = dataset.columns[0]
    assert (column.type, column.order, dataset.warnings) == (ColumnType.TEXT, (), ())
    assert [row[0] for row in dataset.preview] == list(values)
