"""Formats of an xlsx sheet: columns whose numbers it shows as percent, money or codes, by their styles."""

from __future__ import annotations

import io
import re
import zipfile
from collections.abc import Iterator, Mapping
from typing import Final
from xml.etree import ElementTree

from renderer_svc.converter.number_formats import shared_units, unit_of
from renderer_svc.converter.xlsx_marks import is_tag, parse_part, part_of

_LOOKED_AT: Final = 8 << 20  # bytes of a sheet: tens of thousands of its cells
_CELL: Final = re.compile(rb"<(?:\w+:)?c\b([^<>]{0,200})(?<!/)>(?=(?:<(?:\w+:)?f\b|\s*<(?:\w+:)?v\b))")
_REFERENCE: Final = re.compile(r"[A-Za-z]{1,3}[0-9]{1,7}")
_ATTRIBUTE: Final = re.compile(rb"\b([rst])=[\"']([A-Za-z0-9]{1,12})[\"']")


def column_units(data: bytes, sheet: str, first_row: int) -> Mapping[int, str]:
    """`%`, the sign of a currency or `00000` for each column, from 0, that shows all numbers below `first_row` so."""
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            units = _units_of_styles(archive)
            part = part_of(archive, sheet)
            if not any(units) or part not in archive.namelist():
                return {}
            with archive.open(part) as file:
                return shared_units(_shown(file.read(_LOOKED_AT), units, first_row))
    except (zipfile.BadZipFile, ElementTree.ParseError, OSError, ValueError, EOFError, NotImplementedError):
        return {}


def _units_of_styles(archive: zipfile.ZipFile) -> list[str]:
    styles = parse_part(archive, "xl/styles.xml")
    codes = {tag.get("numFmtId", ""): tag.get("formatCode", "") for tag in styles.iter() if is_tag(tag, "numFmt")}
    cells = next((tag for tag in styles.iter() if is_tag(tag, "cellXfs")), ElementTree.Element("none"))
    return [unit_of(int(xf.get("numFmtId", "0")), codes.get(xf.get("numFmtId", ""), "")) for xf in cells]


def _shown(sheet: bytes, units: list[str], first_row: int) -> Iterator[tuple[int, str]]:
    """The column and the unit of each number below the first row."""
    for match in _CELL.finditer(sheet):
        of = {name: value.decode() for name, value in _ATTRIBUTE.findall(match[1])}
        if of.get(b"t", "n") != "n":
            continue
        if _REFERENCE.fullmatch(of.get(b"r", "")) is None:
            continue
        column, row = _place(of[b"r"])
        style = int(of.get(b"s", "0"))
        if row > first_row:
            yield column, units[style] if style < len(units) else ""


def _place(reference: str) -> tuple[int, int]:
    letters = reference.rstrip("0123456789")
    column = 0
    for letter in letters.upper():
        column = column * 26 + ord(letter) - ord("A") + 1
    return column - 1, int(reference[len(letters) :])
