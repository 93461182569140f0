"""Alike: whether columns of numbers are one measure of several things, as names and values tell."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from typing import Final

from agent_svc.data.bindings.errors import STATISTICS
from agent_svc.data.bindings.measures import are_of_one_size, kinds_of_measures
from agent_svc.data.bindings.words import words_of
from agent_svc.data.columns.ordered_names import natural_order
from agent_svc.data.profile import ColumnProfile

_NUMBERED: Final = re.compile(r"(?P<stem>.*?)[\s_.-]*(?:[0-9]{1,6}|\b[A-Z])")


def are_alike(columns: Sequence[ColumnProfile], labels: Sequence[str]) -> bool:
    """Whether the columns hold one measure; `labels` are the names of the rows, where they have some.

    What is called a measure or a statistic, or has units of its own, is not; units that all share, names in an order,
    numbered names, those of the rows, and values of one size are signs that it is.
    """
    names = [column.name for column in columns]
    if len({column.unit for column in columns}) > 1:
        return False
    if set(names) <= set(labels):
        return True
    if _differ_by_name(names):
        return False
    return (
        columns[0].unit is not None
        or natural_order(names) is not None
        or _are_numbered(names)
        or are_of_one_size(columns)
    )


def _differ_by_name(names: Sequence[str]) -> bool:
    """Whether some are called measures or statistics, and not all of them one."""
    words = [words_of(name) for name in names]
    if any(one & STATISTICS for one in words) and not set.intersection(*words) & STATISTICS:
        return True
    kinds = kinds_of_measures(names)
    return any(kinds) and not frozenset.intersection(*kinds)


def _are_numbered(names: Sequence[str]) -> bool:
    """Whether each name is a stem with a number or a letter, and no stem has only one: `ctrl_1`, `ctrl_2`."""
    found = [_NUMBERED.fullmatch(name) for name in names]
    stems = Counter(match["stem"] for match in found if match)
    return stems.total() == len(names) and min(stems.values()) > 1
