"""Workbooks become exact tables, whichever program made them."""

from __future__ import annotations

import io
import zipfile
from datetime import date, datetime, time, timedelta
from typing import Any

import pytest

from renderer_svc.converter.fault import Fault
from renderer_svc.converter.main import convert
from renderer_svc.converter.report import Report
from tests.unit.renderer_svc.converter.files import Rows, ods, rewritten, xls, xlsx

SHEET = "xl/worksheets/sheet1.xml"
ROWS: Rows = [["day", "n"], [date(2024, 1, 31), 1]]
TABLE = b"day,n\n2024-01-31,1\n"


def table(data: bytes, sheet: str = "") -> bytes:
    return whole(data, sheet)[0]


def whole(data: bytes, sheet: str = "") -> tuple[bytes, Report]:
    found = convert(data, sheet)
    assert isinstance(found, tuple), found
    return found


@pytest.mark.parametrize("epoch_1904", [False, True], ids=["1900", "1904"])
@pytest.mark.parametrize("make", [lambda epoch: xlsx({"S": ROWS}, epoch_1904=epoch), lambda epoch: xls(ROWS, epoch)])
def test_dates_are_right_in_both_date_systems(make: Any, epoch_1904: bool) -> None:
    assert table(make(epoch_1904)) == TABLE


def test_the_two_date_systems_store_other_numbers_for_one_date() -> None:
    for epoch, serial in ((False, b"<v>45322</v>"), (True, b"<v>43860</v>")):
        with zipfile.ZipFile(io.BytesIO(xlsx({"S": ROWS}, epoch_1904=epoch))) as book:
            assert serial in book.read(SHEET)


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (1, b"1"),
        (-2.5, b"-2.5"),
        (1e15, b"1000000000000000"),
        (1e-7, b"1e-07"),
        (True, b"true"),
        (False, b"false"),
        (date(2024, 2, 29), b"2024-02-29"),
        (datetime(2024, 2, 29, 13, 5), b"2024-02-29T13:05:00"),
        (time(3, 4, 5), b"03:04:05"),
        (timedelta(hours=25, minutes=30), b"25h 30min"),
        (timedelta(minutes=1, seconds=2.5), b"0h 1min 2.5s"),
        ("a, b", b'"a, b"'),
        ('say "x"', b'"say ""x"""'),
        ("two\nlines", b'"two\nlines"'),
        ("Zürich 東京", "Zürich 東京".encode()),
        ("007", b"007"),
    ],
)
def test_a_value_keeps_all_that_it_says_and_gets_nothing_added(value: object, text: bytes) -> None:
    assert table(xlsx({"S": [["x", "y"], ["k", value]]})) == b"x,y\nk," + text + b"\n"


def test_all_seventeen_digits_of_a_number_are_kept() -> None:
    book = rewritten(xlsx({"S": [["x"], [0.5]]}), SHEET, b"<v>0.5</v>", b"<v>0.30000000000000004</v>")
    assert table(book) == b"x\n0.30000000000000004\n"


def test_a_formula_counts_with_the_value_that_its_program_computed() -> None:
    book = xlsx({"S": [["x"], ["=1+1"]]})
    assert table(rewritten(book, SHEET, b"<v />", b"<v>2</v>")) == b"x\n2\n"


def test_formulas_that_no_program_computed_are_missing_and_counted() -> None:
    text, report = whole(xlsx({"S": [["x", "y"], ["=1+1", 1], ['=HYPERLINK("http://localhost/")', 2]]}))
    assert (text, report.uncalculated_cells) == (b"x,y\n,1\n,2\n", 2)


def test_a_formula_whose_value_is_an_empty_text_was_computed() -> None:
    book = rewritten(xlsx({"S": [["x", "y"], ["=1+1", 1]]}), SHEET, b'r="A2"', b'r="A2" t="str"')
    assert whole(book)[1].uncalculated_cells == 0


def test_hidden_rows_are_read_and_counted() -> None:
    def hide(sheet: Any) -> None:
        sheet.row_dimensions[3].hidden = True

    text, report = whole(xlsx({"S": [["x"], [1], [2], [3]]}, change=hide))
    assert (text, report.hidden_rows) == (b"x\n1\n2\n3\n", 1)


def test_error_cells_are_missing_and_counted_in_xlsx() -> None:
    def errors(sheet: Any) -> None:
        for cell, shown in (("A2", "#N/A"), ("B3", "#DIV/0!")):
            sheet[cell] = shown
            sheet[cell].data_type = "e"

    text, report = whole(xlsx({"S": [["x", "y"], [None, 1], [2, None]]}, change=errors))
    assert (text, report.error_cells) == (b"x,y\n,1\n2,\n", 2)


def test_error_cells_are_missing_and_counted_in_xls() -> None:
    def errors(sheet: Any) -> None:
        sheet.row(1).set_cell_error(0, 42)
        sheet.row(2).set_cell_error(1, 7)

    text, report = whole(xls([["x", "y"], [None, 1], [2, None]], change=errors))
    assert (text, report.error_cells) == (b"x,y\n,1\n2,\n", 2)


def test_error_cells_are_missing_and_counted_in_ods() -> None:
    text, report = whole(ods([["x", "y"], ["#N/A", "a"], ["Err:502", "b"]]))
    assert (text, report.error_cells) == (b"x,y\n,a\n,b\n", 2)


def test_an_open_document_keeps_its_dates_lengths_of_time_and_booleans() -> None:
    rows: Rows = [
        ["a", "b"],
        [{"valuetype": "date", "datevalue": "2024-01-31"}, {"valuetype": "time", "timevalue": "PT25H30M00S"}],
        [{"valuetype": "float", "value": "3"}, {"valuetype": "boolean", "booleanvalue": "true"}],
        [{"valuetype": "date", "datevalue": "2024-01-31T10:20:30"}, {"valuetype": "percentage", "value": "0.12"}],
    ]
    text, report = whole(ods(rows))
    assert text == b"a,b\n2024-01-31,25:30:00\n3,true\n2024-01-31T10:20:30,12%\n"
    assert report.durations == 1


def test_times_of_an_open_document_within_a_day_may_be_times_of_the_day() -> None:
    text, report = whole(ods([["a"], [{"valuetype": "time", "timevalue": "PT08H15M00S"}]]))
    assert (text, report.durations) == (b"a\n08:15:00\n", 0)


def test_a_table_that_begins_elsewhere_is_taken_from_its_first_cell_on() -> None:
    text, report = whole(xlsx({"S": [[], [None, None, "x", "y"], [None, None, 1, 2]]}))
    assert (text, report.rows, report.columns) == (b"x,y\n1,2\n", 2, 2)


def test_a_merged_cell_in_the_body_keeps_its_value_in_its_first_cell() -> None:
    text, report = whole(xlsx({"S": [["x", "y", "z"], ["m", None, 1], ["k", 2, 3]]}, merged=["A2:B2"]))
    assert (text, report.merged_ranges) == (b"x,y,z\nm,,1\nk,2,3\n", 1)


def test_a_text_merged_over_rows_names_each_of_them_and_a_number_only_the_first() -> None:
    rows: Rows = [["team", "n", "cost"], ["A", 1, 90], [None, 2, None], ["B", 3, 5], [None, 4, 6]]
    text, _ = whole(xlsx({"S": rows}, merged=["A2:A3", "C2:C3", "A4:A5"]))
    assert text == b"team,n,cost\nA,1,90\nA,2,\nB,3,5\nB,4,6\n"


def test_a_header_merged_over_columns_names_each_of_them() -> None:
    text, report = whole(xlsx({"S": [["k", "size", None], ["a", 1, 2]]}, merged=["B1:C1"]))
    assert (text, report.header_rows) == (b"k,size,size\na,1,2\n", 1)


def test_a_header_of_two_rows_becomes_one_with_both_names() -> None:
    rows: Rows = [["k", "2023", None, "2024", None], [None, "low", "high", "low", "high"], ["a", 1, 2, 3, 4]]
    text, report = whole(xlsx({"S": rows}, merged=["A1:A2", "B1:C1", "D1:E1"]))
    assert text == b"k,2023 low,2023 high,2024 low,2024 high\na,1,2,3,4\n"
    assert report.header_rows == 2


def test_a_title_merged_over_the_whole_width_is_left_as_it_is() -> None:
    text = table(xlsx({"S": [["Trees of 2024", None], ["x", "y"], [1, 2]]}, merged=["A1:B1"]))
    assert text == b"Trees of 2024,\nx,y\n1,2\n"


def test_one_sheet_with_values_needs_no_choice_and_hidden_or_empty_ones_are_not_offered() -> None:
    book = xlsx({"Empty": [], "Data": ROWS, "Notes": [["x"], [1]]}, hidden=["Notes"])
    text, report = whole(book)
    assert (text, report.sheet) == (TABLE, "Data")


def test_several_sheets_are_offered_in_their_order_and_the_chosen_one_is_taken() -> None:
    book = xlsx({"B": ROWS, "Empty": [], "A": [["x"], [7]], "Hidden": ROWS}, hidden=["Hidden"])
    assert convert(book, "") == {"sheets": ["B", "A"]}
    assert table(book, "A") == b"x\n7\n"


@pytest.mark.parametrize("sheet", ["Hidden", "Unknown"])
def test_a_sheet_that_is_not_offered_cannot_be_chosen(sheet: str) -> None:
    book = xlsx({"B": ROWS, "Hidden": ROWS}, hidden=["Hidden"])
    assert convert(book, sheet) == {"fault": Fault.NO_SUCH_SHEET}


def test_a_text_has_no_sheet_to_choose() -> None:
    assert convert(b"a,b\n1,2\n", "S") == {"fault": Fault.NO_SUCH_SHEET}


@pytest.mark.parametrize("sheet", ["", "S"])
def test_a_workbook_without_values_is_refused(sheet: str) -> None:
    assert convert(xlsx({"S": []}), sheet) == {"fault": Fault.NO_TABLE}
