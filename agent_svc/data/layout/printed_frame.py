"""Printed frames: tables as pandas and R print them, with labels of rows in front and each cell ending below its name.

What tells the columns apart are the places where the names end, so cells may hold blanks, or stand one blank apart.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from itertools import pairwise
from typing import Final

from agent_svc.data.dates.years import is_year
from agent_svc.data.layout.printed_blocks import PROMPTS, joined_blocks, without_mark, wrapped_blocks
from agent_svc.data.layout.values import are_values, present

_OTHERS: Final = ("\t", ";", "|")
_QUOTED: Final = frozenset(',"')
_TITLES: Final = 10  # lines above the names at most
_WIDEST: Final = 2_000  # characters of a line
_MOST_LINES: Final = 20_000  # nobody prints more
_MOST_NAMES: Final = 200
_FEWEST_ROWS: Final = 2
_LEAST: Final = 0.5  # of the rows have a cell under each name
_WORD: Final = re.compile(r"\S+")
_NUMBERED: Final = re.compile(r"[0-9]{1,9}:? ")
_MOMENT: Final = re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2} [0-9]{2}:[0-9]{2}(?::[0-9.]{2,12})?")
_DOTS: Final = ("...", "..")
_FOOTERS: Final = ("[", "(", "Name:", "dtype:", "Length:", *PROMPTS)


def frame_records(text: str) -> list[list[str] | None] | None:
    """The records of a printed frame, blank lines as `[]`, other lines as one cell; None for any other text.

    Lines of further columns, which did not fit beside the first ones, are None.
    """
    above = text.split("\n", _TITLES)[:_TITLES]
    top = next((place for place, line in enumerate(above) if line[:1] == " " and line.strip()), 0)
    if any(mark in text for mark in _OTHERS) or "  " not in above[top] or _QUOTED & set(above[top]):
        return None
    if text.count("\n") > _MOST_LINES or len(above[top].split()) > _MOST_NAMES:
        return None
    lines = [line.rstrip() for line in text.split("\n")]
    blocks = wrapped_blocks(lines, top)
    end = blocks[-1].stop
    rest = [line for line in lines[end:] if line]
    if not all(line.startswith(_FOOTERS) for line in rest) or max(map(len, lines)) > _WIDEST:
        return None
    cells = _joined(lines, blocks) or _joined(lines, [range(top, blocks[-1].stop)])
    if cells is None:
        return None
    records: list[list[str] | None] = [*cells]
    if lines[top + 1] == cells[0][0]:
        records.insert(1, None)  # the name of the labels
    records += [None] * (end - top - len(records))
    return [*map(_whole, lines[:top]), *records, *map(_whole, lines[end:])]


def _joined(lines: Sequence[str], blocks: Sequence[range]) -> list[list[str]] | None:
    """The cells of blocks of lines side by side; None where one of them is no frame."""
    return joined_blocks([_cells(without_mark(lines[one.start]), lines[one.start + 1 : one.stop]) for one in blocks])


def _whole(line: str) -> list[str]:
    return [line.strip()] if line else []


def _cells(names: str, rows: Sequence[str]) -> list[list[str]] | None:
    """The cells of the names and the rows; None where the rows do not stand under the names as in a frame.

    The first of the rows may be the name of their labels, which may have one beside the others as well.
    """
    if len(rows) < _FEWEST_ROWS or any(len(row) > len(names) for row in rows):
        return None
    of_labels = rows[0] if _is_name_of_labels(names, rows) else ""
    rows = rows[1:] if of_labels else rows
    ends = _ends(names, rows)
    first = _first_end(names, rows, ends[0]) if ends else None
    if not ends or first is None:
        return None
    places = [0, *filter(None, [first]), *ends]
    cells = [[line[start:end].strip() for start, end in pairwise(places)] for line in (names, *rows)]
    written = list(filter(None, cells[0]))
    if any("  " in cell or cell.endswith(",") for row in cells for cell in row) or (
        are_values(written) and not all(map(is_year, written))
    ):
        return None
    cells[0][0] = of_labels or cells[0][0]
    return [["..."] * len(row) if set("".join(row)) == {"."} else row for row in cells]


def _is_name_of_labels(names: str, rows: Sequence[str]) -> bool:
    """Whether the first of the rows ends before the first name that is not at the left."""
    first = next((word for word in _WORD.finditer(names) if word.start()), None)
    return len(rows) > _FEWEST_ROWS and first is not None and len(rows[0]) < first.start() and rows[0][0] != " "


def _ends(names: str, rows: Sequence[str]) -> list[int] | None:
    """Where the columns end: where a word of `names` does and no cell goes on; None where one goes on nevertheless.

    Names at the left are those of the labels of rows, which end anywhere.
    """
    ends: list[int] = []
    left = names.find("  ") if names[0] != " " else 0
    for word in _WORD.finditer(names, left):
        end = word.end()
        crossed = any(row[end - 1 : end].strip() and row[end : end + 1].strip() for row in rows)
        filled = sum(bool(row[end - 1 : end].strip()) for row in rows)
        if not crossed and filled >= _LEAST * len(rows):
            ends.append(end)
        elif names[end : end + 2].strip() == "" or end == len(names):
            return None  # no name has two blanks inside
    return ends


def _first_end(names: str, rows: Sequence[str], most: int) -> int | None:
    """Where the labels of the rows end, which is 0 where they have none; None where that cannot be told."""
    cells = [row[:most] for row in rows if not row.strip().startswith(_DOTS)]
    if names[0] == " " and (any(row[0] == " " for row in cells) or all(map(_MOMENT.fullmatch, cells))):
        return None if all(map(_NUMBERED.match, (cell.strip() for cell in cells))) else 0
    used = {place for row in (names, *cells) for word in _WORD.finditer(row[:most]) for place in range(*word.span())}
    gaps = _runs(place for place in range(most) if place not in used)
    if not gaps or any(row[0] == " " for row in cells):
        return 0 if names[0] == " " else None
    rates = [_rate([row[: gap.start] for row in cells], [row[gap.stop :] for row in cells]) for gap in gaps]
    best = [gap for gap, rate in zip(gaps, rates, strict=True) if rate == max(rates)]
    wide = [gap for gap in best if len(gap) > 1] or best
    if len(wide) == 1:
        return wide[0].start
    return gaps[0].start if _number_rows([row[: gaps[0].start] for row in cells]) else None


def _rate(labels: Sequence[str], cells: Sequence[str]) -> int:
    """How much speaks for labels and cells being told apart right: each are values of one kind."""
    return sum(are_values(present(one.strip() for one in column) or [""]) for column in (labels, cells))


def _number_rows(labels: Sequence[str]) -> bool:
    return [label.strip() for label in labels] in ([str(start + at) for at in range(len(labels))] for start in (0, 1))


def _runs(places: Iterable[int]) -> list[range]:
    """The neighbouring ones among rising `places`."""
    runs: list[range] = []
    for place in places:
        if runs and runs[-1].stop == place:
            runs[-1] = range(runs[-1].start, place + 1)
        else:
            runs.append(range(place, place + 1))
    return runs
