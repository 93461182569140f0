"""Tibbles: tables that R prints with a row of types below the names, where large numbers end in their decimal point."""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import islice
from typing import Final

_TYPE: Final = re.compile(r"<[a-z0-9_+:\[\],]{2,24}>")
_ABOVE: Final = 12  # lines above the types, at most
_NUMBERS: Final = "<dbl>"
_POINTED: Final = re.compile(r"-?[0-9]{1,18}\.")
_REMARK: Final = "#"


def tibble_records(text: str) -> list[list[str]] | None:
    """The records of a tibble whose rows have a number and a word for each type; None for any other text."""
    lines = text.split("\n")
    types = next((at for at, line in enumerate(lines[:_ABOVE]) if at and line and are_types(line.split())), 0)
    if not types or len(lines[types - 1].split()) != len(lines[types].split()):
        return None
    rows = [line.split() for line in lines[types + 1 :] if line.strip() and not line.startswith(_REMARK)]
    width = len(lines[types].split()) + 1
    if not rows or any(len(row) != width or not row[0].isdigit() for row in rows):
        return None
    return [_record(line, width, at in (types - 1, types)) for at, line in enumerate(lines)]


def _record(line: str, width: int, unnumbered: bool) -> list[str]:
    if not line.strip():
        return []
    return ["", *line.split()] if unnumbered else line.split() if len(line.split()) == width else [line.strip()]


def without_bare_points(records: Sequence[list[str] | None]) -> None:
    """Write `3701.` as `3701` where such numbers stand below their type; all stays as it is without a row of types."""
    above = enumerate(islice(records, _ABOVE))
    place, types = next(((at, record) for at, record in above if record and are_types(record)), (0, []))
    if _NUMBERS not in types:
        return
    numbers = [column for column, type_ in enumerate(types) if type_ == _NUMBERS]
    for record in islice(records, place + 1, None):
        if record is not None and len(record) == len(types):
            for column in numbers:
                if _POINTED.fullmatch(record[column]):
                    record[column] = record[column][:-1]


def are_types(record: Sequence[str]) -> bool:
    """Whether a row tells the types of its columns, but for numbers of rows in front, and nothing else."""
    filled = [cell for cell in record if cell]
    return bool(filled) and len(filled) >= len(record) - 1 and all(map(_TYPE.fullmatch, filled))
