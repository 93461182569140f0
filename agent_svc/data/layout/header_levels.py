"""Header levels: names that are spread over two to four rows, as groups above members or as units below names."""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import pairwise
from typing import Final

from agent_svc.data.dates.years import is_year
from agent_svc.data.layout.header_units import BRACKETED, is_unit, unit_row
from agent_svc.data.layout.tibble import are_types
from agent_svc.data.layout.values import are_values, dates_numbers, present, value_columns

_MOST = 3
_COLUMNS = 2  # so many columns of values tell a row of words from one of data
#: What programs write below names for other programs: formats of columns, types and records.
_FOR_PROGRAMS: Final = re.compile(r"[0-9]{1,3}[snd]|<\w+>|\{.*\}", re.DOTALL)
_LONGEST = 80  # characters of a joined name: longer ones end with the row before


def header_levels(rows: Sequence[Sequence[str]]) -> tuple[int, str]:
    """How many of the first `rows` name the columns (1 where nothing speaks for more), and why."""
    cells = [[cell.strip() for cell in row] for row in rows]
    if len(cells) < 3:  # two rows of names need a row of values
        return 1, ""
    if are_types(cells[1]):
        return 2, f"“{next(filter(None, cells[1]))}” in the second row is a type, as R writes it below names."
    unit = unit_row(cells[0], cells[1], cells[2:])
    if unit is not None:
        return 2, f"“{unit}” in the second row is a unit of the numbers below it."
    for place in range(2, min(_MOST + 1, len(cells) - 1)):
        unit = unit_row(cells[place - 1], cells[place], cells[place + 1 :])
        if unit is not None and _named_levels([*cells[:place], *cells[place + 1 :]])[0] == place:
            return place + 1, f"“{unit}” in row {place + 1} is a unit of the numbers below it."
    return _named_levels(cells)


def _named_levels(cells: Sequence[Sequence[str]]) -> tuple[int, str]:
    levels = 1
    while levels < _MOST and levels + 1 < len(cells) and _names(cells, levels):
        levels += 1
    if levels == 1:
        return _words_above(cells) or _words_over_values(cells) or (1, "")
    group = next(cell for place, cell in enumerate(cells[0][:-1]) if cell and not cells[0][place + 1])
    return levels, f"“{group}” stands above several columns, which the row below it names."


def _names(cells: Sequence[Sequence[str]], levels: int) -> bool:
    """Whether the row behind the first `levels` names what those have in groups."""
    names, members, below = cells[levels - 1], cells[levels], cells[levels + 1 :]
    return (
        _groups(names, members, below)
        or _answers(names, members, below)
        or (levels > 1 and _repeated(names, members, below))
    )


def _answers(names: Sequence[str], members: Sequence[str], below: Sequence[Sequence[str]]) -> bool:
    """Whether `members` fill all gaps of `names` with words and have none where values are: answers below questions."""
    gaps = [place for place, name in enumerate(names) if not name]
    if not gaps or gaps[0] == 0:
        return False
    columns = value_columns(below)
    if len(columns) < _COLUMNS or any(members[p : p + 1] != [""] for p in columns):
        return False
    return all(place < len(members) and _is_word(members, place, below) for place in gaps)


def _repeated(names: Sequence[str], members: Sequence[str], below: Sequence[Sequence[str]]) -> bool:
    """Whether `names` come again and again above values, each time with words or years of `members` below them."""
    values = [place for place in value_columns(below) if 0 < place < min(len(names), len(members))]
    words = all(is_year(members[place]) or _is_word(members, place, below) for place in values)
    return words and 0 < len({names[place] for place in values}) < len(values)


def _words_above(cells: Sequence[Sequence[str]]) -> tuple[int, str] | None:
    """How many rows hold words, and no value, above the columns of values; None where the second is a row of data.

    A row of data has its values there and a name in front, so the last of these rows has no first cell.
    """
    for levels in range(_MOST, 1, -1):
        if len(cells) < levels + 2 or not cells[0][0] or cells[levels - 1][0]:
            continue
        below = cells[levels:]
        columns = value_columns(below)
        rows = [[row[place] if place < len(row) else "" for place in columns] for row in cells[:levels]]
        if not rows[0] or not all(_are_words(row, columns, below) for row in cells[:levels]):
            continue
        words = [cell for cell in rows[-1] if cell]
        named = all(any(column) for column in zip(*rows[:-1], strict=True))
        if named and words and all(map(any, rows)):
            return levels, f"“{words[0]}” in row {levels} is a word as the names above it, and values stand below."
    return None


def _words_over_values(cells: Sequence[Sequence[str]]) -> tuple[int, str] | None:
    """How many rows hold different words, and no value, in most of several columns of values; None for one."""
    if sum(map(_may_name, cells[1])) < _COLUMNS and not any(map(_FOR_PROGRAMS.fullmatch, cells[1])):
        return None
    for levels in range(_MOST, 1, -1):
        below = cells[levels:] if len(cells) > levels + 1 else []
        columns = value_columns(below)
        if len(columns) >= _COLUMNS and all(_speaks(row, columns, below) for row in cells[1:levels]):
            word = next(cell for cell in cells[levels - 1] if cell)
            return levels, f"“{word[:40]}” and what stands beside it in row {levels} are words above columns of values."
    return None


def _speaks(row: Sequence[str], columns: frozenset[int], below: Sequence[Sequence[str]]) -> bool:
    written = [row[place] for place in sorted(columns) if place < len(row) and row[place]]
    if len(set(written)) < _COLUMNS or len(written) * 2 < len(columns):
        return False
    return _are_words(row, columns, below) or all(map(_FOR_PROGRAMS.fullmatch, written))


def _are_words(row: Sequence[str], columns: frozenset[int], below: Sequence[Sequence[str]]) -> bool:
    return all(_is_word(row, place, below) for place in columns if place < len(row) and row[place])


def _is_word(row: Sequence[str], place: int, below: Sequence[Sequence[str]]) -> bool:
    return _may_name(row[place]) and not _is_value_like(row[place], place, below)


def _may_name(cell: str) -> bool:
    return bool(present([cell])) and not are_values([cell])


def _is_value_like(cell: str, place: int, below: Sequence[Sequence[str]]) -> bool:
    """Whether those below it make the cell a value, as `14 kg` does with `12 kg`, which alone might be a name."""
    held = present(row[place].strip() for row in below if place < len(row))
    return bool(held) and are_values([cell, *held])


def joined_names(rows: Sequence[Sequence[str]]) -> tuple[str, ...]:
    """One name for each column from rows of names: a group holds until the next one, a unit goes in brackets."""
    width = max(map(len, rows))
    levels = [[*(cell.strip() for cell in row), *[""] * (width - len(row))] for row in rows]
    last = levels[-1]
    if any(is_unit(cell) for cell in last) and all(is_unit(cell) for cell in last if cell):
        units = [cell if not cell or BRACKETED.fullmatch(cell) else f"({cell})" for cell in last]
        levels = [*_joined(levels[:-1]), units]
    else:
        levels = _joined(levels)
    written = [any(place < len(row) and row[place].strip() for row in rows) for place in range(width)]
    named = zip(*levels, strict=True)
    return tuple(_one_name(parts) if is_named else "" for parts, is_named in zip(named, written, strict=True))


def for_programs(rows: Sequence[Sequence[str]]) -> str | None:
    """The first cell of `rows` that no joined name holds, because it was written for other programs."""
    return next((cell.strip() for row in rows for cell in row if _FOR_PROGRAMS.fullmatch(cell.strip())), None)


def _one_name(parts: Sequence[str]) -> str:
    """The different parts, without those for programs, as long as they are short enough together."""
    name = ""
    for part in dict.fromkeys(part for part in parts if part and not _FOR_PROGRAMS.fullmatch(part)):
        longer = f"{name} {part}" if name else part
        if name and len(longer) > _LONGEST:
            break
        name = longer
    return name


def _joined(levels: Sequence[list[str]]) -> list[list[str]]:
    """Rows of names in which each group stands above all its members."""
    return [*(_held(level, below) for level, below in pairwise(levels)), *levels[-1:]]


def _held(level: Sequence[str], below: Sequence[str]) -> list[str]:
    if any(cell and cell == after for cell, after in pairwise(level)):
        return list(level)  # groups are written above each of their members
    held = ""
    names = []
    for cell, under in zip(level, below, strict=True):
        held = cell or (held if under or not below[0] else "")
        names.append(held)
    return names


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
    if len(filled) < 2 or not all(_heads(members, place, below) for place in range(len(members))):
        return False
    if sum(1 for cell in members[1:] if cell) < 2 and len(members) > 3:
        return False
    values = value_columns(below)
    if any(is_year(members[place]) and _all_years(below, place) for place in values if place < len(members)):
        return False  # a year above years is a row of its own
    first = [cell.strip() for cell in below[0]] if below else []
    deeper = len(below) > 1 and (_groups(members, first, below[1:]) or _repeated(members, first, below[1:]))
    return deeper or any(members[place] for place in values if place < len(members))


def _heads(members: Sequence[str], place: int, below: Sequence[Sequence[str]]) -> bool:
    """Whether a cell is empty, a word, a year, or a date above numbers."""
    cell = members[place]
    if is_year(cell) or not cell:
        return True
    is_value = are_values([cell]) or _is_value_like(cell, place, below)
    return not is_value or dates_numbers(cell, below, place)


def _all_years(rows: Sequence[Sequence[str]], place: int) -> bool:
    return all(is_year(row[place].strip()) for row in rows if place < len(row) and row[place].strip())
