"""Steps along an order: running sums, piles, differences and moving averages."""

from __future__ import annotations

import re
from typing import cast

import numpy as np
import pandas as pd

from agent_svc.catalogue import readback_along as declared
from agent_svc.gates.readback.steps.groups import OTHERS, grouped
from agent_svc.gates.readback.table import Table, floats


def cumulative(table: Table, step: declared.Cumulative) -> Table:
    """Running sums in the order that the step names."""
    frame = table.frame
    if step.cumulative == "value":
        rest = frame["place"].astype(str).str.fullmatch(re.escape(OTHERS).replace(r"\{\}", r"\d+"))
        falling = frame.assign(rest=rest).sort_values(["rest", "value"], ascending=[True, False], kind="stable")
        frame = falling.drop(columns="rest")
    elif step.cumulative == "place":
        frame = frame.sort_values("place", kind="stable")
    ordered = table.with_frame(frame.reset_index(drop=True))
    values = ordered.frame["value"].copy()
    for _, part in grouped(ordered, step.within):
        values.loc[part.index] = part["value"].cumsum()
    summed = ordered.frame.assign(value=values)
    return ordered.with_frame(summed if step.last else summed.iloc[:-1])


def bridge(table: Table, step: declared.Bridge) -> Table:
    """Low and high: the running sum before and after each value, and perhaps a last bar of the whole."""
    frame = table.frame.dropna(subset=["value"])
    if step.bridge == "place":
        frame = frame.sort_values("place", kind="stable")
    after = frame["value"].cumsum()
    before = after.shift(fill_value=0.0)
    frame = frame.assign(low=np.minimum(before, after), high=np.maximum(before, after))
    total = str(table.option(step.total) or "")
    if step.total is not None and table.is_named("place"):
        whole = float(frame["value"].sum())
        last = pd.DataFrame({"place": [total], "value": [whole], "low": [min(whole, 0.0)], "high": [max(whole, 0)]})
        names = [*frame["place"].cat.categories, total]
        frame = pd.concat([frame.assign(place=frame["place"].astype(object)), last], ignore_index=True)
        frame["place"] = pd.Categorical(frame["place"], list(dict.fromkeys(names)), ordered=True)
    return table.with_frame(frame)


def stack(table: Table, step: declared.Stack) -> Table:
    """Low and high of each value on top of those of the series before it."""
    table = _sorted(table, step)
    frame = table.frame
    values = frame["value"]
    several = not table.has("series") or frame["series"].nunique() > 1
    if step.one_sign and ((values < 0).any() or not several):
        return table
    if step.gaps and values.notna().any():
        frame = _without_gaps(table, empty=step.empty)
    frame = frame.dropna(subset=["value"])
    frame = frame.sort_values(table.has("series"), kind="stable") if table.has("series") else frame
    frame = frame.reset_index(drop=True)
    if step.stack == "fill":
        total = frame.groupby(table.has(*step.within), observed=True)["value"].transform("sum")
        frame = frame.assign(value=frame["value"] / total)
    keys = [frame[key] for key in table.has(*step.within)]
    if step.stack == "signs":
        keys.append(frame["value"] < 0)
    top = frame["value"].groupby(keys, observed=True).cumsum()
    ends = pd.DataFrame({"start": top - frame["value"], "end": top})
    piled = frame.assign(low=ends.min(axis=1), high=ends.max(axis=1))
    return table.with_frame(_in_both_piles(piled) if step.both else piled)


def _in_both_piles(frame: pd.DataFrame) -> pd.DataFrame:
    """With a row of no height in the other pile for each row of a series that has values below zero."""
    if "series" not in frame.columns:
        below = pd.Series((frame["value"] < 0).any(), frame.index)
    else:
        below = (frame["value"] < 0).groupby(frame["series"], observed=True).transform("any")
    parts = [frame]
    for sign, end in ((1, "high"), (-1, "low")):
        pile = frame[end].where((frame["value"] < 0) == (sign < 0))
        reached = pile.groupby(frame["place"], observed=True).ffill().fillna(0.0)
        here = pile.isna() & (below if sign < 0 else True)
        parts.append(frame[here].assign(low=reached[here], high=reached[here]))
    return pd.concat(parts, ignore_index=True)


def _sorted(table: Table, step: declared.Stack) -> Table:
    """The series in the order that an option asks for, by the sum of their values or by name; Other stays last."""
    order = table.options.get(step.sort) if step.sort else None
    if not table.has("series") or order not in ("ascending", "descending", "label"):
        return table
    sums = table.frame.groupby("series", observed=True)["value"].sum()
    if order == "label":
        sums = sums.sort_index(key=lambda names: names.astype(str).str.casefold())
    else:
        sums = sums.sort_values(ascending=order == "ascending", kind="stable")
    names = sorted(map(str, sums.index), key=lambda name: name.startswith("Other ("))
    series = pd.Categorical(table.frame["series"].astype(str), names, ordered=True)
    return table.with_frame(table.frame.assign(series=series))


def difference(table: Table, step: declared.Difference) -> Table:
    """The change from the value before, along place; the first of each group has none."""
    ordered = table.with_frame(table.frame.sort_values("place", kind="stable").reset_index(drop=True))
    values = ordered.frame["value"].astype(float)
    for _, part in grouped(ordered, step.difference):
        values.loc[part.index] = part["value"].diff()
    return ordered.with_frame(ordered.frame.assign(value=values).dropna(subset=["value"]))


def rolling(table: Table, step: declared.Rolling) -> Table:
    """Centred moving averages along place."""
    window = table.option(step.rolling)
    if not isinstance(window, int) or window < 1:
        return table
    ordered = table.with_frame(table.frame.sort_values("place", kind="stable").reset_index(drop=True))
    values = ordered.frame["value"].astype(float)
    for _, part in grouped(ordered, step.within):
        values.loc[part.index] = part["value"].rolling(window, center=True, min_periods=1).mean()
    return ordered.with_frame(ordered.frame.assign(value=values))


def _without_gaps(table: Table, *, empty: bool) -> pd.DataFrame:
    """A value of every series at every place: between two values interpolated, beyond them zero."""
    wide = table.frame.groupby(["place", "series"], observed=True)["value"].first().unstack("series")
    if not table.is_named("place"):
        places = pd.Index(floats(wide.index.to_series()))
        wide = wide.set_axis(places).interpolate("index", limit_area="inside").set_axis(wide.index)
    wide = wide if empty else wide.dropna(how="all")
    filled = cast(pd.Series, wide.fillna(0).stack()).rename("value").reset_index()
    for channel in ("place", "series"):
        column = table.frame[channel]
        if isinstance(column.dtype, pd.CategoricalDtype):
            filled[channel] = pd.Categorical(filled[channel], column.cat.categories, ordered=True)
    return filled
