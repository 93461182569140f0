"""Workbooks: one sheet of an Excel or OpenDocument file, through python-calamine, as rows of text."""

from __future__ import annotations

import io
import re
from collections.abc import Iterator, Mapping
from datetime import timedelta
from itertools import islice
from typing import TYPE_CHECKING, Final

from renderer_svc.converter import ods_formats, unpack, xls_formats, xls_records, xlsx_formats
from renderer_svc.converter.bounds import COLUMNS, ROWS, SHEETS
from renderer_svc.converter.cells import cell_text, clock_text
from renderer_svc.converter.fault import Fault, Refused
from renderer_svc.converter.kind import Kind
from renderer_svc.converter.merged import Merge, RowTexts, header_of
from renderer_svc.converter.number_formats import with_unit
from renderer_svc.converter.report import Report
from renderer_svc.converter.table_text import TableText
from renderer_svc.converter.xlsx_marks import count_marks

if TYPE_CHECKING:
    from python_calamine import CalamineSheet, CalamineWorkbook

#: OpenDocument has no error cells: it stores what they show.
_SHOWN_ERROR: Final = re.compile(r"#(?:N/A|DIV/0!|VALUE!|REF!|NAME\?|NUM!|NULL!)|Err:\d{3}")
_DAY: Final = timedelta(days=1)
_ISO_DURATION: Final = re.compile(r"(-?)PT(?:(\d{1,9})H)?(?:(\d{1,9})M)?(?:(\d{1,9})(?:\.(\d{1,9}))?S)?")


class Sheets(Exception):
    """There are several sheets to choose from; `names` are theirs, in their order."""

    def __init__(self, names: list[str]) -> None:
        self.names = names
        super().__init__("choose a sheet")


def convert_workbook(data: bytes, kind: Kind, wanted: str, report: Report) -> TableText:
    """The sheet named `wanted` (empty: the only one with values). Raises `Refused` or `Sheets`."""
    if kind is not Kind.XLS:
        unpack.check_parts(data)
    elif xls_records.is_encrypted(data):
        raise Refused(Fault.ENCRYPTED)
    try:
        from python_calamine import CalamineWorkbook
    except ImportError as error:
        raise Refused(Fault.READER_MISSING) from error
    book = _open(CalamineWorkbook, data)
    sheet = _choose(book, wanted)
    report.sheet = sheet.name
    reader = _Reader(sheet, report)
    if kind is Kind.XLSX:
        reader.show_units(xlsx_formats.column_units(data, sheet.name, reader.first_row))
        report.error_cells, report.uncalculated_cells, report.hidden_rows = count_marks(data, sheet.name)
    elif kind is Kind.XLS:
        number = book.sheet_names.index(sheet.name)
        reader.show_units(xls_formats.column_units(data, number, reader.first_row))
        report.error_cells = xls_records.count_errors(data, number)
    elif kind is Kind.ODS:
        reader.show_units(ods_formats.column_units(data, sheet.name, reader.first_row))
    return reader.read()


def _open(reader: type[CalamineWorkbook], data: bytes) -> CalamineWorkbook:
    from python_calamine import PasswordError

    try:
        return reader.from_filelike(io.BytesIO(data))
    except PasswordError as error:
        raise Refused(Fault.ENCRYPTED) from error


def _choose(book: CalamineWorkbook, wanted: str) -> CalamineSheet:
    """The sheet to take, of those that are shown and hold values."""
    from python_calamine import SheetTypeEnum, SheetVisibleEnum

    listed = [
        each.name
        for each in book.sheets_metadata[:SHEETS]
        if each.visible == SheetVisibleEnum.Visible and each.typ == SheetTypeEnum.WorkSheet
    ]
    if wanted:
        if wanted not in listed:
            raise Refused(Fault.NO_SUCH_SHEET)
        sheet = book.get_sheet_by_name(wanted)
        if sheet.start is None:
            raise Refused(Fault.NO_TABLE)
        return sheet
    filled = [sheet for sheet in map(book.get_sheet_by_name, listed) if sheet.start is not None]
    if not filled:
        raise Refused(Fault.NO_TABLE)
    if len(filled) > 1:
        raise Sheets([sheet.name for sheet in filled])
    return filled[0]


class _Reader:
    """Reads one sheet into text, from its first filled cell on."""

    def __init__(self, sheet: CalamineSheet, report: Report) -> None:
        assert sheet.start is not None
        self._sheet = sheet
        self._report = report
        self._top, self._left = sheet.start
        self._units: Mapping[int, str] = {}  # by column of the table
        if sheet.height > ROWS or sheet.width > COLUMNS:
            raise Refused(Fault.TOO_LARGE)

    @property
    def first_row(self) -> int:
        """The number of the first filled row, from 1."""
        return self._top + 1

    def show_units(self, units: Mapping[int, str]) -> None:
        """Write the numbers of the columns of the sheet that `units` names with their unit, as the workbook does."""
        self._units = {column - self._left: unit for column, unit in units.items()}

    def read(self) -> TableText:
        rows = self._rows()
        first, second = next(rows, []), next(rows, None)
        merges = self._merges()
        header, taken = header_of(first, second or [], merges)
        self._report.header_rows = taken
        text = TableText()
        text.add([header])
        merged = RowTexts([merge for merge in merges if merge.top > 0])
        if taken == 1 and second is not None:
            text.add([self._texts(merged.fill(1, second))])
        text.add(self._texts(merged.fill(number, row)) for number, row in enumerate(rows, 2))
        return text

    def _rows(self) -> Iterator[list[object]]:
        for row in islice(self._sheet.iter_rows(), self._top, None):
            yield list(row[-self._sheet.width :])  # rows come from the top on, columns from the first filled one

    def _merges(self) -> list[Merge]:
        found = self._sheet.merged_cell_ranges or []
        self._report.merged_ranges = len(found)
        top, left = self._top, self._left
        return [Merge(a[0] - top, a[1] - left, b[0] - top, b[1] - left) for a, b in found if a[1] >= left]

    def _texts(self, row: list[object]) -> list[str]:
        if not self._units:
            return [self._text(value) for value in row]
        return [
            with_unit(value, self._units[place])
            if place in self._units and not isinstance(value, str)
            else self._text(value)
            for place, value in enumerate(row)
        ]

    def _text(self, value: object) -> str:
        if isinstance(value, str):
            if value.startswith(("#", "Err:")) and _SHOWN_ERROR.fullmatch(value):
                self._report.error_cells += 1
                return ""
            length = _ISO_DURATION.fullmatch(value) if value.startswith(("PT", "-PT")) else None
            if length is not None:  # OpenDocument writes times of the day so, too
                return self._time_text(_duration(length))
        if isinstance(value, timedelta):
            self._report.durations += 1
        return cell_text(value)

    def _time_text(self, value: timedelta) -> str:
        self._report.durations += not timedelta() <= value < _DAY
        return clock_text(value)


def _duration(match: re.Match[str]) -> timedelta:
    sign, hours, minutes, seconds, fraction = match.groups()
    micros = int((fraction or "0")[:6].ljust(6, "0"))
    length = timedelta(hours=int(hours or 0), minutes=int(minutes or 0), seconds=int(seconds or 0), microseconds=micros)
    return -length if sign else length
