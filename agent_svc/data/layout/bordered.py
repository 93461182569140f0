"""Bordered tables: those of reStructuredText, Stata and chromatographs, whose rules tell where their columns are."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from itertools import pairwise
from typing import Final

_BORDER: Final = re.compile(r" *={2,}(?: +={2,})+ *")
_STUB: Final = re.compile(r" *-{3,}\+-{3,} *")  # below and between the rows of Stata, with one bar behind their names
_PARTED_RULE: Final = re.compile(r"-{2,}(?:\|-{2,}){2,}\|?\s*")
_GAP: Final = re.compile(r" {2,}")
_LEAST: Final = 2  # rows
_SAMPLE: Final = 500  # rows that tell the columns
_WIDEST: Final = 2_000  # characters of a line
_HEAD: Final = 20_000  # characters that show a border

_Records = list[list[str] | None]


def bordered_records(text: str) -> _Records | None:
    """The records of a table whose columns are where its borders are; None for any other text."""
    head = text[:_HEAD]
    if not any(mark in head for mark in ("==  ", "== =", "-+-", "-|-")):
        return None
    lines = text.split("\n")
    return _of_restructured_text(lines) or _of_stata(lines) or _of_chromatograph(lines)


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
    first = barred.index(True)
    body: _Records = [_cut(line, starts) if kept else None for line, kept in zip(lines, barred, strict=True)]
    return [*_alone(lines[:first]), _joined(names, starts), *body[rules[0] :]]


def _of_chromatograph(lines: Sequence[str]) -> _Records | None:
    """The records of a list of peaks: bars in its rule alone part the columns, and their names stand above it."""
    at = next((place for place, line in enumerate(lines) if _PARTED_RULE.fullmatch(line)), 0)
    rule = lines[at].rstrip()
    bars = [place for place, mark in enumerate(rule) if mark == "|"]
    above = list(_parted(reversed(lines[:at]), bars))[::-1]
    rows = list(_parted(lines[at + 1 :], bars))
    if not above or len(rows) < _LEAST:
        return None
    starts = [0, *(bar + 1 for bar in bars if bar + 1 < len(rule))]
    before, below = lines[: at - len(above)], lines[at + 1 + len(rows) :]
    return [*_alone(before), [], _joined(above, starts), *(_cut(row, starts) for row in rows), [], *_alone(below)]


def _parted(lines: Iterable[str], bars: Sequence[int]) -> Iterator[str]:
    """The first of `lines` up to a blank one, or one with a letter or a bar where the rule has `bars`."""
    for line in lines:
        if not line.strip() or "|" in line or any(line[bar : bar + 1].strip() for bar in bars):
            return
        yield line


def _joined(names: Sequence[str], starts: Sequence[int]) -> list[str]:
    return [" ".join(filter(None, cells)) for cells in zip(*(_cut(name, starts) for name in names), strict=True)]


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
