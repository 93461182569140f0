"""Wide tables: one measure in several columns beside the names of the rows, and the steps that make rows of them."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from agent_svc.data.clock import read_times
from agent_svc.data.column import ColumnType
from agent_svc.data.dataset import Dataset
from agent_svc.data.headers import unit_in
from agent_svc.data.ordered_names import is_calendar
from agent_svc.data.profile import ColumnProfile
from agent_svc.data.similarity import counts_rows
from agent_svc.data.spread import says_when
from agent_svc.data.suggest_alike import are_alike
from agent_svc.data.suggest_candidate import Steps
from agent_svc.data.suggest_periods import LEAST, Periods, periods_of
from agent_svc.data.totals import is_sum
from agent_svc.data.years import holds_years

MOST_CELLS: Final = 10_000  # of a table that a person looks at; more are not tried on
_CORNER: Final = re.compile(r"(?P<rows>[^\\]+?)\s*\\\s*(?P<columns>[^\\]+)")  # geo\TIME_PERIOD
_INDICATOR: Final = re.compile(r"(indicator|measure|variable|series|merkmal|kennzahl|indikator)( name)?", re.IGNORECASE)
_SERIES: Final = "Series"
_VALUE: Final = "Value"


@dataclass(frozen=True, slots=True)
class Wide:
    """A table whose columns `spread` are one measure; `label` names its rows, and `left_out` neither."""

    label: str
    rows: int
    spread: tuple[str, ...]
    left_out: tuple[str, ...]
    steps: Steps
    name: str  # of the column that holds what the columns were called
    value: str  # of the column that holds their cells
    are_periods: bool
    is_labelled_by_time: bool = False
    is_square: bool = False  # the rows are called as the columns are
    has_units_of_rows: bool = False  # the rows are measures, each in a unit of its own

    @property
    def steps_to_texts(self) -> Steps:
        """The steps that leave what the columns were called as texts."""
        return tuple(step for step in self.steps if step["op"] != "change_type")


def wide_of(dataset: Dataset) -> Wide | None:
    """What is wide about a table; None where nothing is, or where the table is too large to be looked at."""
    columns = [column for column in dataset.profile.columns if column.unique]
    numbers = [column for column in columns if column.type is ColumnType.NUMBER and not counts_rows(column.name)]
    if dataset.rows * len(columns) > MOST_CELLS or len(numbers) < LEAST:
        return None
    label = _label(columns, dataset.rows)
    if label is None:
        return None
    numbers = [column for column in numbers if column is not label]
    periods = periods_of([column.name for column in numbers])
    if periods is not None:
        return _melted(dataset, label, numbers, periods, are_periods=True)
    parts = [column for column in numbers if not is_sum(column.name) and not holds_years(column)]
    if len(parts) < LEAST or label.type is ColumnType.NUMBER or not are_alike(parts, _labels(dataset, label)):
        return None
    return _melted(dataset, label, numbers, _series(dataset, label, parts), are_periods=False)


def _label(columns: Sequence[ColumnProfile], rows: int) -> ColumnProfile | None:
    """The first text that differs in each row, or else the years."""
    named = [one for one in columns if one.unique == rows]
    texts = [one for one in named if one.type is ColumnType.TEXT]
    years = [one for one in named if one.type is ColumnType.NUMBER and holds_years(one) and rows > 1]
    return next(iter([*texts, *years]), None)


def _labels(dataset: Dataset, label: ColumnProfile) -> list[str]:
    """The names of the first rows."""
    place = [column.name for column in dataset.columns].index(label.name)
    return [row[place] for row in dataset.preview]


def _series(dataset: Dataset, label: ColumnProfile, parts: Sequence[ColumnProfile]) -> Periods:
    """Columns that are no periods, as something to make rows of; a unit that all have goes to the values."""
    names = tuple(column.name for column in parts)
    texts = tuple(_without_unit(column) for column in parts)
    corner = _CORNER.fullmatch(label.name)
    noun = corner["columns"] if corner else _SERIES
    others = {column.name for column in dataset.columns} - set(names)
    is_clear = len(set(texts)) == len(texts) and not set(texts) & others
    return Periods(names, texts if is_clear else names, noun, "", ColumnType.TEXT)


def _without_unit(column: ColumnProfile) -> str:
    if column.unit is None or unit_in(column.name) != column.unit:
        return column.name
    return column.name[: column.name.rindex(column.unit) - 1].rstrip() or column.name


def _melted(
    dataset: Dataset, label: ColumnProfile, numbers: Sequence[ColumnProfile], of: Periods, *, are_periods: bool
) -> Wide:
    kept = [column.name for column in dataset.columns if column.type is not ColumnType.NUMBER]
    kept = kept if label.name in kept else [label.name, *kept]
    corner = _CORNER.fullmatch(label.name)
    row_name = corner["rows"] if corner else label.name
    renamed = {old: new for old, new in zip(of.columns, of.texts, strict=True) if old != new}
    if corner:
        renamed[label.name] = row_name
    kept = [renamed.get(name, name) for name in kept]
    name = _free(of.noun, kept)
    value = _free(_value_name(dataset, label, of), [*kept, *of.texts, name])
    steps: list[Mapping[str, Any]] = [{"op": "rename", "names": renamed}] if renamed else []
    steps.append({"op": "melt", "columns": list(of.texts), "keep": kept, "name": name, "value": value})
    if of.type is not ColumnType.TEXT:
        steps.append({"op": "change_type", "column": name, "type": of.type.value})
    labels = _labels(dataset, label)
    units = {unit_in(one) for one in labels}
    return Wide(
        label=row_name,
        rows=dataset.rows,
        spread=of.columns,
        left_out=tuple(one.name for one in numbers if one.name not in of.columns),
        steps=tuple(steps),
        name=name,
        value=value,
        are_periods=are_periods,
        is_labelled_by_time=label.type is ColumnType.NUMBER or _are_times(label, labels),
        is_square=set(labels) == set(of.texts),
        has_units_of_rows=None not in units and len(units) > 1,
    )


def _are_times(label: ColumnProfile, labels: Sequence[str]) -> bool:
    if label.order:
        return is_calendar(label.order)
    return read_times(labels) is not None or all(map(says_when, labels))


def _value_name(dataset: Dataset, label: ColumnProfile, of: Periods) -> str:
    """What the cells are: what the columns' names share, the only indicator or row of the table, or just values."""
    units = {column.unit for column in dataset.columns if column.name in of.columns}
    unit = next(iter(units)) if len(units) == 1 else None
    told = [
        column.top[0].value
        for column in dataset.profile.columns
        if column.unique == 1 and column.type is ColumnType.TEXT and _INDICATOR.fullmatch(column.name.strip())
    ]
    name = of.stem or next(iter(told), _labels(dataset, label)[0] if dataset.rows == 1 else _VALUE)
    return f"{name} ({unit})" if unit and unit_in(name) is None else name


def _free(name: str, taken: Sequence[str]) -> str:
    """`name`, or with a number behind it where another column is called so."""
    return next(one for one in (name, *(f"{name} {number}" for number in range(2, 60))) if one not in taken)
