"""Formats: percent, money and codes come out as the sheet shows them, where a whole column is shown so."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest
import xlwt

from renderer_svc.converter.main import convert
from tests.unit.renderer_svc.converter.files import Rows, ods, xls, xlsx


def shown(format_: str, *values: Any, others: Sequence[str] = ()) -> list[str]:
    """The cells of a column under this number format; `others` are formats of its last cells."""

    def change(sheet: Any) -> None:
        for row, _ in enumerate(values, 2):
            sheet.cell(row, 2).number_format = format_
        for row, other in enumerate(others, 2 + len(values) - len(others)):
            sheet.cell(row, 2).number_format = other

    found = convert(xlsx({"S": [["k", "v"], *(["r", value] for value in values)]}, change=change), "")
    assert isinstance(found, tuple), found
    return [line.split(",", 1)[1].strip('"') for line in found[0].decode().splitlines()[1:]]


@pytest.mark.parametrize(
    ("format_", "value", "text"),
    [
        ("0%", 0.35, "35%"),
        ("0.00%", 0.07, "7%"),
        ("0.0%;[Red]-0.0%", -0.1234, "-12.34%"),
        ("0%", 1, "100%"),
        ('#,##0.00 "€"', 12.5, "12.5 €"),
        ("[$€-407] #,##0.00", 1234567.25, "1234567.25 €"),
        ("[$$-409]#,##0.00", 7, "7 $"),
        ("#,##0.00 [$CHF]", -3.5, "-3.5 CHF"),
        ("00000", 1067, "01067"),
        ("00000", 12345678, "12345678"),
        ("000000;-000000", 17, "000017"),
        ("000\\-00\\-0000", 12345678, "012-34-5678"),
        ('"DE-"0000', 42, "DE-0042"),
        ("[<=99999]00000;00000-0000", 2139, "02139"),
        ("[<=99999]00000;00000-0000", 21390001, "02139-0001"),
        ("00000", 10.5, "10.5"),
        ("00000", -5, "-5"),
        ("00", 7, "7"),
        ('0000" m"', 42, "42"),
        ("000.0", 4.5, "4.5"),
        ("0.00", 0.35, "0.35"),
        ('0" %ig"', 5, "5"),
        ("General", 0.35, "0.35"),
    ],
)
def test_a_number_comes_out_with_the_unit_that_the_sheet_shows(format_: str, value: float, text: str) -> None:
    assert shown(format_, value, value) == [text, text]


def test_words_and_empty_cells_among_them_stay_as_they_are() -> None:
    assert shown("0%", 0.5, "n/a", None, 0.25) == ["50%", "n/a", "", "25%"]


def test_a_column_of_several_formats_keeps_its_numbers_bare() -> None:
    assert shown("0%", 0.5, 0.25, 3, others=("0.00",)) == ["0.5", "0.25", "3"]


def test_a_table_that_begins_in_another_cell_keeps_its_units_in_their_column() -> None:
    def change(sheet: Any) -> None:
        sheet["D4"].number_format = sheet["D5"].number_format = "0%"

    rows: Rows = [[], [], [None, None, "a", "b"], [None, None, 1, 0.5], [None, None, 2, 0.75]]
    found = convert(xlsx({"S": rows}, change=change), "")
    assert isinstance(found, tuple)
    assert found[0] == b"a,b\n1,50%\n2,75%\n"


@pytest.mark.parametrize(
    ("format_", "value", "text"),
    [
        ("0.0%", 0.35, b"35%"),
        ("0%", 2, b"200%"),
        ('#,##0.00 "€"', 12.5, "12.5 €".encode()),
        ("[$CHF] #,##0", 7, b"7 CHF"),
        ("00000", 1067, b"01067"),
        ("0.00", 0.35, b"0.35"),
    ],
)
def test_an_old_workbook_comes_out_as_it_shows_its_columns_as_well(format_: str, value: float, text: bytes) -> None:
    style = xlwt.XFStyle()
    style.num_format_str = format_

    def change(sheet: Any) -> None:
        for row in (3, 4):
            sheet.write(row, 2, value, style)
            sheet.write(row, 3, value)

    found = convert(xls([[], [], [None, None, "a", "b"]], change=change), "")
    assert isinstance(found, tuple)
    bare = f"{value:g}".encode()
    assert found[0] == b"a,b\n" + 2 * (text + b"," + bare + b"\n")


def test_an_open_document_comes_out_as_its_cells_say() -> None:
    share, price = {"valuetype": "percentage", "value": "0.35"}, {"valuetype": "currency", "currency": "EUR"}
    row = [share, {**price, "value": "12.5"}, {"valuetype": "float", "value": "0.5"}]
    again = [{**share, "numbercolumnsrepeated": "1"}, {**price, "value": "3"}, share]
    found = convert(ods([["a", "b", "c"], row, again]), "")
    assert isinstance(found, tuple)
    assert found[0] == b"a,b,c\n35%,12.5 EUR,0.5\n35%,3 EUR,0.35\n"


def test_codes_of_an_open_document_keep_their_zeros_also_where_the_column_says_so() -> None:
    number: dict[str, str] = {"valuetype": "float", "value": "1067"}
    rows: Rows = [["a", "b", "c"], [{**number, "stylename": "code"}, number, number]]
    found = convert(ods(rows, codes={"code": 5, "other": 6}, columns=["", "other"]), "")
    assert isinstance(found, tuple)
    assert found[0] == b"a,b,c\n01067,001067,1067\n"


def test_repeated_columns_and_rows_of_an_open_document_count() -> None:
    share: dict[str, str] = {"valuetype": "percentage", "value": "0.35"}
    rows: Rows = [["a", "b", "c"], [{"valuetype": "float", "value": "1"}, {**share, "numbercolumnsrepeated": "2"}]]
    found = convert(ods(rows), "")
    assert isinstance(found, tuple)
    assert found[0] == b"a,b,c\n1,35%,35%\n"
