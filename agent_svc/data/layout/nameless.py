"""Nameless: a column of row names or numbers in front, for which the header has no name, as R writes it."""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import pairwise

from agent_svc.data.bindings.spread import says_when
from agent_svc.data.choices import Delimiter
from agent_svc.data.layout.total_names import is_sum

_WHOLE = re.compile(r"[-+]?(?:0|[1-9][0-9]*)")
_DECIMALS = re.compile(r"[0-9]{1,3}")
_OTHERS = 2  # columns beside numbers of rows; beside one alone they may be what it goes along
_SHOWN = 5  # numbers at each end, where a program leaves out those between


def lacks_one_name(records: Sequence[Sequence[str]], delimiter: Delimiter | None, text: str) -> bool:
    """Whether every row has one cell more than the header: R names the rows and not their column.

    In a comma file two cells may be one number with a decimal comma. No neighbours may be plain digits there, unless
    the first cells number the rows, and quotes around them in `text` show that they are names, or no two columns can be
    the parts of decimal numbers.
    """
    width = len(records[0]) + 1
    if width < 3 or len(records) < 3 or any(len(record) != width for record in records[1:]):
        return False
    rows = [[cell.strip() for cell in record] for record in records[1:]]
    if not any(row[-1] for row in rows):
        return False  # the rows end in a delimiter more than the header, and no name is lacking
    if delimiter is not Delimiter.COMMA:
        return True
    if all(row[0] == str(number) for number, row in enumerate(rows, 1)):
        return '\n"1",' in text or not any(_are_parts(rows, place) for place in range(1, width - 1))
    return not all(any(a.strip("+- ").isdigit() and b.isdigit() for a, b in pairwise(row)) for row in rows)


def _are_parts(rows: Sequence[Sequence[str]], place: int) -> bool:
    """Whether this column and the next may be the parts of decimal numbers: rounded alike, or without zeros behind."""
    decimals = [row[place + 1] for row in rows]
    if not all(_WHOLE.fullmatch(row[place]) for row in rows) or not all(map(_DECIMALS.fullmatch, decimals)):
        return False
    return len(set(map(len, decimals))) == 1 or not any(one.endswith("0") for one in decimals)


def numbers_rows(headers: Sequence[str], columns: Sequence[Sequence[str]]) -> bool:
    """Whether the first column has no name, where all others have one, and its cells number the rows.

    They count from 0 or 1, perhaps without the rows between the first and the last ones, or are those of sorted rows.
    Beside nothing but years, months and the like they are none: the values of each of those go along them.
    """
    if len(headers) <= _OTHERS or headers[0] or not all(headers[1:]) or len(columns[0]) < 2:
        return False
    cells = columns[0]
    if not all(cell.isascii() and cell.isdigit() and len(cell) < 10 for cell in cells):
        return False
    numbers = list(map(int, cells))
    if numbers != sorted(numbers):
        return len(set(numbers)) == len(numbers)
    if _are_periods(headers[1:]):
        return False
    gaps = [place for place, (before, after) in enumerate(pairwise(numbers), 1) if after != before + 1]
    return numbers[0] in (0, 1) and (not gaps or (len(gaps) == 1 and min(gaps[0], len(numbers) - gaps[0]) >= _SHOWN))


def _are_periods(headers: Sequence[str]) -> bool:
    """Whether these are years, months and the like, but for sums of them."""
    parts = [name.strip() for name in headers if not is_sum(name)]
    return bool(parts) and all(map(says_when, parts))
