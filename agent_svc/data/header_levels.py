"""Header levels: names that are spread over two to four rows, as groups above members or as units below names."""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import pairwise
from typing import Final

from agent_svc.data.values import are_values, present, value_columns

_MOST = 3
_BRACKETED = re.compile(r"[(\[][^()\[\]]{1,20}[)\]]")
_YEAR = re.compile(r"(?:19|20)[0-9]{2}")
_UNITS: Final = frozenset(
    {"s", "ms", "µs", "ns", "min", "h", "d", "a", "m", "km", "cm", "mm", "µm", "nm", "m²", "m³", "km²", "ha", "l", "ml"}
    | {"µl", "kg", "g", "mg", "µg", "t", "m/s", "km/h", "m/s²", "°c", "°f", "k", "°", "%", "‰", "ppm", "ppb", "v", "mv"}
    | {"kv", "ma", "w", "kw", "mw", "kwh", "mwh", "gwh", "j", "kj", "mj", "hz", "khz", "mhz", "ghz", "pa", "hpa", "kpa"}
    | {"mpa", "bar", "mbar", "n", "kn", "mol", "mmol", "mg/l", "µg/m³", "mg/kg", "g/l", "kg/m³", "t/ha", "db", "lx"}
    | {"€", "$", "£", "eur", "usd", "chf", "mio.", "tsd."}
)


def header_levels(rows: Sequence[Sequence[str]]) -> tuple[int, str]:
    """How many of the first `rows` name the columns (1 where nothing speaks for more), and why."""
    cells = [[cell.strip() for cell in row] for row in rows]
    if len(cells) < 3:  # two rows of names need a row of values
        return 1, ""
    unit = _unit_row(cells[0], cells[1], cells[2:])
    if unit is not None:
        return 2, f"“{unit}” in the second row is a unit of the numbers below it."
    for place in range(2, min(_MOST + 1, len(cells) - 1)):
        unit = _unit_row(cells[place - 1], cells[place], cells[place + 1 :])
        if unit is not None and _named_levels([*cells[:place], *cells[place + 1 :]])[0] == place:
            return place + 1, f"“{unit}” in row {place + 1} is a unit of the numbers below it."
    return _named_levels(cells)


def _named_levels(cells: Sequence[Sequence[str]]) -> tuple[int, str]:
    levels = 1
    while levels < _MOST and levels + 1 < len(cells) and _names(cells, levels):
        levels += 1
    if levels == 1:
        return _words_above(cells)
    group = next(cell for place, cell in enumerate(cells[0][:-1]) if cell and not cells[0][place + 1])
    return levels, f"“{group}” stands above several columns, which the row below it names."


def _names(cells: Sequence[Sequence[str]], levels: int) -> bool:
    """Whether the row behind the first `levels` names what those have in groups."""
    names, members, below = cells[levels - 1], cells[levels], cells[levels + 1 :]
    return _groups(names, members, below) or (levels > 1 and _repeated(names, members, below))


def _repeated(names: Sequence[str], members: Sequence[str], below: Sequence[Sequence[str]]) -> bool:
    """Whether `names` come again and again above values, each time with words or years of `members` below them."""
    values = [place for place in value_columns(below) if 0 < place < min(len(names), len(members))]
    words = all(_YEAR.fullmatch(members[place]) or _is_word(members[place]) for place in values)
    return words and 0 < len({names[place] for place in values}) < len(values)


def _words_above(cells: Sequence[Sequence[str]]) -> tuple[int, str]:
    """How many rows hold words, and no value, above the columns of values; 1 where the second is a row of data.

    A row of data has its values there and a name in front, so the last of these rows has no first cell.
    """
    for levels in range(_MOST, 1, -1):
        if len(cells) < levels + 2 or not cells[0][0] or cells[levels - 1][0]:
            continue
        columns = value_columns(cells[levels:])
        rows = [[row[place] if place < len(row) else "" for place in columns] for row in cells[:levels]]
        if not rows[0] or any(cell and not _is_word(cell) for row in rows for cell in row):
            continue
        words = [cell for cell in rows[-1] if cell]
        named = all(any(column) for column in zip(*rows[:-1], strict=True))
        if named and words and all(map(any, rows)):
            return levels, f"“{words[0]}” in row {levels} is a word as the names above it, and values stand below."
    return 1, ""


def _is_word(cell: str) -> bool:
    return bool(present([cell])) and not are_values([cell])


def joined_names(rows: Sequence[Sequence[str]]) -> tuple[str, ...]:
    """One name for each column from rows of names: a group holds until the next one, a unit goes in brackets."""
    width = max(map(len, rows))
    levels = [[*(cell.strip() for cell in row), *[""] * (width - len(row))] for row in rows]
    last = levels[-1]
    if any(_is_unit(cell) for cell in last) and all(_is_unit(cell) for cell in last if cell):
        units = [cell if not cell or _BRACKETED.fullmatch(cell) else f"({cell})" for cell in last]
        levels = [*_joined(levels[:-1]), units]
    else:
        levels = _joined(levels)
    written = [any(place < len(row) and row[place].strip() for row in rows) for place in range(width)]
    named = zip(*levels, strict=True)
    return tuple(
        " ".join(dict.fromkeys(part for part in parts if part)) if is_named else ""
        for parts, is_named in zip(named, written, strict=True)
    )


def _joined(levels: Sequence[list[str]]) -> list[list[str]]:
    """Rows of names in which each group stands above all its members."""
    return [*(_held(level, below) for level, below in pairwise(levels)), *levels[-1:]]


def _held(level: Sequence[str], below: Sequence[str]) -> list[str]:
    held = ""
    names = []
    for cell, under in zip(level, below, strict=True):
        held = cell or (held if under or not below[0] else "")
        names.append(held)
    return names


def _is_unit(cell: str) -> bool:
    return _BRACKETED.fullmatch(cell) is not None or cell.casefold() in _UNITS


def _unit_row(names: Sequence[str], units: Sequence[str], below: Sequence[Sequence[str]]) -> str | None:
    """The first unit in `units`, if that is what they are: all of them known, above numbers and below names."""
    named = [(place, cell) for place, cell in enumerate(units) if cell]
    if not named or not all(_is_unit(cell) for _, cell in named) or any(are_values([name]) for name in names if name):
        return None
    if len(named) < 2 and not _BRACKETED.fullmatch(named[0][1]):
        return None
    numbers = value_columns(below)
    if not all(place in numbers for place, _ in named):
        return None
    return named[0][1]


def _groups(names: Sequence[str], members: Sequence[str], below: Sequence[Sequence[str]]) -> bool:
    """Whether `names` leave gaps to the right of a name that `members` fill with words or years above values."""
    if not any(names):
        return False
    gaps = [place for place, name in enumerate(names) if not name and place > 0]
    if not gaps or not any(names[place - 1] for place in gaps) or len(members) < len(names):
        return False
    filled = [cell for cell in members if cell]
    if not all(members[place] for place in gaps if any(members)) and len(filled) * 2 < len(gaps):
        return False
    if len(filled) < 2 or not all(_YEAR.fullmatch(cell) or not are_values([cell]) for cell in filled):
        return False
    if sum(1 for cell in members[1:] if cell) < 2 and len(members) > 3:
        return False
    values = value_columns(below)
    if any(_YEAR.fullmatch(members[place]) and _all_years(below, place) for place in values if place < len(members)):
        return False  # a year above years is a row of its own
    first = [cell.strip() for cell in below[0]] if below else []
    deeper = len(below) > 1 and (_groups(members, first, below[1:]) or _repeated(members, first, below[1:]))
    return deeper or any(members[place] for place in values if place < len(members))


def _all_years(rows: Sequence[Sequence[str]], place: int) -> bool:
    return all(_YEAR.fullmatch(row[place].strip()) for row in rows if place < len(row) and row[place].strip())
