"""The table of a read-back: the records of data.csv by channel, and what is known of each channel."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Final

import numpy as np
import numpy.typing as npt
import pandas as pd

from agent_svc.catalogue.readback import Readback
from agent_svc.catalogue.readback_part import Condition
from agent_svc.data.column import ColumnType
from agent_svc.gates.base import Asked
from agent_svc.gates.number_marks import NumberMarks, number_marks_of
from agent_svc.gates.readback.names import NameBook, NameKind, as_names

DAY_US: Final = 86_400_000_000
ROW: Final = "row"  # the number of the record, beside the channels
MOMENT: Final = "moment of {}"  #: the dates behind the names of a channel, where these are shortened


@dataclass(frozen=True, slots=True, eq=False)
class Table:
    """Rows by channel: names are ordered categories, dates stay dates until they are compared, the rest are floats."""

    frame: pd.DataFrame
    options: Mapping[str, object]
    kinds: Mapping[str, NameKind] = field(default_factory=dict)  #: of the channels that hold names
    counts: bool = False  #: whether there was no value role, so that every row counts one
    dates: frozenset[str] = frozenset()  #: the channels whose numbers are days since 1970
    noise: Mapping[str, float] = field(default_factory=dict)  #: by channel, what rounding leaves of differences

    def with_frame(self, frame: pd.DataFrame) -> Table:
        """The same with other rows."""
        return replace(self, frame=frame)

    def has(self, *channels: str) -> list[str]:
        """Those of `channels` that are there, in the order given."""
        return [channel for channel in channels if channel in self.frame.columns]

    def is_named(self, channel: str) -> bool:
        """Whether the channel is there and holds names."""
        return channel in self.kinds and channel in self.frame.columns

    def names(self, channel: str) -> list[str]:
        """The names of a channel in their order, none that no row has."""
        return [str(name) for name in self.frame[channel].cat.remove_unused_categories().cat.categories]

    @property
    def number_marks(self) -> NumberMarks:
        """How the picture writes numbers."""
        return number_marks_of(self.options)

    def book(self, channel: str) -> NameBook | None:
        """The names of a channel, to be found again in the picture; None where it is not there or holds none."""
        return NameBook(self.names(channel), self.kinds[channel], self.number_marks) if self.is_named(channel) else None

    def holds(self, condition: Condition | None) -> bool:
        """Whether the options are as a step's or layer's `when` wants them; None always holds."""
        if condition is None:
            return True
        if isinstance(condition, str):
            return self.options.get(condition) not in (None, False, "", "none", 0)
        return all(self.options.get(name) in values for name, values in condition.items())

    def option(self, name: str | None) -> object:
        """The value of an option, or None; a word that is no option stands for itself."""
        return None if name is None else self.options.get(name, name)


def records(asked: Asked, declared: Readback) -> Table:
    """One row per record, and per column of a family that is the value; rows without a place or series are left out."""
    given = {channel: asked.bindings.get(role, ()) for channel, role in declared.source.items()}
    bound: dict[str, Sequence[str]] = {channel: names for channel, names in given.items() if names}
    table = _long(asked, bound, wants_value="value" in declared.source)
    for missing, substitute in declared.otherwise.items():
        if missing not in table.frame.columns and substitute in table.frame.columns:
            table = replace(table, frame=table.frame.rename(columns={substitute: missing}))
    dates = {column.name for column in asked.columns if column.type is ColumnType.DATE}
    dated = frozenset(channel for channel, names in bound.items() if dates.issuperset(names))
    table = replace(table, options=asked.options, dates=dated)
    return _named(_without_holes(table), declared.categories)


@dataclass(frozen=True, slots=True)
class Hole:
    """A bound column whose cells keep records out of a picture."""

    column: str
    rows: int  #: of the table
    missing: int  #: records without a value in it, though they have one to draw
    infinite: int
    measured: bool  #: whether it holds numbers or dates


def holes(asked: Asked, declared: Readback) -> list[Hole]:
    """The columns of places and series, and those of infinite values, that leave records out; in the order of roles."""
    frame = asked.frame
    bound = {channel: asked.bindings.get(role, ()) for channel, role in declared.source.items()}
    valued = frame[list(bound.get("value", ()))].notna().any(axis=1) if bound.get("value") else None
    found = []
    for channel, names in bound.items():
        for name in names if channel == "value" else names[:1]:
            column = frame[name]
            numeric = pd.api.types.is_numeric_dtype(column) and not pd.api.types.is_bool_dtype(column)
            infinite = int(np.isinf(column.to_numpy(dtype=np.float64)).sum()) if numeric else 0
            gaps = column.isna() if valued is None or channel == "value" else column.isna() & valued
            missing = int(gaps.sum()) if channel in ("place", "across", "series") else 0
            measured = numeric or pd.api.types.is_datetime64_any_dtype(column)
            if missing or infinite:
                found.append(Hole(name, len(frame), missing, infinite, measured))
    return found


def floats(values: pd.Series) -> npt.NDArray[np.float64]:
    """The column as numbers; dates as days since 1970, what is not finite as missing."""
    if pd.api.types.is_datetime64_any_dtype(values):
        micros = values.astype("datetime64[us]")
        days = micros.astype("int64").to_numpy() / DAY_US
        days[micros.isna().to_numpy()] = np.nan
        return np.asarray(days, dtype=np.float64)
    numbers: npt.NDArray[np.float64] = np.array(pd.to_numeric(values, errors="coerce"), dtype=np.float64)
    numbers[~np.isfinite(numbers)] = np.nan
    return numbers


def _long(asked: Asked, bound: Mapping[str, Sequence[str]], *, wants_value: bool) -> Table:
    frame = asked.frame
    values = list(bound.get("value", ()))
    base = pd.DataFrame({ROW: np.arange(len(frame))}, index=frame.index)
    for channel, names in bound.items():
        if channel not in ("value", "series"):
            base[channel] = _plain(frame[names[0]])
    group = bound.get("series", ())
    kinds = as_names(frame[group[0]], marks=number_marks_of(asked.options))[0] if group else None
    if not values:
        if kinds is not None:
            base["series"] = kinds
        if wants_value:
            base["value"] = 1.0
        return Table(base, {}, counts=wants_value)
    parts: list[pd.DataFrame] = []
    labels: list[str] = []
    for column in values:
        name, part = asked.shown.get(column, column), base.assign(value=floats(frame[column]))
        if kinds is None:
            part["series"] = name
            labels.append(name)
        else:
            own = {kind: str(kind) if len(values) == 1 else f"{name} · {kind}" for kind in kinds.cat.categories}
            part["series"] = kinds.astype(object).map(own)
            labels += own.values()
        parts.append(part)
    whole = pd.concat(parts, ignore_index=True)
    whole["series"] = pd.Categorical(whole["series"], list(dict.fromkeys(labels)), ordered=True)
    return Table(whole, {})


def _plain(values: pd.Series) -> pd.Series:
    """Numbers without infinities; everything else as it is."""
    if pd.api.types.is_numeric_dtype(values) and not pd.api.types.is_bool_dtype(values):
        return pd.Series(floats(values), values.index)
    return values


def _without_holes(table: Table) -> Table:
    return table.with_frame(table.frame.dropna(subset=table.has("place", "across", "series")))


def _named(table: Table, categories: Sequence[str]) -> Table:
    frame = table.frame.copy()
    kinds: dict[str, NameKind] = {}
    date_format = str(table.options.get("date_format") or "auto")
    for channel in table.has("place", "across", "series"):
        column = frame[channel]
        if isinstance(column.dtype, pd.CategoricalDtype):
            frame[channel], kinds[channel] = column.cat.remove_unused_categories(), "text"
        elif channel in categories or channel == "series" or not _is_measured(column):
            frame[channel], kinds[channel] = as_names(column, date_format, table.number_marks)
            if kinds[channel] == "date" and date_format != "auto":  # such names do not say which moment it was
                frame[MOMENT.format(channel)] = column
    return replace(table, frame=frame, kinds=kinds)


def _is_measured(column: pd.Series) -> bool:
    if pd.api.types.is_bool_dtype(column):
        return False
    return pd.api.types.is_numeric_dtype(column) or pd.api.types.is_datetime64_any_dtype(column)
