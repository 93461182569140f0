"""Files as other programs make them, for the converter's tests."""

from __future__ import annotations

import gzip
import io
import zipfile
from collections.abc import Callable, Mapping, Sequence
from datetime import date
from typing import Any

import openpyxl
import xlwt
from odf.number import Number, NumberStyle
from odf.opendocument import OpenDocumentSpreadsheet
from odf.style import Style
from odf.table import CoveredTableCell, Table, TableCell, TableColumn, TableRow
from odf.text import P
from openpyxl.utils.datetime import CALENDAR_MAC_1904

Rows = Sequence[Sequence[Any]]


def xlsx(
    sheets: Mapping[str, Rows],
    hidden: Sequence[str] = (),
    merged: Sequence[str] = (),
    epoch_1904: bool = False,
    change: Callable[[Any], None] = lambda sheet: None,
) -> bytes:
    """A workbook; `merged` ranges and `change` are of its first sheet."""
    book = openpyxl.Workbook()
    book.remove(book.active)
    if epoch_1904:
        book.epoch = CALENDAR_MAC_1904
    for name, rows in sheets.items():
        sheet = book.create_sheet(name)
        for row in rows:
            sheet.append(row)
        sheet.sheet_state = "hidden" if name in hidden else "visible"
    first = book.worksheets[0]
    change(first)
    for area in merged:
        first.merge_cells(area)
    out = io.BytesIO()
    book.save(out)
    return out.getvalue()


def rewritten(archive: bytes, part: str, old: bytes, new: bytes) -> bytes:
    """`archive` with `old` replaced in one of its parts, as programs write what openpyxl cannot."""
    out = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(archive)) as source, zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as target:
        assert old in source.read(part)
        for name in source.namelist():
            data = source.read(name)
            target.writestr(name, data.replace(old, new) if name == part else data)
    return out.getvalue()


def xls(rows: Rows, epoch_1904: bool = False, change: Callable[[Any], None] = lambda sheet: None) -> bytes:
    """An old workbook with one sheet, `S`."""
    book = xlwt.Workbook()
    book.dates_1904 = epoch_1904
    sheet = book.add_sheet("S")
    day = xlwt.XFStyle()
    day.num_format_str = "yyyy-mm-dd"
    for number, row in enumerate(rows):
        for column, value in enumerate(row):
            if value is not None:
                sheet.write(number, column, value, day if isinstance(value, date) else xlwt.XFStyle())
    change(sheet)
    out = io.BytesIO()
    book.save(out)
    return out.getvalue()


def ods(rows: Sequence[Sequence[Any]], codes: Mapping[str, int] | None = None, columns: Sequence[str] = ()) -> bytes:
    """An OpenDocument workbook with one sheet, `T`; a cell is a text, or a dict of odfpy's own attributes.

    `codes` are styles of cells with their digits at least; `columns` are the styles of the first ones.
    """
    document = OpenDocumentSpreadsheet()
    for name, digits in (codes or {}).items():
        shown = NumberStyle(name=f"N-{name}")
        shown.addElement(Number(decimalplaces="0", minintegerdigits=str(digits)))
        document.automaticstyles.addElement(shown)
        document.automaticstyles.addElement(Style(name=name, family="table-cell", datastylename=f"N-{name}"))
    table = Table(name="T")
    for name in columns:
        table.addElement(TableColumn(**({"defaultcellstylename": name} if name else {})))
    for row in rows:
        line = TableRow()
        for value in row:
            line.addElement(_ods_cell(value))
        table.addElement(line)
    document.spreadsheet.addElement(table)
    out = io.BytesIO()
    document.save(out)
    return out.getvalue()


def _ods_cell(value: Any) -> Any:
    if value is None:
        return CoveredTableCell()
    if isinstance(value, dict):
        return TableCell(**value)
    cell = TableCell(valuetype="string")
    cell.addElement(P(text=value))
    return cell


def zipped(files: Mapping[str, bytes]) -> bytes:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, data in files.items():
            archive.writestr(name, data)
    return out.getvalue()


def gzipped(data: bytes) -> bytes:
    return gzip.compress(data, mtime=0)
