"""Canonical: the exact text of `data.csv`."""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Iterable, Iterator, Sequence
from itertools import compress, islice
from typing import Final

_PIECE: Final = 500  # rows that are written at a time: other threads run in between, and a processor's cache holds them
_SPECIAL: Final = ('"', ",", "\n", "\r")
# A first name that JSON, markup, code, a comment, a rule or a quotation may begin with.
_OF_ANOTHER_KIND: Final = re.compile(r"\W|.*?(?:=|\w\()")
_FENCES: Final = ("```", "~~~")


def write_csv(names: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    """`data.csv` for rows of canonical cells: comma, `\\n`, a header row, quotes only where needed.

    A row of one missing value is `""`, because a blank line is no row. The first name is in quotes as well where the
    text would be taken for something else than CSV without them, and so are fences of code alone in a row.
    """
    return "".join((_head(names), *map(_unfenced if len(names) == 1 else _quoted, _pieces(rows))))


def write_columns(names: Sequence[str], columns: Sequence[Sequence[str]], texts: Sequence[bool]) -> str:
    """The same for columns of cells, without a look at each one where none can need quotes; only `texts` can."""
    rows = _rows(columns)
    if len(columns) < 2 or not all(map(_is_plain, compress(columns, texts))):
        return write_csv(names, rows)
    return "".join((_head(names), *("\n".join(map(",".join, piece)) + "\n" for piece in _pieces(rows))))


def _rows(columns: Sequence[Sequence[str]]) -> Iterator[Sequence[str]]:
    """The rows of `columns`, of which no more than a piece is touched at a time: half the time of going across all."""
    for start in range(0, max(map(len, columns), default=0), _PIECE):
        yield from zip(*(cells[start : start + _PIECE] for cells in columns), strict=True)


def _pieces(rows: Iterable[Sequence[str]]) -> Iterable[list[Sequence[str]]]:
    source = iter(rows)
    while piece := list(islice(source, _PIECE)):
        yield piece


def _is_plain(cells: Sequence[str]) -> bool:
    joined = "\t".join(cells)
    return not any(mark in joined for mark in _SPECIAL)


def _head(names: Sequence[str]) -> str:
    line = _quoted([names])
    if line.startswith('"') or _OF_ANOTHER_KIND.match(names[0]) is None:
        return line
    return f'"{names[0]}"{line[len(names[0]) :]}'


def _unfenced(rows: Sequence[Sequence[str]]) -> str:
    if not any(cell.startswith(_FENCES) for row in rows for cell in row):
        return _quoted(rows)
    lines = ((row[0], _quoted([row])) for row in rows)
    return "".join(f'"{cell}"\n' if cell.startswith(_FENCES) and line[0] != '"' else line for cell, line in lines)


def _quoted(rows: Iterable[Sequence[str]]) -> str:
    out = io.StringIO(newline="")
    csv.writer(out, lineterminator="\n").writerows(rows)
    return out.getvalue()
