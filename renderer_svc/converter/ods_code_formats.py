"""Code formats of an ods sheet: which of its cells show whole numbers with zeros in front, by the styles they name."""

from __future__ import annotations

from typing import Final
from xml.etree import ElementTree

from renderer_svc.converter.bounds import COLUMNS
from renderer_svc.converter.code_formats import code_format

_NUMBER: Final = "{urn:oasis:names:tc:opendocument:xmlns:datastyle:1.0}"
_STYLE: Final = "{urn:oasis:names:tc:opendocument:xmlns:style:1.0}"
_TABLE: Final = "{urn:oasis:names:tc:opendocument:xmlns:table:1.0}"
_MOST_DIGITS: Final = 30


class OdsCodeFormats:
    """Learns the styles of a document from its elements, in their order."""

    def __init__(self) -> None:
        self._formats: dict[str, str] = {}  # of each number style
        self._of_cells: dict[str, str] = {}  # the number style of each style of cells
        self._of_columns: list[str] = []  # the style of cells that have none of their own
        self._open = ""  # the number style whose parts come next

    def learn(self, tag: ElementTree.Element) -> None:
        """Take in one element as it begins."""
        if tag.tag == f"{_NUMBER}number-style":
            self._open = tag.get(f"{_STYLE}name", "")
            self._formats[self._open] = ""
        elif tag.tag == f"{_NUMBER}number" and self._open:
            self._formats[self._open] = _format(tag)
        elif tag.tag == f"{_NUMBER}text" and self._open:
            self._formats[self._open], self._open = "", ""  # what it says comes later: no plain code
        elif tag.tag == f"{_STYLE}style":
            self._open = ""
            self._of_cells[tag.get(f"{_STYLE}name", "")] = tag.get(f"{_STYLE}data-style-name", "")
        elif tag.tag == f"{_TABLE}table":
            self._of_columns = []

    def add_columns(self, tag: ElementTree.Element, times: int) -> None:
        """Take in `times` columns of the sheet, whose cells may leave their style to them."""
        style = tag.get(f"{_TABLE}default-cell-style-name", "")
        self._of_columns += [style] * min(times, COLUMNS - len(self._of_columns))

    def of(self, cell: ElementTree.Element, column: int) -> str:
        """The format of a cell in this column, from 0, where it shows a code; an empty text elsewhere."""
        inherited = self._of_columns[column] if column < len(self._of_columns) else ""
        style = cell.get(f"{_TABLE}style-name") or inherited
        return self._formats.get(self._of_cells.get(style, ""), "")


def _format(number: ElementTree.Element) -> str:
    digits, decimals = (number.get(f"{_NUMBER}{name}", "0") for name in ("min-integer-digits", "decimal-places"))
    if decimals != "0" or number.get(f"{_NUMBER}grouping") == "true" or not (digits.isascii() and digits.isdigit()):
        return ""
    return code_format("0" * min(int(digits[:3]), _MOST_DIGITS))
