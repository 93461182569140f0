"""The facts of a table that decide which charts fit it, all taken from its profile."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date
from functools import cached_property
from typing import Final

from agent_svc.data.bindings.columns import MOST_NAMES, is_code, names_each_row, numbers_rows, weak_columns
from agent_svc.data.bindings.errors import uncertain_columns
from agent_svc.data.bindings.measures import on_one_axis
from agent_svc.data.bindings.similarity import SIMILAR, similarity
from agent_svc.data.bindings.sums import sum_columns
from agent_svc.data.bindings.words import are_years, holds_times, is_birth, is_booked, is_remark, is_round, words_of
from agent_svc.data.column import ColumnType
from agent_svc.data.columns.directions import bearings
from agent_svc.data.columns.ordered_names import is_calendar
from agent_svc.data.columns.row_labels import FEWEST_CODES, row_labels
from agent_svc.data.columns.scales import places_on_scale
from agent_svc.data.dates.moment_parts import moment_parts
from agent_svc.data.profile import ColumnProfile, Profile
from agent_svc.data.suggestions.names import SHARES, Words
from agent_svc.data.suggestions.periods import periods_of

_PAIR: Final = 2
MOST_GROUPS: Final = 30  # different values that still make groups of rows
LONG_NAME: Final = 16  # characters from which names fit beside bars better than below them
_MONTH: Final = 28  # days
_ROUNDED: Final = 0.02  # of a whole, lost or won in rounding its parts
_NO_TOTALS: Final = frozenset({"%", "°", "°C", "°F", "K"})  # the units of values that are no parts of a sum


@dataclass(frozen=True)
class Facts:
    """What a table holds, its columns left out that hold gaps, number the rows or say the same of all."""

    profile: Profile
    columns: tuple[ColumnProfile, ...]

    @property
    def rows(self) -> int:
        """How many rows there are."""
        return self.profile.rows

    @cached_property
    def dates(self) -> list[ColumnProfile]:
        """The dates; those of births only where nothing is measured, which would not go along them."""
        dates = [column for column in self.columns if column.type is ColumnType.DATE]
        return [column for column in dates if not self.numbers or not is_birth(column)]

    @cached_property
    def texts(self) -> list[ColumnProfile]:
        """The texts, and what is yes or no; codes go after names, and yes and no after words."""
        texts = [column for column in self.columns if column.type in (ColumnType.TEXT, ColumnType.BOOLEAN)]
        return sorted(texts, key=lambda column: (is_code(column.name), column.type is ColumnType.BOOLEAN))

    @cached_property
    def numbers(self) -> list[ColumnProfile]:
        """The numbers."""
        return [column for column in self.columns if column.type is ColumnType.NUMBER]

    @cached_property
    def years(self) -> list[ColumnProfile]:
        """Numbers that say when."""
        return [column for column in self.numbers if are_years(column)]

    @cached_property
    def measures(self) -> list[ColumnProfile]:
        """Numbers that say how much; what else there is where nothing does."""
        silent = moment_parts(self.columns) | sum_columns(self.columns) | {column.name for column in self.years}
        silent |= uncertain_columns(self.columns)
        silent |= weak_columns(self.numbers, silent)
        return [column for column in self.numbers if column.name not in silent] or self.numbers

    @cached_property
    def rounds(self) -> list[ColumnProfile]:
        """Numbers that count what comes one after the other, such as laps, beside what is measured."""
        return [column for column in self.numbers if is_round(column) and column not in self.measures]

    @cached_property
    def amounts(self) -> list[ColumnProfile]:
        """The measures, those first that are called an amount, a total or a value, and those last that never change."""
        named = sorted(self.measures, key=lambda column: similarity("value", column.name) < SIMILAR)
        return sorted(named, key=lambda column: column.unique == 1 < self.rows)

    @cached_property
    def ordered(self) -> list[ColumnProfile]:
        """Texts in an order: months, weekdays, quarters."""
        return [column for column in self.texts if column.order and is_calendar(column.order)]

    @cached_property
    def groups(self) -> list[ColumnProfile]:
        """Texts that repeat, so that they make groups of rows."""
        silent = moment_parts(self.columns) | bearings(self.columns)
        texts = [column for column in self.texts if column.name not in silent]
        fitting = [one for one in texts if 1 < one.unique <= MOST_GROUPS and one.unique < self.rows - one.missing]
        return [one for one in fitting if not is_remark(one)]

    @cached_property
    def categories(self) -> list[ColumnProfile]:
        """The texts: names that differ in each row first, but where they are many last."""

        def place(one: ColumnProfile) -> tuple[bool, bool, bool]:
            return is_remark(one), one.unique == self.rows > MOST_NAMES, one.unique != self.rows or is_code(one.name)

        return sorted(self.texts, key=place)

    def comparable(self, numbers: Sequence[ColumnProfile]) -> list[ColumnProfile]:
        """Those that can stand on one axis with the first: in the same unit, and all of one kind as their names say."""
        return on_one_axis([number for number in numbers if number.unit == numbers[0].unit])

    def place_of(self, column: ColumnProfile) -> int:
        """Where the column stands in the rows of the sample."""
        return [one.name for one in self.profile.columns].index(column.name)

    def counts_years(self, column: ColumnProfile) -> bool:
        """Whether a column has nothing but one year after the other."""
        return column in self.years and column.unique == self.rows

    def says_when(self, numbers: Sequence[ColumnProfile]) -> bool:
        """Whether the names are periods, so that the values are one measure at several times."""
        return periods_of([number.name for number in numbers]) is not None

    def is_scale(self, numbers: Sequence[ColumnProfile]) -> bool:
        """Whether the names are the answers on a scale, so that the values are parts of all answers."""
        return places_on_scale([number.name.casefold() for number in numbers]) is not None and len(numbers) > _PAIR

    @property
    def is_grid(self) -> bool:
        """Whether the first two numbers cross: one row for each pair of their values."""
        first, second = self.measures[0], self.measures[1]
        return min(first.unique, second.unique) > 2 and first.unique * second.unique == self.rows

    def names_hold(self, wanted: Sequence[Words], *, among: Sequence[ColumnProfile] | None = None) -> bool:
        """Whether for each set of words another column, of all or `among` some, has one of them in its name."""
        columns = self.profile.columns if among is None else among
        left = [words_of(column.name) for column in columns]
        for words in wanted:
            found = next((have for have in left if have & words), None)
            if found is None:
                return False
            left.remove(found)
        return True

    def is_crossing(self, first: ColumnProfile, second: ColumnProfile) -> bool:
        """Whether there is about one row for each pair of their values."""
        pairs = first.unique * second.unique
        return pairs / 2 <= self.rows <= pairs

    def is_daily(self, column: ColumnProfile) -> bool:
        """Whether a date has about one value a day, for a month at least."""
        low, high = (date.fromisoformat((end or "0001-01-01")[:10]) for end in (column.minimum, column.maximum))
        days = (high - low).days + 1
        return days >= _MONTH and column.unique >= 0.5 * days

    def are_bookings(self, date: ColumnProfile, group: ColumnProfile, amount: ColumnProfile) -> bool:
        """Whether rows are single amounts of money or pieces, few of which share a date with those of other groups."""
        pairs = date.unique * group.unique
        return self.rows >= _MONTH and 2 * self.rows <= pairs and is_booked(amount)

    def has_both_signs(self, column: ColumnProfile) -> bool:
        """Whether there are values below and above zero."""
        return float(column.minimum or 0) < 0 < float(column.maximum or 0)

    def are_parts(self, column: ColumnProfile) -> bool:
        """Whether a few values, in percent or called shares, can be all parts of one whole: 100 together, or 1."""
        if float(column.minimum or 0) < 0 or not (column.unit == "%" or self.names_hold(SHARES)):
            return False
        place = self.place_of(column)
        told = sum(float(row[place] or 0) for row in self.profile.sample)
        wholes = (100,) if column.unit == "%" else (1, 100)
        unseen = self.rows - len(self.profile.sample)
        least, most = told + unseen * float(column.minimum or 0), told + unseen * float(column.maximum or 0)
        return any(least <= whole * (1 + _ROUNDED) and most >= whole * (1 - _ROUNDED) for whole in wholes)

    def adds_up(self, column: ColumnProfile) -> bool:
        """Whether a total of the values means something, as that of percent and degrees does not."""
        return not self.has_both_signs(column) and (column.unit not in _NO_TOTALS or self.are_parts(column))

    def has_long_names(self, column: ColumnProfile) -> bool:
        """Whether its texts are too long to stand below bars."""
        return max((len(top.value) for top in column.top), default=0) > LONG_NAME


def facts_of(profile: Profile) -> Facts:
    """The facts of a profile."""
    filled = tuple(column for column in profile.columns if column.unique)
    told = _telling(filled, profile.rows)
    labels = row_labels(profile.columns)
    grouping = tuple(column for column in told if column.name not in labels)
    has_texts = any(column.type in (ColumnType.TEXT, ColumnType.BOOLEAN) for column in grouping)
    repeated = tuple(column for column in filled if column.unique < profile.rows)
    named = told if profile.rows <= MOST_NAMES else grouping  # codes of many rows say nothing of each
    return Facts(profile, (grouping if has_texts else named) or repeated)


def _telling(columns: Sequence[ColumnProfile], rows: int) -> tuple[ColumnProfile, ...]:
    """What is neither the same in all rows nor their number; few samples are names where nothing else is one."""
    told = [column for column in columns if not numbers_rows(column) and not _is_the_same(column, rows)]
    told = [column for column in told if column.unique <= MOST_GROUPS or not holds_times(column)] or told
    if all(column.type is ColumnType.NUMBER for column in told):
        texts = [column for column in columns if column.type is ColumnType.TEXT and numbers_rows(column)]
        told += [column for column in texts if names_each_row(column) and column.unique < FEWEST_CODES][:1]
    return tuple(told)


def _is_the_same(column: ColumnProfile, rows: int) -> bool:
    """Whether all rows share one date, year or text, which then tells none of them apart."""
    return (column.type is not ColumnType.NUMBER or are_years(column)) and column.unique == 1 < rows
