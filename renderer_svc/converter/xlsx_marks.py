"""Marks of an xlsx sheet, counted in its XML because the reader of workbooks keeps quiet about them.

Error cells (#N/A, #DIV/0!) and formulas whose program computed no value are handed out as empty, hidden rows as others.
"""

from __future__ import annotations

import io
import posixpath
import re
import zipfile
from typing import IO, Final, NamedTuple
from xml.etree import ElementTree

_ERROR_CELL: Final = re.compile(rb"<(?:\w+:)?c\b[^<>]{0,200}?\bt=[\"']e[\"']")
#: A formula without a value behind it; an empty text is one.
_UNCALCULATED: Final = re.compile(
    rb"<(?:\w+:)?c\b(?![^<>]{0,200}?\bt=[\"']str[\"'])[^<>]{0,200}>\s*<(?:\w+:)?f\b[^<>]{0,200}(?:/>|>[^<>]{0,8192}</(?:\w+:)?f>)"
    rb"\s*(?:<(?:\w+:)?v\s*/>|<(?:\w+:)?v>\s*</(?:\w+:)?v>|</(?:\w+:)?c>)"
)
_HIDDEN_ROW: Final = re.compile(rb"<(?:\w+:)?row\b[^<>]{0,300}?\bhidden=[\"'](?:1|true)[\"'][^<>]{0,300}(?<!/)>")
_STEP: Final = 1 << 20
_OVERLAP: Final = 16_384  # no cell is longer up to its value
_PART_BYTES: Final = 4 << 20
_RELATION: Final = "{http://schemas.openxmlformats.org/officeDocument/2006/relationships}id"


class Marks(NamedTuple):
    """How many cells or rows of a sheet there are of each kind."""

    errors: int = 0
    uncalculated: int = 0
    hidden_rows: int = 0


def count_marks(data: bytes, sheet: str) -> Marks:
    """The marks of `sheet`; none when its part cannot be found."""
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            part = part_of(archive, sheet)
            if part not in archive.namelist():
                return Marks()
            counts = []
            for mark in (_ERROR_CELL, _UNCALCULATED, _HIDDEN_ROW):
                with archive.open(part) as file:
                    counts.append(_count(file, mark))
            return Marks(*counts)
    except (zipfile.BadZipFile, ElementTree.ParseError, OSError, ValueError, EOFError, NotImplementedError):
        return Marks()


def part_of(archive: zipfile.ZipFile, sheet: str) -> str:
    """The name of the part that holds `sheet`; one that is not there when the workbook does not say."""
    book = parse_part(archive, "xl/workbook.xml")
    wanted = next(
        (tag.get(_RELATION) for tag in book.iter() if is_tag(tag, "sheet") and tag.get("name") == sheet), None
    )
    relations = parse_part(archive, "xl/_rels/workbook.xml.rels")
    targets = (tag.get("Target", "") for tag in relations.iter() if tag.get("Id") == wanted)
    return posixpath.normpath(posixpath.join("/xl", next(targets, ""))).lstrip("/")


def parse_part(archive: zipfile.ZipFile, name: str) -> ElementTree.Element:
    """A part of bounded size as a tree; an empty one when it is not there. Errors: ElementTree.ParseError."""
    try:
        with archive.open(name) as file:
            return ElementTree.fromstring(file.read(_PART_BYTES))  # noqa: S314  # inside a sandbox, expat bounds entities
    except KeyError:
        return ElementTree.Element("none")


def is_tag(tag: ElementTree.Element, name: str) -> bool:
    """Whether `tag` is called `name` in whichever namespace."""
    return tag.tag.rpartition("}")[2] == name


def _count(file: IO[bytes], mark: re.Pattern[bytes]) -> int:
    found, tail = 0, b""
    while piece := file.read(_STEP):
        window = tail + piece
        last = 0
        for match in mark.finditer(window):
            found += 1
            last = match.end()
        tail = window[max(last, len(window) - _OVERLAP) :]
    return found
