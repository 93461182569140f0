"""Errors: columns that say how sure a measure beside them is, as `SD` beside `Mean`, and how many values it is of."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

from agent_svc.data.bindings.names import ERROR_WORDS
from agent_svc.data.bindings.similarity import counts_rows
from agent_svc.data.bindings.words import names_rows, words_of
from agent_svc.data.column import ColumnType
from agent_svc.data.dates.years import holds_years
from agent_svc.data.profile import ColumnProfile

_STATISTICS: Final = """
average avg count deviation error lower max maximum mean median min minimum n sd se sem std stdev sum upper var variance
abweichung durchschnitt fehler mittelwert standardabweichung streuung varianz
"""
STATISTICS: Final = frozenset(_STATISTICS.split())
"""Words that name what was computed from other values."""

_COUNTS: Final = frozenset({"n", "count", "anzahl", "size"})
_MISTAKES: Final = frozenset({"error", "err", "fehler"})  # may be counted or measured, too: error rate, test error
_FILLERS: Final = frozenset({"standard", "bar", "margin", "of", "mean", "the"})
_RUNS: Final = frozenset({"train", "training", "test", "val", "validation", "rate", "quote"})
_SIGN: Final = re.compile(r"(?:Δ|δ|±|\+/-)\s?")
_COUNTRY: Final = re.compile(r"[A-Z]{2}")


def error_columns(columns: Sequence[ColumnProfile]) -> frozenset[str]:
    """The names of errors: called so, never below zero, and beside something that they can be the errors of.

    `SE` beside `DE` and `FI` is Sweden.
    """
    numbers = [one for one in columns if one.type is ColumnType.NUMBER and one.unique]
    names = [one.name for one in numbers if not holds_years(one)]
    positive = [
        one.name for one in numbers if not (one.minimum or "").startswith("-") and not _counts_mistakes(one, numbers)
    ]
    found = frozenset(name for name in positive if _is_error(name, [other for other in names if other != name]))
    others = [one for one in numbers if one.name not in found and not counts_rows(one.name) and not names_rows(one)]
    axes = any(one.type is not ColumnType.NUMBER and one.unique for one in columns)
    return found if len(others) >= (1 if axes else 2) else frozenset()


def uncertain_columns(columns: Sequence[ColumnProfile]) -> frozenset[str]:
    """The errors, and the counts of the values that they are of: no measures beside these."""
    errors = error_columns(columns)
    numbers = frozenset(one.name for one in columns if one.type is ColumnType.NUMBER and one.unique)
    counts = frozenset(name for name in numbers if errors and words_of(name) and words_of(name) <= _COUNTS)
    return errors | counts if numbers > errors | counts else errors


def is_statistic(name: str) -> bool:
    """Whether a column of this name holds nothing but what was computed from other values, such as `Min` or `SD`."""
    words = words_of(name)
    return bool(words) and words <= STATISTICS


def _counts_mistakes(column: ColumnProfile, numbers: Sequence[ColumnProfile]) -> bool:
    """Whether what is called just mistakes are whole numbers that go beyond all others, as errors of those do not."""
    ends = (column.minimum or "", column.maximum or "")
    words = words_of(column.name)
    if not words or not words <= _MISTAKES or not all(end.isdecimal() for end in ends):
        return False
    others = [float(one.maximum or 0) for one in numbers if one is not column]
    return bool(others) and float(ends[1]) > max(others)


def _is_error(name: str, others: Sequence[str]) -> bool:
    if (sign := _SIGN.match(name)) is not None:
        return name[sign.end() :] in others
    called = words_of(name) & ERROR_WORDS
    if not called or (called <= _MISTAKES and not _belongs_to(words_of(name) - _MISTAKES - _FILLERS, others)):
        return False
    return not (_COUNTRY.fullmatch(name) and others and all(map(_COUNTRY.fullmatch, others)))


def _belongs_to(words: set[str], others: Sequence[str]) -> bool:
    """Whether what else an error is called is nothing, or what another column is called."""
    return not words & _RUNS and (not words or any(words <= words_of(other) for other in others))
