"""Blank decimals: numbers with decimal commas and blanks between or inside of them, which commas would cut."""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import takewhile
from typing import Final

_DECIMAL: Final = re.compile(r"[-+]?(?:[0-9]++(?:,[0-9]++)?|,[0-9]++)(?:[eE][-+]?[0-9]++)?")
_GROUPED: Final = re.compile(r"[-+]?[0-9]{1,3}(?: [0-9]{3})+(?:,[0-9]+)?")
_PAIR: Final = re.compile(r"[1-9][0-9]{0,2},(?:0|[1-9][0-9]{0,2})|0,0")
_NAMES: Final = re.compile(r"[^\s()\[\]]+(?: [(\[][^()\[\]]{1,20}[)\]])?|\S+")
_OTHERS: Final = ("\t", ";", "|")
_FEWEST_ROWS: Final = 2
_TITLES: Final = 10
_MANY: Final = 12  # cells, in which second numbers seldom have as many digits each, and decimals do


def are_blank_decimals(lines: Sequence[str]) -> bool:
    """Whether blanks cut `lines` into as many cells each, in which commas mark nothing but decimals.

    Titles and names may stand above. Names of as many words tell columns of texts from those of numbers; without them
    all have to be numbers.
    """
    if not _may_be(lines):
        return False
    above = _above(lines)
    body = [line.split() for line in lines[len(above) :]]
    names = above[-1].split() if above else []
    if len(body) < _FEWEST_ROWS or len({len(row) for row in body}) > 1 or any("," in name for name in names):
        return False
    if any("," in cell and not _DECIMAL.fullmatch(cell) for row in body for cell in row):
        return False
    columns = list(zip(*body, strict=True))
    numbers = sum(all(map(_DECIMAL.fullmatch, column)) for column in columns)
    if len(names) != len(columns):
        return 1 < len(columns) == numbers
    texts = [column for column in columns if not any(map(_DECIMAL.fullmatch, column))]
    return len(columns) > 1 and numbers > 0 and (len(columns) > 2 or all(len(set(column)) > 1 for column in texts))


def may_be_pairs(lines: Sequence[str]) -> bool:
    """Whether each cell of such `lines` may be two whole numbers as well, `10,20`, as points of a drawing are.

    Units among the names speak of numbers; so do many cells with as many digits behind the comma in each column.
    """
    above = _above(lines)
    body = [line.split() for line in lines[len(above) :]]
    if (above and any(mark in above[-1] for mark in "([")) or not all(_PAIR.fullmatch(c) for row in body for c in row):
        return False
    columns = list(zip(*body, strict=True))
    even = all(len({len(cell.partition(",")[2]) for cell in column}) == 1 for column in columns)
    return not even or len(body) * len(columns) < _MANY


def _above(lines: Sequence[str]) -> list[str]:
    """The titles and names above the first line that ends in a number."""
    return list(takewhile(lambda line: not _DECIMAL.fullmatch(line.split()[-1]), lines[:_TITLES]))


def with_whole_names(text: str) -> str:
    """`text` with quotes around names and their units (`"Zeit (s)" "U (V)"`) where those stand above such numbers."""
    lines = text.split("\n", _TITLES + _FEWEST_ROWS)
    numbers = next((at for at, line in enumerate(lines) if line and _are_numbers(line.split())), 0)
    if not numbers or not any(mark in lines[numbers - 1] for mark in "([") or "," not in text:
        return text
    names = _NAMES.findall(lines[numbers - 1])
    rows = [line.split() for line in lines[numbers : numbers + _FEWEST_ROWS]]
    if '"' in lines[numbers - 1] or any(len(row) != len(names) or not _are_numbers(row) for row in rows):
        return text
    return "\n".join([*lines[: numbers - 1], " ".join(f'"{name}"' for name in names), *lines[numbers:]])


def _are_numbers(cells: Sequence[str]) -> bool:
    return len(cells) > 1 and all(map(_DECIMAL.fullmatch, cells))


def are_grouped(lines: Sequence[str]) -> bool:
    """Whether each of `lines`, below a name perhaps, is one number, and blanks group the thousands of some."""
    below = lines[1:] if lines and not any(c.isdigit() or c == "," for c in lines[0]) else lines
    if not _may_be(below) or len(below) < _FEWEST_ROWS:
        return False
    grouped = list(map(_GROUPED.fullmatch, below))
    return any(grouped) and all(one or _DECIMAL.fullmatch(line) for one, line in zip(grouped, below, strict=True))


def _may_be(lines: Sequence[str]) -> bool:
    return any("," in line for line in lines) and not any(mark in line for mark in _OTHERS for line in lines)
