"""Rows: what names each row of a wide table, one text, two texts together, or the years."""

from __future__ import annotations

import csv
import io
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import Final

from agent_svc.data.bindings.columns import is_code
from agent_svc.data.bindings.spread import says_when
from agent_svc.data.bindings.words import is_remark
from agent_svc.data.column import ColumnType
from agent_svc.data.columns.ordered_names import is_calendar
from agent_svc.data.columns.row_labels import row_labels
from agent_svc.data.dataset import Dataset
from agent_svc.data.dates.clock import read_times
from agent_svc.data.dates.years import holds_years
from agent_svc.data.layout.headers import unit_in
from agent_svc.data.profile import ColumnProfile
from agent_svc.data.steps.tokens import written_column
from agent_svc.data.suggestions.candidate import Steps

_MOST_KEYS: Final = 6  # texts that are tried in pairs


@dataclass(frozen=True, slots=True)
class Rows:
    """The names of rows: the column that has them after `steps`, and the first 20 of them."""

    column: str
    labels: tuple[str, ...]
    count: int
    steps: Steps = ()
    of: tuple[str, ...] = ()
    """The columns that are joined to one of names; empty: there is one already."""
    are_years: bool = False
    are_codes: bool = False
    """Whether they name respondents, samples and the like, one for each row."""

    @property
    def are_times(self) -> bool:
        """Whether the rows are called by when they were."""
        if self.are_years or self.are_in_a_year:
            return True
        return read_times(self.labels) is not None or all(map(says_when, self.labels))

    @property
    def are_in_a_year(self) -> bool:
        """Whether the rows are months, quarters or weekdays of no year."""
        return is_calendar(self.labels)

    @property
    def differ_in_unit(self) -> bool:
        """Whether each row is a measure with a unit in its name, and not all have one unit."""
        units = {unit_in(label) for label in self.labels}
        return None not in units and len(units) > 1

    def first(self) -> Rows:
        """Its first row alone."""
        wanted = {"op": "filter", "column": self.column, "test": "equal", "value": self.labels[0]}
        return Rows(self.column, self.labels[:1], 1, (*self.steps, wanted), self.of, self.are_years)


def rows_of(dataset: Dataset) -> Rows | None:
    """What names each row of `dataset`: a text that differs in each, two texts that do together, or the years."""
    columns = dataset.profile.columns
    each = sorted((one for one in columns if one.unique == dataset.rows), key=_says_least)
    texts = [one.name for one in each if one.type is ColumnType.TEXT]
    years = [one.name for one in each if one.type is ColumnType.NUMBER and holds_years(one) and dataset.rows > 1]
    if texts:
        codes = texts[0] in row_labels(columns)
        return Rows(texts[0], _labels(dataset, texts[:1]), dataset.rows, are_codes=codes)
    if pair := _pair(dataset, columns):
        name = ", ".join(pair)
        joined = ' + ", " + '.join(map(written_column, pair))
        step = {"op": "derive", "name": name, "expression": joined}
        return Rows(name, _labels(dataset, pair), dataset.rows, (step,), tuple(pair))
    return Rows(years[0], _labels(dataset, years[:1]), dataset.rows, are_years=True) if years else None


def _says_least(column: ColumnProfile) -> tuple[bool, bool]:
    return is_remark(column), is_code(column.name)


def _pair(dataset: Dataset, columns: Sequence[ColumnProfile]) -> Sequence[str]:
    """The first two texts that differ in each row together, and neither of which is the same in all."""
    texts = [one for one in columns if one.type is ColumnType.TEXT and not is_remark(one)]
    keys = [one for one in texts if one.unique > 1 and not one.missing]
    pairs = [(a, b) for a, b in combinations(keys[:_MOST_KEYS], 2) if a.unique * b.unique >= dataset.rows]
    if not pairs:
        return ()
    cells = list(csv.DictReader(io.StringIO(dataset.csv)))
    named = [(a.name, b.name) for a, b in pairs]
    return next((pair for pair in named if len({(row[pair[0]], row[pair[1]]) for row in cells}) == dataset.rows), ())


def _labels(dataset: Dataset, names: Sequence[str]) -> tuple[str, ...]:
    places = [[column.name for column in dataset.columns].index(name) for name in names]
    return tuple(", ".join(row[place] for place in places) for row in dataset.preview)
