"""Banded rows: lines that hold a year or a group alone and head the rows below them, as statisticians print them."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import NamedTuple

from agent_svc.data.dates.years import is_year
from agent_svc.data.layout.merged import held, same_members
from agent_svc.data.report import Notice, NoticeKind, rows_text

_BANDS = 2  # at least
_NAMES = ("Year", "Group")


class Unbanded(NamedTuple):
    """Columns without the rows that head others, which are the first of the columns instead, and what was told."""

    headers: tuple[str, ...]
    columns: tuple[tuple[str, ...], ...]
    rows: list[int]
    notice: Notice


def unbanded(
    headers: Sequence[str], columns: Sequence[tuple[str, ...]], rows: Sequence[int], *, named: bool
) -> Unbanded | None:
    """The table with a column for what heads its rows; None where nothing does.

    Such a row has its first cell alone; the first row is one. Below them the same names come again, or they are years
    above what is none.
    """
    first, others = columns[0], columns[1:]
    if len(columns) < 2 or not named or any(cells[0] for cells in others) or not first[0]:
        return None
    bands = [place for place, name in enumerate(first) if name and not any(cells[place] for cells in others)]
    if len(bands) < _BANDS or bands[-1] == len(first) - 1 or any(b - a < 2 for a, b in pairwise(bands)):
        return None
    heads = [""] * len(first)
    for place in bands:
        heads[place] = first[place]
    heading = frozenset(bands)
    kept = [place for place in range(len(first)) if place not in heading]
    if not _are_heads([first[place] for place in bands], heads, [first[place] for place in kept], first):
        return None
    name = _NAMES[0] if all(is_year(first[place]) for place in bands) else _NAMES[1]
    if name in headers:
        return None
    group = held(heads)
    gone = tuple(rows[place] for place in bands)
    told = (
        f"{rows_text(gone).capitalize()} hold “{first[bands[0]]}” and the like alone and head the rows below; "
        f"they are the column “{name}”."
    )
    return Unbanded(
        (name, *headers),
        tuple(tuple(cells[place] for place in kept) for cells in (group, *columns)),
        [rows[place] for place in kept],
        Notice(NoticeKind.CONVERTED, told, name, gone),
    )


def _are_heads(bands: Sequence[str], heads: Sequence[str], members: Sequence[str], first: Sequence[str]) -> bool:
    if len(set(bands)) < len(bands) or not all(members):
        return False
    if all(map(is_year, bands)) and not any(map(is_year, members)):
        return True
    starts = [place for place, head in enumerate(heads) if not head]
    opened = [heads[place - 1] if place and heads[place - 1] else "" for place in starts]
    return same_members(opened, [first[place] for place in starts])
