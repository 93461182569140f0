"""Error cells of an xlsx sheet (#N/A, #DIV/0!), counted in its XML: the reader of workbooks hands them out as empty."""

from __future__ import annotations

import io
import posixpath
import re
import zipfile
from typing import IO, Final
from xml.etree import ElementTree

_ERROR_CELL: Final = re.compile(rb"<(?:\w+:)?c\b[^<>]{0,200}?\bt=[\"']e[\"']")
_STEP: Final = 1 << 20
_OVERLAP: Final = 256  # no tag of a cell is longer
_PART_BYTES: Final = 4 << 20
_RELATION: Final = "{http://schemas.openxmlformats.org/officeDocument/2006/relationships}id"


def count_errors(data: bytes, sheet: str) -> int:
    """How many cells of `sheet` show an error; 0 when its part cannot be found."""
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            part = _part_of(archive, sheet)
            if part not in archive.namelist():
                return 0
            with archive.open(part) as file:
                return _count(file)
    except (zipfile.BadZipFile, ElementTree.ParseError, OSError, ValueError, EOFError, NotImplementedError):
        return 0


def _part_of(archive: zipfile.ZipFile, sheet: str) -> str:
    book = _parse(archive, "xl/workbook.xml")
    wanted = next((tag.get(_RELATION) for tag in book.iter() if _is(tag, "sheet") and tag.get("name") == sheet), None)
    relations = _parse(archive, "xl/_rels/workbook.xml.rels")
    targets = (tag.get("Target", "") for tag in relations.iter() if tag.get("Id") == wanted)
    return posixpath.normpath(posixpath.join("/xl", next(targets, ""))).lstrip("/")


def _parse(archive: zipfile.ZipFile, name: str) -> ElementTree.Element:
    try:
        with archive.open(name) as file:
            return ElementTree.fromstring(file.read(_PART_BYTES))  # noqa: S314  # inside a sandbox, expat bounds entities
    except KeyError:
        return ElementTree.Element("none")


def _is(tag: ElementTree.Element, name: str) -> bool:
    return tag.tag.rpartition("}")[2] == name


def _count(file: IO[bytes]) -> int:
    found, tail = 0, b""
    while piece := file.read(_STEP):
        window = tail + piece
        last = 0
        for match in _ERROR_CELL.finditer(window):
            found += 1
            last = match.end()
        tail = window[max(last, len(window) - _OVERLAP) :]
    return found
