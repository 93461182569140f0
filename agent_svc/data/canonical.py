"""Canonical: the exact text of `data.csv`."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable, Sequence
from itertools import compress, islice
from typing import Final

_PIECE: Final = 1_000  # rows that are written at a time: other threads run in between
_SPECIAL: Final = ('"', ",", "\n", "\r")


def write_csv(names: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    """`data.csv` for rows of canonical cells: comma, `\\n`, a header row, quotes only where needed.

    A row of one missing value is `""`, because a blank line is no row.
    """
    return "".join((_quoted([names]), *map(_quoted, _pieces(rows))))


def write_columns(names: Sequence[str], columns: Sequence[Sequence[str]], texts: Sequence[bool]) -> str:
    """The same for columns of cells, without a look at each one where none can need quotes; only `texts` can."""
    rows = zip(*columns, strict=True)
    if len(columns) < 2 or not all(map(_is_plain, compress(columns, texts))):
        return write_csv(names, rows)
    return "".join((_quoted([names]), *("\n".join(map(",".join, piece)) + "\n" for piece in _pieces(rows))))


def _pieces(rows: Iterable[Sequence[str]]) -> Iterable[list[Sequence[str]]]:
    source = iter(rows)
    while piece := list(islice(source, _PIECE)):
        yield piece


def _is_plain(cells: Sequence[str]) -> bool:
    joined = "\t".join(cells)
    return not any(mark in joined for mark in _SPECIAL)


def _quoted(rows: Iterable[Sequence[str]]) -> str:
    out = io.StringIO(newline="")
    csv.writer(out, lineterminator="\n").writerows(rows)
    return out.getvalue()
