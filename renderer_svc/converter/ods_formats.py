"""Formats of an ods sheet: columns whose numbers are percent, money or codes, as each of its cells says."""

from __future__ import annotations

import io
import zipfile
from collections.abc import Iterator, Mapping
from typing import Final
from xml.etree import ElementTree

from renderer_svc.converter.bounds import COLUMNS
from renderer_svc.converter.number_formats import PERCENT, SIGNS, shared_units
from renderer_svc.converter.ods_code_formats import OdsCodeFormats

_LOOKED_AT: Final = 8 << 20  # bytes of the sheets
_STEP: Final = 1 << 16
_TABLE: Final = "{urn:oasis:names:tc:opendocument:xmlns:table:1.0}"
_OFFICE: Final = "{urn:oasis:names:tc:opendocument:xmlns:office:1.0}"
_CELLS: Final = (f"{_TABLE}table-cell", f"{_TABLE}covered-table-cell")
_NUMBERS: Final = ("float", "percentage", "currency")


def column_units(data: bytes, sheet: str, first_row: int) -> Mapping[int, str]:
    """`%`, the code of a currency or `00000` for each column, from 0, that shows all its numbers below `first_row` so.

    Rows count from 1.
    """
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as archive, archive.open("content.xml") as file:
            return shared_units(_shown(file.read(_LOOKED_AT), sheet, first_row))
    except (zipfile.BadZipFile, KeyError, OSError, ValueError, EOFError, NotImplementedError):
        return {}


def _shown(content: bytes, sheet: str, first_row: int) -> Iterator[tuple[int, str]]:
    """The column and the unit of each number of `sheet` below the first row."""
    row = column = repeat = 0
    within = False
    codes = OdsCodeFormats()
    for tag in _elements(content):
        codes.learn(tag)
        if tag.tag == f"{_TABLE}table":
            within = tag.get(f"{_TABLE}name") == sheet
            row, repeat = 0, 1
        elif within and tag.tag == f"{_TABLE}table-column":
            codes.add_columns(tag, _times(tag, "columns"))
        elif within and tag.tag == f"{_TABLE}table-row":
            row += repeat
            repeat, column = _times(tag, "rows"), 0
        elif within and tag.tag in _CELLS:
            times = _times(tag, "columns")
            if row > first_row and tag.get(f"{_OFFICE}value-type") in _NUMBERS:
                columns = range(column, min(column + times, COLUMNS))
                yield from ((each, _unit(tag) or codes.of(tag, each)) for each in columns)
            column += times


def _elements(content: bytes) -> Iterator[ElementTree.Element]:
    """The elements as they begin, up to where `content` is cut or broken."""
    parser: ElementTree.XMLPullParser[ElementTree.Element] = ElementTree.XMLPullParser(["start"])
    for at in range(0, len(content), _STEP):
        try:
            parser.feed(content[at : at + _STEP])  # inside a sandbox, expat bounds entities
        except ElementTree.ParseError:
            return
        for event in parser.read_events():
            if isinstance(event, tuple) and isinstance(event[-1], ElementTree.Element):
                yield event[-1]


def _unit(cell: ElementTree.Element) -> str:
    kind = cell.get(f"{_OFFICE}value-type")
    if kind == "percentage":
        return PERCENT
    code = cell.get(f"{_OFFICE}currency", "") if kind == "currency" else ""
    return code if code in SIGNS else ""


def _times(tag: ElementTree.Element, of: str) -> int:
    written = tag.get(f"{_TABLE}number-{of}-repeated", "1")
    return int(written) if written.isascii() and written.isdigit() and len(written) < 8 else 1
