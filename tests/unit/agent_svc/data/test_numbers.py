"""Numbers: exact digits under the right decimal mark, or no number at all."""

from __future__ import annotations

from decimal import Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from agent_svc.data import Certainty, ColumnType, DecimalMark, NoticeKind, Reading, Subject, read
from agent_svc.data.numbers.exact import read_numbers


def column(*cells: str, header: str = "v", delimiter: str = "\t", reading: Reading | None = None) -> list[str] | None:
    """The canonical cells if they are numbers, else None."""
    text = f"k{delimiter}{header}\n" + "".join(f"r{i}x{delimiter}{cell}\n" for i, cell in enumerate(cells))
    dataset = read(text, reading or Reading())
    return [row[1] for row in dataset.preview] if dataset.columns[1].type is ColumnType.NUMBER else None


@pytest.mark.parametrize(
    ("cell", "digits"),
    [
        ("0.10", "0.1"),
        (".5", "0.5"),
        ("-0.0", "0"),
        ("-0", "0"),
        ("+3", "3"),
        ("−3", "-3"),
        ("–3", "-3"),
        ("12-", "-12"),
        ("(12)", "-12"),
        ("1,234.50", "1234.5"),
        ("1,234,567", "1234567"),
        ("1'234.5", "1234.5"),
        ("1’234.5", "1234.5"),
        ("1 234.5", "1234.5"),
        ("1\u00a0234.5", "1234.5"),
        ("1\u202f234\u202f567.25", "1234567.25"),
        ("1e3", "1000"),
        ("1.5E-3", "0.0015"),
        ("6.022e23", "6.022e23"),
        ("1e-12", "1e-12"),
        ("0.1000000000000000055511151231257827", "0.1000000000000000055511151231257827"),
        ("123456789012345678", "123456789012345678"),
        ("1,23,456", "123456"),
        ("1.5×10^3", "1500"),
        ("2·10⁻²", "0.02"),
        ("inf", "inf"),
        ("-∞", "-inf"),
    ],
)
def test_a_number_with_a_point_keeps_its_exact_digits(cell: str, digits: str) -> None:
    assert read_numbers([cell], DecimalMark.POINT).cells == {cell: digits}


@pytest.mark.parametrize(
    ("cell", "digits"),
    [
        ("0,435", "0.435"),
        ("0,10", "0.1"),
        ("1.234,5", "1234.5"),
        ("1.234.567", "1234567"),
        ("1 234,5", "1234.5"),
        ("1'234,5", "1234.5"),
        ("-1,5", "-1.5"),
        ("(1.234,50)", "-1234.5"),
        ("1,5e3", "1500"),
        (",5", "0.5"),
    ],
)
def test_a_number_with_a_comma_keeps_its_exact_digits(cell: str, digits: str) -> None:
    assert read_numbers([cell], DecimalMark.COMMA).cells == {cell: digits}


@pytest.mark.parametrize(
    "cell",
    [
        *(
            "",
            "x",
            "1.2.3",
            "1,2,3",
            "0,435",
            "12,34",
            "--1",
            "(1",
            "1)",
            "-(1)",
            "- 5 -",
            "1e999",
            "10-20",
        ),
        *("5.", "<5", "1/2", "12:30", "01.02.2024", "3 pm", "12 May", "4th", "+49 151 123", "0,435,000", "三", "1 2"),
    ],
)
def test_anything_else_is_no_number(cell: str) -> None:
    assert read_numbers([cell], DecimalMark.POINT).unread == (cell,)


@given(st.decimals(allow_nan=False, allow_infinity=False, min_value=-(10**17), max_value=10**17, places=6))
def test_canonical_digits_equal_the_written_value(number: Decimal) -> None:
    written = f"{number:f}"
    (digits,) = read_numbers([written], DecimalMark.POINT).cells.values()
    assert Decimal(digits) == number
    assert read_numbers([written.replace(".", ",")], DecimalMark.COMMA).cells == {written.replace(".", ","): digits}


@pytest.mark.parametrize(
    ("cells", "numbers"),
    [
        (["0,435", "0,512"], ["0.435", "0.512"]),
        (["0,435", "1,234"], ["0.435", "1.234"]),
        (["1.234,5", "2"], ["1234.5", "2"]),
        (["1,234", "1,5"], ["1.234", "1.5"]),
        (["1.234", "2.345.678"], ["1234", "2345678"]),
        (["1,234", "12.5"], ["1234", "12.5"]),
        (["1500", "1,234"], ["1500", "1.234"]),
        (["1500", "1.234"], ["1500", "1.234"]),
        (["12 %", "14,5 %"], ["12", "14.5"]),
        (["€ 5", "€ 7.50"], ["5", "7.5"]),
        (["$1,234.00", "$(99.50)"], ["1234", "-99.5"]),
        (["5 kg", "7 kg", "0"], ["5", "7", "0"]),
        (["5 µg/m³", "7 µg/m³"], ["5", "7"]),
    ],
)
def test_a_column_is_read_under_the_mark_that_reads_all_of_it(cells: list[str], numbers: list[str]) -> None:
    assert column(*cells) == numbers


@pytest.mark.parametrize(
    "cells",
    [
        ["007", "012"],
        ["01067", "80331"],
        ["12345678901234567890", "1"],
        ["1.234,5", "1,234.5"],
        ["5 kg", "7 g"],
        ["12 %", "0.5"],
        ["1 May", "2 May"],
        ["3 apples", "3 apples"],
        ["1.2.3", "1.2.4"],
    ],
)
def test_a_column_that_is_not_of_one_kind_stays_text(cells: list[str]) -> None:
    assert column(*cells) is None


@pytest.mark.parametrize(
    ("text", "number", "why"),
    [
        ("k\tv\na\t1.234\n", "1.234", "a decimal point is the more common one"),
        ("k\tv\na\t1,234\n", "1234", "a decimal point is the more common one"),
        ("k;v\na;1.234\n", "1234", "separated by semicolons"),
        ("k;v\na;1,234\n", "1.234", "separated by semicolons"),
        ("k\tv\tw\na\t1.234\t0,5\n", "1234", "“w” has a decimal comma"),
        ("k\tv\tw\na\t1,234\t0.5\n", "1234", "“w” has a decimal point"),
        ("d\tv\n01.02.2024\t1.234\n", "1234", "written with dots"),
    ],
)
def test_three_digits_after_a_mark_are_decided_by_the_table_and_said_to_be_ambiguous(
    text: str, number: str, why: str
) -> None:
    dataset = read(text)
    decision = dataset.report.find(Subject.DECIMAL, "v")
    assert decision is not None
    assert dataset.preview[0][1] == number
    assert decision.certainty is Certainty.AMBIGUOUS
    assert why in decision.evidence
    assert [notice.kind for notice in dataset.warnings] == [NoticeKind.AMBIGUOUS]


def test_the_warning_shows_both_readings() -> None:
    (notice,) = read("k\tv\na\t1.234\n").warnings
    assert "“1.234” is read as 1.234 (decimal point); with a decimal comma it would be 1234" in notice.message


def test_an_ambiguous_mark_flips_in_one_choice_and_back() -> None:
    text = "k\tv\na\t1.234\nb\t2.500\n"
    decision = read(text).report.find(Subject.DECIMAL, "v")
    assert decision is not None
    flipped = read(text, Reading().choose(decision.subject, decision.alternatives[0], decision.column))
    assert [row[1] for row in flipped.preview] == ["1234", "2500"]
    again = flipped.report.find(Subject.DECIMAL, "v")
    assert again is not None
    assert again.alternatives == ("point",)
    assert flipped.warnings == ()


def test_flags_of_a_laboratory_are_no_signs() -> None:
    assert column("13,5", "11,2 +", "3,2 -") is None


def test_a_meter_with_zeros_in_front_is_no_id() -> None:
    assert column("012345,6", "013456,7") == ["12345.6", "13456.7"]
    assert column("012345", "013456") is None


def test_a_degree_of_one_character_is_a_unit() -> None:
    assert column("32℃", "-5℃") == ["32", "-5"]


def test_a_mark_that_is_chosen_for_one_column_leaves_the_others_as_they_were() -> None:
    chosen = Reading().choose(Subject.DECIMAL, "comma", "v")
    assert read("k\tv\tw\na\t1.234\t2.345\n", chosen).preview == (("a", "1234", "2.345"),)
    for_all = Reading().choose(Subject.DECIMAL, "comma")
    assert read("k\tv\tw\na\t1.234\t2.345\n", for_all).preview == (("a", "1234", "2345"),)


def test_a_mark_can_be_chosen_for_the_whole_table() -> None:
    chosen = Reading().choose(Subject.DECIMAL, "comma")
    assert read("k\tv\tw\na\t1.234\t2,345\n", chosen).preview == (("a", "1234", "2.345"),)


def test_the_unit_of_the_cells_belongs_to_the_column() -> None:
    dataset = read("k,price\na,5 €\nb,7 €\n")
    assert dataset.columns[1].unit == "€"


def test_units_that_differ_between_header_and_cells_are_told() -> None:
    dataset = read("k,m (kg)\na,5 g\nb,7 g\n")
    assert dataset.columns[1].unit == "g"
    assert "header says kg, the cells say g" in dataset.warnings[0].message


def test_numbers_that_are_all_in_brackets_are_told_to_be_negative() -> None:
    dataset = read("k,v\na,(5)\nb,(7)\n")
    assert [row[1] for row in dataset.preview] == ["-5", "-7"]
    assert "in brackets and read as negative" in dataset.warnings[0].message


@pytest.mark.parametrize("cell", ["13 kg", "300 K", "5 EUR", "0,00 €", "$0.00"])
def test_one_amount_in_all_rows_is_a_number(cell: str) -> None:
    assert column(cell, cell) is not None


@pytest.mark.parametrize("cell", ["7a", "7 a", "7K", "2 Blatt"])
def test_one_label_in_all_rows_is_text(cell: str) -> None:
    assert column(cell, cell) is None


def test_distances_above_columns_are_names() -> None:
    assert [one.name for one in read("Name;5 km;10 km\nA;21;45\nB;22;44\n").columns] == ["Name", "5 km", "10 km"]


@pytest.mark.parametrize(
    ("cells", "asked"),
    [
        (("1.234", "987", "2.100"), True),
        (("−1.234", "−987", "12.876"), True),
        (("1.234", "2.500", "12.876"), False),
        (("1.234", "1", "0"), False),
        (("1.234", "987", "0.5"), False),
        (("1.234", "9870", "2.100"), True),
    ],
)
def test_points_before_three_digits_beside_whole_numbers_are_asked_about_in_a_comma_file(
    cells: tuple[str, ...], asked: bool
) -> None:
    text = "k,v\n" + "".join(f"r{place},{cell}\n" for place, cell in enumerate(cells))
    found = read(text)
    assert found.preview[0][1] in ("1.234", "-1.234")
    decision = next(one for one in found.report.decisions if one.subject is Subject.DECIMAL)
    assert (decision.certainty is Certainty.AMBIGUOUS) is asked
    if asked:
        flipped = read(text, Reading().choose(Subject.DECIMAL, decision.alternatives[0], "v"))
        assert flipped.preview[0][1] in ("1234", "-1234")


def test_decimals_elsewhere_in_a_comma_file_settle_points_before_three_digits() -> None:
    found = read("k,v,w\na,1.234,0.5\nb,987,1.25\n")
    assert all(one.certainty is not Certainty.AMBIGUOUS for one in found.report.decisions)
