"""Steps that look at one row at a time: what is left out, moved, cut into ranges, multiplied."""

from __future__ import annotations

from dataclasses import replace
from typing import Any, Final

import pandas as pd

from agent_svc.catalogue import readback_rows as declared
from agent_svc.gates.number_marks import NumberMarks
from agent_svc.gates.readback.names import as_names
from agent_svc.gates.readback.steps.groups import grouped
from agent_svc.gates.readback.table import MOMENT, Table

PERIODS: Final = {"hour": "h", "day": "D", "week": "W-SUN", "month": "M", "quarter": "Q", "year": "Y"}


def drop(table: Table, step: declared.Drop) -> Table:
    """Without the rows that lack a value in one of the channels."""
    return table.with_frame(table.frame.dropna(subset=table.has(*step.drop)))


def positive(table: Table, step: declared.Positive) -> Table:
    """Without the rows at zero or below; all rows when none is above, unless the step insists."""
    if not table.has(step.positive) or step.positive in table.dates:
        return table
    low = table.frame[step.positive] <= 0
    if step.always or (table.frame[step.positive] > 0).any():
        return table.with_frame(table.frame[~low])
    return table


def interval(table: Table, step: declared.Interval) -> Table:
    """Dates at the start of their interval, and rows without a value for intervals that have no record."""
    code = PERIODS.get(str(table.option(step.interval)))
    if code is None or not pd.api.types.is_datetime64_any_dtype(table.frame["place"]):
        return table
    moved = table.frame.assign(place=table.frame["place"].dt.to_period(code).dt.start_time)
    if not step.fill or moved.empty:
        return table.with_frame(moved)
    parts = [moved]
    series = table.has("series")
    groups: list[tuple[Any, pd.DataFrame]] = grouped(table.with_frame(moved), series)
    for key, part in groups:
        every = pd.period_range(part["place"].min(), part["place"].max(), freq=code).start_time
        gaps = pd.DataFrame({"place": every.difference(pd.DatetimeIndex(part["place"]))})
        parts.append(gaps.assign(**dict(zip(series, key, strict=True))))
    whole = pd.concat(parts, ignore_index=True)
    for channel in series:
        whole[channel] = pd.Categorical(whole[channel], moved[channel].cat.categories, ordered=True)
    return table.with_frame(whole)


def cut(table: Table, step: declared.Cut) -> Table:
    """Numbers or dates with too many different values as equal ranges, each called by its start."""
    if not table.has(step.cut) or table.kinds.get(step.cut) == "text":
        return table
    column = table.frame[step.cut]
    limit = table.option(step.option)
    limit = limit if isinstance(limit, int) else step.default
    named = table.is_named(step.cut)
    if column.nunique() <= limit:
        return table
    moment = MOMENT.format(step.cut)
    raw = _raw(column, table.kinds.get(step.cut), table.number_marks) if named else column
    raw = table.frame[moment] if moment in table.frame.columns else raw
    ranges = pd.cut(raw, min(limit, step.most))
    starts: Any = pd.Series([span.left for span in ranges.cat.categories])
    if pd.api.types.is_datetime64_any_dtype(starts):
        starts = _to_whole_units(starts)
    names, kind = as_names(starts, str(table.options.get("date_format") or "auto"), table.number_marks)
    if not names.is_unique:
        names, kind = as_names(starts, marks=table.number_marks)
    frame = table.frame.assign(**{step.cut: ranges.cat.rename_categories(list(names))})
    return replace(table, frame=frame, kinds={**table.kinds, step.cut: kind})


def _to_whole_units(dates: Any) -> Any:
    """The nearest years, months, days, hours, minutes or seconds: the longest that are near enough."""
    halves = {"Y": pd.Timedelta(days=182), "M": pd.Timedelta(days=15)}
    wholes = [(dates + half).dt.to_period(unit).dt.to_timestamp() for unit, half in halves.items()]
    wholes += [dates.dt.round(unit) for unit in ("D", "h", "min", "s")]
    return next((near for near in wholes if (near - dates).abs().max() <= dates.diff().min() / 10), dates)


def scale(table: Table, step: declared.Scale) -> Table:
    """A channel multiplied."""
    if not table.has(step.of):
        return table
    return table.with_frame(table.frame.assign(**{step.of: table.frame[step.of] * step.scale}))


def edges(table: Table, step: declared.Edges) -> Table:
    """Both ends of each row as rows."""
    frame = table.frame
    if len(table.has("low", "high")) < 2:
        frame = frame.assign(low=frame["value"].clip(upper=0), high=frame["value"].clip(lower=0))
    ends = [table.frame.assign(**{step.edges: frame[end]}) for end in ("low", "high")]
    return table.with_frame(pd.concat(ends, ignore_index=True))


def copy(table: Table, step: declared.Copy) -> Table:
    """The content of one channel as another's, too; with it goes whether these are names."""
    if not table.has(step.copy_):
        return table
    kinds = {**table.kinds, step.to: table.kinds[step.copy_]} if table.is_named(step.copy_) else table.kinds
    return replace(table, frame=table.frame.assign(**{step.to: table.frame[step.copy_]}), kinds=kinds)


def negate(table: Table, step: declared.Negate) -> Table:
    """The values of one of the first two series with the other sign."""
    names = table.names("series") if table.has("series") else []
    number = 0 if step.negate == "first" else 1
    if len(names) <= number:
        return table
    flipped = table.frame["value"].where(table.frame["series"] != names[number], -table.frame["value"])
    return table.with_frame(table.frame.assign(value=flipped))


def _raw(column: pd.Series, kind: str | None, marks: NumberMarks) -> pd.Series:
    """What the names stand for, again as numbers or dates."""
    texts = column.astype(object)
    if kind == "number":
        return pd.to_numeric(texts.map(marks.canonical, na_action="ignore"))
    return pd.to_datetime(texts, format="%Y-%m-%d %H:%M:%S.%f", errors="coerce")
