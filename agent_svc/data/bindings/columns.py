"""The columns of a table as roles see them: what numbers rows, says when, or is one measure in several columns."""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Final

from agent_svc.data.bindings.errors import error_columns, uncertain_columns
from agent_svc.data.bindings.even_steps import begins_by_the_clock
from agent_svc.data.bindings.measures import can_share_an_axis, on_one_axis
from agent_svc.data.bindings.names import ERROR
from agent_svc.data.bindings.roles import MEASURE, Role, fewest
from agent_svc.data.bindings.similarity import SIMILAR, counts_rows, similarity
from agent_svc.data.bindings.spread import says_when, spread_columns
from agent_svc.data.bindings.sums import sum_columns
from agent_svc.data.bindings.words import ends_of_classes, is_called_rank, is_remark, is_round, is_weak, names_rows
from agent_svc.data.column import ColumnType
from agent_svc.data.columns.directions import bearings
from agent_svc.data.columns.ordered_names import is_calendar
from agent_svc.data.columns.row_labels import row_labels
from agent_svc.data.dates.moment_parts import moment_parts
from agent_svc.data.dates.years import holds_years
from agent_svc.data.profile import ColumnProfile

AMOUNT: Final = "value"
"""A role of this name, or a similar one, is for whatever is measured: wedges without it only count."""

_ACROSS: Final = "x"  # the role of what stands from left to right
_CODE: Final = re.compile(r"(?<![^\W_])(code|id|iso[23]?|key|abbr|kürzel|schlüssel|nr|ags)(?![^\W_])", re.IGNORECASE)
_PLACE: Final = re.compile(r"[1-9][0-9]{0,3}\.")
MOST_NAMES: Final = 50  # different names of rows that can each have a mark; among more, groups of rows say more
_MOST_GROUPS: Final = 12  # different values of a text column that is worth an optional role by its type alone


@dataclass(frozen=True)
class BindingColumns:
    """The columns of one table; what is true of all roles is found once."""

    columns: Sequence[ColumnProfile]

    @cached_property
    def spread(self) -> frozenset[str]:
        """One measure spread over columns: they say how much, not where."""
        return frozenset(spread_columns(self.columns))

    @cached_property
    def labels(self) -> frozenset[str]:
        """Texts that name each row and group none."""
        return row_labels(self.columns)

    @cached_property
    def grouping(self) -> frozenset[str]:
        """Texts whose values repeat, so that they make groups of rows."""
        kinds = (ColumnType.TEXT, ColumnType.BOOLEAN)
        texts = [one for one in self.columns if one.type in kinds and _groups(one) and not is_remark(one)]
        return frozenset(one.name for one in texts) - self._parts - bearings(self.columns)

    @cached_property
    def names(self) -> frozenset[str]:
        """Texts of which each row has its own, few enough for a mark each; none where nothing is measured."""
        if not any(
            one.type is ColumnType.NUMBER and one.name not in self.when | self._counters for one in self.columns
        ):
            return frozenset()
        texts = [one for one in self.columns if one.type is ColumnType.TEXT and not is_code(one.name)]
        return frozenset(one.name for one in texts if names_each_row(one) and one.unique <= MOST_NAMES)

    @cached_property
    def crowds(self) -> frozenset[str]:
        """Texts of which each row has its own, too many for a mark each; none where no others make groups."""
        texts = [one for one in self.columns if one.type in (ColumnType.TEXT, ColumnType.BOOLEAN) and one.unique > 1]
        each = [one for one in texts if names_each_row(one)]
        return frozenset(one.name for one in each if one.unique > MOST_NAMES and len(each) < len(texts))

    @cached_property
    def when(self) -> frozenset[str]:
        """What says when: dates, years, rounds, and texts of nothing but months, weekdays, dates or clock times."""
        return frozenset(one.name for one in self.columns if one.type is ColumnType.DATE or _says_when(one))

    @cached_property
    def _counters(self) -> frozenset[str]:
        return frozenset(one.name for one in self.columns if numbers_rows(one))

    @cached_property
    def _parts(self) -> frozenset[str]:
        return moment_parts(self.columns)

    @cached_property
    def sums(self) -> frozenset[str]:
        """What sums up columns beside it."""
        return sum_columns(self.columns)

    @cached_property
    def errors(self) -> frozenset[str]:
        """What says how sure a measure beside it is."""
        return error_columns(self.columns)

    @cached_property
    def _no_measures(self) -> frozenset[str]:
        """What says when, or sums up others; a number alone between gaps is no year for its size."""
        years = (one for one in self.columns if holds_years(one))
        none = self.sums | uncertain_columns(self.columns)
        none |= {one.name for one in years if one.unique > 1 or not one.missing}
        return none | weak_columns(self.columns, none | self._counters | self._parts)

    @cached_property
    def _rounds(self) -> frozenset[str]:
        """Numbers that count laps and the like: what is measured goes along them."""
        return frozenset(one.name for one in self.columns if is_round(one))

    def alike(self, role: Role, first: ColumnProfile) -> list[ColumnProfile]:
        """What can stand beside `first` in a family, itself among them: whatever shares its axis.

        A chart that needs several columns sets them against one another, each on an axis of its own, so that they have
        to differ.
        """
        silent, own_axes = self.silent(role), fewest(role) > 1
        fitting = [one for one in self.columns if one.type is first.type and one.name not in silent]
        told = [one for one in fitting if one.unique > own_axes]
        if own_axes or first not in told or first.type is not ColumnType.NUMBER:
            return [one for one in told if own_axes or can_share_an_axis([first, one])]
        return on_one_axis([first, *(one for one in told if one is not first)])

    def silent(self, role: Role) -> frozenset[str]:
        """What says nothing in this role: what numbers rows, times that are in the dates already; of how much more."""
        told = self._counters | self._parts
        if not is_measured(role):
            return told
        if role.name == ERROR:
            return told | (self._no_measures - self.errors)
        return told | (
            self._no_measures - self._rounds if role.name == _ACROSS and not role.family else self._no_measures
        )


def is_code(name: str) -> bool:
    """Whether a column of this name holds codes, which say less than the names beside them."""
    return _CODE.search(name) is not None


def weak_columns(columns: Sequence[ColumnProfile], silent: Collection[str]) -> frozenset[str]:
    """The names of numbers that measure nothing beside those that do: ranks, rounds and the like.

    None where nothing else is measured; `silent` are the names of what is no measure anyway.
    """
    numbers = [one for one in columns if one.type is ColumnType.NUMBER and one.unique and one.name not in silent]
    weak = frozenset(one.name for one in numbers if is_weak(one)) | ends_of_classes([one.name for one in numbers])
    return weak if len(weak) < len(numbers) else frozenset()


def names_each_row(column: ColumnProfile) -> bool:
    """Whether every row has a value of its own."""
    return column.unique > 1 and not column.missing and all(top.count == 1 for top in column.top)


def numbers_rows(column: ColumnProfile) -> bool:
    """Whether a column only numbers or names the rows; texts that repeat, such as samples, are groups of them."""
    is_text = column.type is ColumnType.TEXT
    repeats = is_text and any(top.count > 1 for top in column.top)
    in_words = is_text and not any(character.isdigit() for top in column.top for character in top.value)  # of accounts
    return (
        (counts_rows(column.name) and not repeats and not in_words and not _is_price_index(column))
        or names_rows(column)
        or (_ranks_rows(column) and not repeats)
    )


def _is_price_index(column: ColumnProfile) -> bool:
    """Whether what is called an index has decimals, as those of prices and shares have and none of rows."""
    values = (column.minimum or "", column.maximum or "", *(top.value for top in column.top))
    is_index = column.name.strip().casefold() == "index"
    return is_index and column.type is ColumnType.NUMBER and any("." in value for value in values)


def _ranks_rows(column: ColumnProfile) -> bool:
    """Whether these are the places of a table of results, `1.` to `18.`: each row has one, which is not its name.

    Of what is called a rank some places may be left out.
    """
    order = column.order
    if len(order) < 2 or not all(map(_PLACE.fullmatch, order)):
        return False
    return is_called_rank(column) or [int(one[:-1]) for one in order] == [*range(1, len(order) + 1)]


def is_measured(role: Role) -> bool:
    """Whether the role is for how much, not for when or which."""
    types = [str(type_) for type_ in role.types]
    is_for_numbers = types[:1] == [ColumnType.NUMBER] and ColumnType.TEXT not in types
    return (
        (role.name == MEASURE and types[0] == ColumnType.NUMBER)
        or is_for_numbers
        or similarity(AMOUNT, role.name) >= SIMILAR
    )


def _says_when(column: ColumnProfile) -> bool:
    if column.type is not ColumnType.TEXT:
        return holds_years(column) or is_round(column)
    if column.order:
        return is_calendar(column.order)
    if begins_by_the_clock(column):
        return True
    return bool(column.top) and all(says_when(top.value) for top in column.top)


def _groups(column: ColumnProfile) -> bool:
    return 1 < column.unique <= _MOST_GROUPS and any(top.count > 1 for top in column.top)
