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
_FIGURE: Final = re.compile(r"[-+]?[0-9.,]+(?:[DdEe][-+]?[0-9]+)?")
_DIGITS: Final = re.compile(r"[0-9]{2}")
_OF_A_LOG: Final = 5  # words
_SEVERAL: Final = 3  # of them with figures: seldom in what people answer
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
    if sum(1 for cell in sample if _is_record(cell, column.header)) * 2 > len(sample):
        return True
    return sum(map(_has_columns, sample)) >= max(_LEAST, _SHARE * len(sample))


def _has_columns(cell: str) -> bool:
    pieces = _GAP.split(cell) if cell else []
    return len(pieces) > 1 and any(map(_NUMBER.fullmatch, pieces[1:]))


def _is_record(cell: str, header: str) -> bool:
    """Whether a line has a number under each word of its `header`, or is one of a log: many words, some with digits."""
    words = cell.split()
    if len(words) > 2 and len(words) == len(header.split()):
        return all(_FIGURE.fullmatch(word) for word in words)
    return len(words) >= _OF_A_LOG and sum(1 for word in words if _DIGITS.search(word)) >= _SEVERAL
