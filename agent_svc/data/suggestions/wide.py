"""Wide tables: one measure in several columns beside the names of the rows, and the steps that make rows of them."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from agent_svc.data.bindings.columns import numbers_rows
from agent_svc.data.column import ColumnType
from agent_svc.data.dataset import Dataset
from agent_svc.data.dates.years import holds_years
from agent_svc.data.layout.headers import unit_in
from agent_svc.data.layout.total_names import is_sum
from agent_svc.data.profile import ColumnProfile
from agent_svc.data.suggestions.alike import are_alike
from agent_svc.data.suggestions.candidate import Steps
from agent_svc.data.suggestions.language import called, free_name, language_of
from agent_svc.data.suggestions.periods import LEAST, Periods, periods_of
from agent_svc.data.suggestions.rows import Rows, rows_of

MOST_CELLS: Final = 10_000  # of a table that a person looks at; more are not tried on
_CORNER: Final = re.compile(r"(?P<rows>[^\\]+?)\s*\\\s*(?P<columns>[^\\]+)")  # geo\TIME_PERIOD
_INDICATOR: Final = re.compile(r"(indicator|measure|variable|series|merkmal|kennzahl|indikator)( name)?", re.IGNORECASE)
_SERIES: Final = "Series"
_ROW: Final = "Row"
_COLUMN: Final = "Column"
_VALUE: Final = "Value"
_CORRELATION: Final = "Correlation"


@dataclass(frozen=True, slots=True)
class Wide:
    """A table whose columns `spread` are one measure; `label` names its rows, and `left_out` neither."""

    label: str
    rows: Rows
    spread: tuple[str, ...]
    left_out: tuple[str, ...]
    steps: Steps
    name: str  # of the column that holds what the columns were called
    value: str  # of the column that holds their cells
    are_periods: bool
    are_years: bool = False

    @property
    def is_square(self) -> bool:
        """Whether the rows are called as the columns are."""
        return set(self.rows.labels) == set(self.spread)

    @property
    def steps_to_texts(self) -> Steps:
        """The steps that leave what the columns were called as texts."""
        return tuple(step for step in self.steps if step["op"] != "change_type")


def wide_of(dataset: Dataset) -> Wide | None:
    """What is wide about a table; None where nothing is, or where the table is too large to be looked at."""
    columns = [column for column in dataset.profile.columns if column.unique]
    numbers = [column for column in columns if column.type is ColumnType.NUMBER and not numbers_rows(column)]
    if dataset.rows * len(columns) > MOST_CELLS or len(numbers) < LEAST or (rows := rows_of(dataset)) is None:
        return None
    numbers = [column for column in numbers if column.name != rows.column]
    periods = periods_of([column.name for column in numbers])
    if periods is not None and not (periods.noun == "Quarter" and rows.are_codes):  # Q1 is a question there
        rows = rows.first() if rows.differ_in_unit else rows
        return _melted(dataset, rows, numbers, periods, are_periods=True)
    parts = [column for column in numbers if not is_sum(column.name) and not holds_years(column)]
    if len(parts) < LEAST or rows.are_years or rows.differ_in_unit or not are_alike(parts, rows.labels):
        return None
    return _melted(dataset, rows, numbers, _series(dataset, rows, parts), are_periods=False)


def _series(dataset: Dataset, rows: Rows, parts: Sequence[ColumnProfile]) -> Periods:
    """Columns that are no periods, as something to make rows of; a unit that all have goes to the values."""
    names = tuple(column.name for column in parts)
    texts = tuple(_without_unit(column) for column in parts)
    corner = _CORNER.fullmatch(rows.column)
    noun = corner["columns"] if corner else _COLUMN if _is_nameless(dataset, rows) else _SERIES
    others = {column.name for column in dataset.columns} - set(names)
    is_clear = len(set(texts)) == len(texts) and not set(texts) & others
    return Periods(names, texts if is_clear else names, noun, "", ColumnType.TEXT)


def _without_unit(column: ColumnProfile) -> str:
    if column.unit is None or unit_in(column.name) != column.unit:
        return column.name
    return column.name[: column.name.rindex(column.unit) - 1].rstrip() or column.name


def _melted(dataset: Dataset, rows: Rows, numbers: Sequence[ColumnProfile], of: Periods, *, are_periods: bool) -> Wide:
    others = [column.name for column in dataset.columns if column.type is not ColumnType.NUMBER]
    kept = list(dict.fromkeys([*(name for name in others if name not in rows.of), rows.column]))
    corner = _CORNER.fullmatch(rows.column)
    language = language_of(dataset)
    label = corner["rows"] if corner else rows.column
    if not are_periods and _is_nameless(dataset, rows):
        label = free_name(called(_ROW, language), [*kept, *of.texts])
    renamed = {old: new for old, new in zip(of.columns, of.texts, strict=True) if old != new}
    if label != rows.column:
        renamed[rows.column] = label
    kept = [renamed.get(name, name) for name in kept]
    name = free_name(called(of.noun, language), kept)
    noun = _CORRELATION if _are_correlations(dataset, rows, of) else _VALUE
    value = free_name(_value_name(dataset, rows, of, called(noun, language)), [*kept, *of.texts, name])
    steps: list[Mapping[str, Any]] = [*rows.steps, *([{"op": "rename", "names": renamed}] if renamed else [])]
    steps.append({"op": "melt", "columns": list(of.texts), "keep": kept, "name": name, "value": value})
    if of.type is not ColumnType.TEXT:
        steps.append({"op": "change_type", "column": name, "type": of.type.value})
    left_out = tuple(one.name for one in numbers if one.name not in of.columns)
    return Wide(label, rows, of.columns, left_out, tuple(steps), name, value, are_periods, are_years=of.noun == "Year")


def _is_nameless(dataset: Dataset, rows: Rows) -> bool:
    """Whether nothing says what the names of the rows are, so that they are just rows."""
    return any(column.name == rows.column and not column.header.strip() for column in dataset.columns)


def _are_correlations(dataset: Dataset, rows: Rows, of: Periods) -> bool:
    """Whether rows and columns are called alike, and every value is from -1 to 1, which each has with itself."""
    if rows.labels != of.columns:
        return False
    parts = [column for column in dataset.profile.columns if column.name in of.columns]
    if not all(float(one.minimum or -2) >= -1 and float(one.maximum or 2) == 1 for one in parts):
        return False
    names = [column.name for column in dataset.columns]
    return all(row[names.index(label)] == "1" for label, row in zip(rows.labels, dataset.preview, strict=False))


def _value_name(dataset: Dataset, rows: Rows, of: Periods, value: str) -> str:
    """What the cells are: what the columns' names share, the only indicator or row of the table, or just a `value`."""
    units = {column.unit for column in dataset.columns if column.name in of.columns}
    unit = next(iter(units)) if len(units) == 1 else None
    told = [
        column.top[0].value
        for column in dataset.profile.columns
        if column.unique == 1 and column.type is ColumnType.TEXT and _INDICATOR.fullmatch(column.name.strip())
    ]
    name = of.stem or next(iter(told), rows.labels[0] if rows.count == 1 else value)
    return f"{name} ({unit})" if unit and unit_in(name) is None else name
