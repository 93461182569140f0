"""Joined keys: one column that holds several, `A,PC,DE` under `freq,unit,geo\\TIME_PERIOD`, as Eurostat writes them."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final, NamedTuple

from agent_svc.data.report import Notice, NoticeKind

#: Names of rows before the backslash, that of the columns behind it.
_NAME: Final = re.compile(r"(?P<keys>[A-Za-z][\w-]*(?:,\s?[A-Za-z][\w-]*)+)\\(?P<across>[A-Za-z][\w-]*)")
_LONGEST: Final = 120  # characters of a name


class Unjoined(NamedTuple):
    """The columns with one for each key, and what was told."""

    headers: tuple[str, ...]
    columns: tuple[tuple[str, ...], ...]
    notice: Notice


def unjoined(headers: Sequence[str], columns: Sequence[tuple[str, ...]]) -> Unjoined | None:
    """The table with its joined first column taken apart; None where it is none, or a cell has other keys."""
    if len(columns) < 2 or "\\" not in headers[0] or len(headers[0]) > _LONGEST:
        return None
    match = _NAME.fullmatch(headers[0])
    if match is None:
        return None
    names = [name.strip() for name in match["keys"].split(",")]
    if set(names) & set(headers[1:]) or not all(cell.count(",") == len(names) - 1 for cell in columns[0]):
        return None
    keys = zip(*([key.strip() for key in cell.split(",")] for cell in columns[0]), strict=True)
    told = f"“{headers[0]}” names its rows by {', '.join(names)}, and its columns by {match['across']}; each of the "
    told += "former is a column of its own."
    return Unjoined((*names, *headers[1:]), (*keys, *columns[1:]), Notice(NoticeKind.CONVERTED, told, names[0]))
