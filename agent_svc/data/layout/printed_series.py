"""Printed series: labels and a value each, as pandas prints a column alone, its type in the last line."""

from __future__ import annotations

import re
from typing import Final

_TYPE: Final = re.compile(
    r"(?:Freq: [^,]{1,20}, )?(?:Name: (?P<name>.{0,200}?), )?(?:Length: \d{1,12}, )?dtype: [\w\[\], ]+"
)
_GAP: Final = "    "  # between a label and its value, at least
_DOTS: Final = ("...", "..")
_FEWEST_ROWS: Final = 2


def series_records(text: str) -> list[list[str]] | None:
    """The records of a printed series under names for its labels and values, which may be empty; None for others."""
    body = text.rstrip()
    lines = body.split("\n") if "dtype:" in body[-60:] else []
    type_ = _TYPE.fullmatch(lines[-1].strip()) if lines else None
    if type_ is None or any("\t" in line or not line.strip() for line in lines):
        return None
    rows = [_row(line) for line in lines[:-1]]
    named = len(rows) > _FEWEST_ROWS and len(rows[0]) == 1
    records = rows[named:]
    if len(records) < _FEWEST_ROWS or any(len(record) != 2 or "  " in record[0] for record in records):
        return None
    return [[rows[0][0] if named else "", type_["name"] or "value"], *records]


def _row(line: str) -> list[str]:
    if line.strip() in _DOTS:
        return ["...", "..."]
    label, gap, value = line.rstrip().rpartition(_GAP)
    return [label.strip(), value.strip()] if gap and not line.startswith(" ") else [line.strip()]
