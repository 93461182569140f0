"""Unparted lines: columns of text that hold several values each, of a table that was not seen as one."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

from agent_svc.data.column import Column, ColumnType
from agent_svc.data.report import Notice, NoticeKind

_MOST_COLUMNS: Final = 2  # of a table that was parted somewhere else than between its cells
_LEAST: Final = 2  # lines
_SHARE: Final = 0.25  # of all lines: the rest may be what a program prints around its tables
_SAMPLE: Final = 200
_GAP: Final = re.compile(r"\s++[:=]\s*+|[:=]\s++|\s{2,}+")
_NUMBER: Final = re.compile(r"[-+<~]?\s?[0-9.,]*[0-9][0-9.,]*(?:[eE][-+]?[0-9]+)?%?")
_REMEDY: Final = "If it is a table, put tabs or commas between its cells, or choose what parts them."


def unparted(columns: Sequence[Column], cells: Sequence[Sequence[str]]) -> tuple[Notice, ...]:
    """That lines were read as one text each, where so many hold numbers behind gaps that they may be a table's."""
    if len(columns) > _MOST_COLUMNS:
        return ()
    found = next((column for column, of in zip(columns, cells, strict=True) if _are_lines(column, of)), None)
    if found is None:
        return ()
    what = "each line is one text" if len(columns) == 1 else f"the rest of each line is one text in “{found.name}”"
    return (Notice(NoticeKind.UNREADABLE, f"No table was found in these lines: {what}. {_REMEDY}", found.name),)


def _are_lines(column: Column, cells: Sequence[str]) -> bool:
    if column.type is not ColumnType.TEXT or len(cells) < _LEAST:
        return False
    sample = cells[:_SAMPLE]
    return sum(map(_has_columns, sample)) >= max(_LEAST, _SHARE * len(sample))


def _has_columns(cell: str) -> bool:
    pieces = _GAP.split(cell) if cell else []
    return len(pieces) > 1 and any(map(_NUMBER.fullmatch, pieces[1:]))
