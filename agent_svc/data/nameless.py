"""Nameless: a column of row names or numbers in front, for which the header has no name, as R writes it."""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import pairwise

from agent_svc.data.choices import Delimiter

_WHOLE = re.compile(r"[-+]?(?:0|[1-9][0-9]*)")
_DECIMALS = re.compile(r"[0-9]{1,3}")


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
