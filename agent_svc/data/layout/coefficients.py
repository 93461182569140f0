"""Coefficients: the table within what R prints of a model, whose cells end below their names."""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import pairwise, takewhile
from typing import Final

_HEAD: Final = re.compile(r"\s+Estimate\s+Std\. Error\b.{0,60}")
_NAME: Final = re.compile(r"Std\. Error|[tz] value|\S+")
_NUMBER: Final = re.compile(r"-?[0-9.]+(?:e[-+]?[0-9]+)?")
_TERM: Final = "term"


def coefficient_records(text: str) -> list[list[str]] | None:
    """The names and the rows of the coefficients of a model; None for any other text. Stars behind a row go."""
    if "Std. Error" not in text:
        return None
    lines = text.split("\n")
    at = next((place for place, line in enumerate(lines) if _HEAD.fullmatch(line.rstrip())), None)
    if at is None:
        return None
    names = [(match[0], match.end()) for match in _NAME.finditer(lines[at])]
    rows = list(takewhile(lambda line: line.strip() and not line.startswith("---"), lines[at + 1 :]))
    records = [record for row in rows if (record := _record(row, [end for _, end in names])) is not None]
    return [[_TERM, *(name for name, _ in names)], *records] if rows and len(records) == len(rows) else None


def _record(row: str, ends: Sequence[int]) -> list[str] | None:
    label, _, first = row[: ends[0]].rstrip().rpartition(" ")
    cells = [first, *(row[start:end].strip() for start, end in pairwise(ends))]
    return [label.strip(), *cells] if label.strip() and all(cells) and _NUMBER.fullmatch(first) else None
