"""Bordered tables: simple tables of reStructuredText and those of Stata, whose rules tell where their columns are."""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import pairwise
from typing import Final

_BORDER: Final = re.compile(r" *={2,}(?: +={2,})+ *")
_STUB: Final = re.compile(r" *-{3,}\+-{3,} *")  # below and between the rows of Stata, with one bar behind their names
_GAP: Final = re.compile(r" {2,}")
_LEAST: Final = 2  # rows
_SAMPLE: Final = 500  # rows that tell the columns
_WIDEST: Final = 2_000  # characters of a line
_HEAD: Final = 20_000  # characters that show a border

_Records = list[list[str] | None]


def bordered_records(text: str) -> _Records | None:
    """The records of a table whose columns are where its borders are; None for any other text."""
    head = text[:_HEAD]
    if "==  " not in head and "== =" not in head and "-+-" not in head:
        return None
    return _of_restructured_text(text.split("\n")) or _of_stata(text.split("\n"))


def _of_restructured_text(lines: Sequence[str]) -> _Records | None:
    borders = [place for place, line in enumerate(lines) if _BORDER.fullmatch(line)]
    if len(borders) < 3 or len({lines[place].rstrip() for place in borders}) > 1:
        return None
    above, last = lines[: borders[0]], borders[-1]
    starts = [match.start() for match in re.finditer(r"=+", lines[last])]
    gaps = [(match.start(), match.end()) for match in re.finditer(r"(?<==) +(?==)", lines[last])]
    inside = lines[borders[0] + 1 : last]
    if any(line[a:b].strip() for line in inside if not _BORDER.fullmatch(line) for a, b in gaps):
        return None
    cut: _Records = [None if _BORDER.fullmatch(line) else _cut(line, starts) for line in inside]
    return [*_alone(above), None, *cut, None, *_alone(lines[last + 1 :])]


def _of_stata(lines: Sequence[str]) -> _Records | None:
    rules = [place for place, line in enumerate(lines) if _STUB.fullmatch(line)]
    bars = {lines[place].index("+") for place in rules}
    if len(bars) != 1 or max(map(len, lines)) > _WIDEST:
        return None
    bar = bars.pop()
    barred = [line.count("|") == 1 and line.find("|") == bar for line in lines]
    rows = [lines[place][bar + 1 :] for place in range(rules[0] + 1, len(lines)) if barred[place]]
    names = [lines[place] for place in range(rules[0]) if barred[place]]
    if len(rows) < _LEAST or sum(1 for row in rows if _GAP.search(row.strip())) * 2 < len(rows) or not names:
        return None
    starts = [0, *(bar + 1 + start for start in _starts([name[bar + 1 :] for name in names], rows[:_SAMPLE]))]
    head = [" ".join(filter(None, cells)) for cells in zip(*(_cut(name, starts) for name in names), strict=True)]
    first = barred.index(True)
    body: _Records = [_cut(line, starts) if kept else None for line, kept in zip(lines, barred, strict=True)]
    return [*_alone(lines[:first]), head, *body[rules[0] : len(lines)]]


def _starts(names: Sequence[str], rows: Sequence[str]) -> list[int]:
    """Where the columns begin, each behind the end of the one before it: names and cells stand to the right."""
    width = max(map(len, [*names, *rows]))
    used = [any(line[place : place + 1].strip() for line in [*names, *rows]) for place in range(width)]
    runs = [(match.start(), match.end()) for match in re.finditer("x+", "".join("x" if one else " " for one in used))]
    ends = [end for begin, end in runs if any(row[begin:end].strip() for row in rows)]
    return [0, *ends[:-1]]


def _cut(line: str, starts: Sequence[int]) -> list[str]:
    return [line[start:end].strip(" |") for start, end in pairwise([*starts, max(len(line), starts[-1])])]


def _alone(lines: Sequence[str]) -> list[list[str]]:
    return [[line.strip()] if line.strip() else [] for line in lines]
