"""Steps that look at groups of rows: aggregation, the heaviest names, shares, ranks, spreads."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Final

import numpy as np
import pandas as pd

from agent_svc.catalogue import readback_groups as declared
from agent_svc.catalogue.readback_part import STATISTICS
from agent_svc.gates.readback.table import Table

OTHERS: Final = "Other ({})"  #: the name of so many names as one


def aggregate(table: Table, step: declared.Aggregate) -> Table:
    """One row per combination; a sum of nothing is missing."""
    how = _how(table, step.aggregate)
    keys, values = table.has(*step.by), table.has(*step.of)
    if not keys:
        whole = table.frame.assign(_all=0)
        return table.with_frame(_aggregated(whole, ["_all"], values, how).drop(columns="_all"))
    return table.with_frame(_aggregated(table.frame, keys, values, how))


def top(table: Table, step: declared.Top) -> Table:
    """All names but the heaviest as one, or left out."""
    if not table.has(step.top):
        return table
    weights = _weights(table, step)
    frame = table.frame
    if step.positive:
        weights = weights[weights > 0]
        frame = frame[frame[step.top].isin(weights.index)]
        frame = frame.assign(**{step.top: frame[step.top].cat.remove_unused_categories()})
    names = [str(name) for name in frame[step.top].cat.remove_unused_categories().cat.categories]
    limit = _limit(table, step, weights)
    if limit is None or len(names) <= limit + step.slack:
        return table.with_frame(frame)
    heavy = set(weights.sort_values(ascending=False, kind="stable").index[:limit])
    kept = [name for name in names if name in heavy]
    rest = OTHERS.format(len(names) - len(kept))
    other = table.option(step.other) if isinstance(step.other, str) else step.other
    column = frame[step.top]
    merged = column.astype(object).where(column.isin(heavy) | column.isna(), rest if other else None)
    labels = pd.Categorical(merged, [*kept, rest] if other else kept, ordered=True)
    return table.with_frame(frame.assign(**{step.top: labels}).dropna(subset=[step.top]))


def share(table: Table, step: declared.Share) -> Table:
    """Values as shares of the sum of their group."""
    factor = 100.0 if step.share == "percent" else 1.0
    total = _sums(table, step.within)
    return table.with_frame(table.frame.assign(value=factor * table.frame["value"] / total))


def rank(table: Table, step: declared.Rank) -> Table:
    """Values as ranks in their group, 1 first."""
    keys = table.has(*step.within)
    values = table.frame["value"]
    ascending = step.rank == "ascending"
    grouped = values.groupby([table.frame[key] for key in keys], observed=True) if keys else values
    return table.with_frame(table.frame.assign(value=grouped.rank(method=step.ties, ascending=ascending)))


def normalise(table: Table, step: declared.Normalise) -> Table:
    """Values from 0 to 1, or in standard deviations from the mean, in their group; equal ones are in the middle."""

    def unit(values: pd.Series) -> pd.Series:
        low, high = values.min(), values.max()
        return (values - low) / (high - low) if high > low else values * 0 + 0.5

    def zscore(values: pd.Series) -> pd.Series:
        deviation = values.std(ddof=0)
        return (values - values.mean()) / deviation if deviation > 0 else values * 0

    return _transformed(table, step.within, unit if step.normalise == "unit" else zscore)


def extent(table: Table, step: declared.Extent) -> Table:
    """The smallest and the largest value of each group."""
    frame = table.frame.dropna(subset=["value"])
    keys = table.has(*step.extent)
    if not keys:
        rows = pd.DataFrame({"low": [frame["value"].min()], "high": [frame["value"].max()]})
        return table.with_frame(rows)
    return table.with_frame(frame.groupby(keys, observed=True)["value"].agg(low="min", high="max").reset_index())


def spread(table: Table, step: declared.Spread) -> Table:
    """The centre of each group as value, with its spread as low and high."""
    frame = table.frame.dropna(subset=["value"])
    if step.given is not None and table.has(step.given):
        half = frame[step.given].abs().fillna(0)
        return table.with_frame(frame.assign(low=frame["value"] - half, high=frame["value"] + half))
    groups = frame.groupby(table.has(*step.by), observed=True)["value"]
    center = groups.agg(_how(table, step.center))
    kind = str(table.option(step.spread))
    low: Any
    high: Any
    if kind in ("minmax", "range", "min-max"):
        low, high = groups.min(), groups.max()
    elif kind == "quartiles":
        low, high = groups.quantile(0.25), groups.quantile(0.75)
    else:
        width: Any = groups.std(ddof=1).fillna(0)  # one value has no spread
        if kind in ("sem", "se", "ci95", "ci"):
            width = width / np.sqrt(groups.count()) * (1.96 if kind.startswith("ci") else 1.0)
        low, high = center - width, center + width
    return table.with_frame(pd.DataFrame({"value": center, "low": low, "high": high}).reset_index())


def grouped(table: Table, within: Sequence[str]) -> list[tuple[Any, pd.DataFrame]]:
    """The parts of the table that share what `within` names; the whole when nothing of it is there."""
    keys = table.has(*within)
    return list(table.frame.groupby(keys, observed=True)) if keys else [((), table.frame)]


def _transformed(table: Table, within: Sequence[str], change: Callable[[pd.Series], pd.Series]) -> Table:
    values = table.frame["value"].copy()
    for _, part in grouped(table, within):
        values.loc[part.index] = change(part["value"])
    return table.with_frame(table.frame.assign(value=values))


def _sums(table: Table, within: Sequence[str]) -> pd.Series:
    keys = table.has(*within)
    values = table.frame["value"]
    if not keys:
        return pd.Series(values.sum(), values.index)
    return values.groupby([table.frame[key] for key in keys], observed=True).transform("sum")


def _aggregated(frame: pd.DataFrame, keys: list[str], values: list[str], how: str) -> pd.DataFrame:
    groups = frame.groupby(keys, observed=True)
    columns = {
        value: groups[value].sum(min_count=1) if how == "sum" else getattr(groups[value], how)() for value in values
    }
    return pd.DataFrame(columns).reset_index()


def _how(table: Table, name: str) -> str:
    how = str(table.option(name))
    if table.counts:
        return "count"
    return how if how in STATISTICS else "mean"


def _weights(table: Table, step: declared.Top) -> pd.Series:
    """What each name weighs, in the order that decides between equal ones."""
    frame = table.frame
    if step.weigh == "rows":
        return frame[step.top].value_counts()
    weights = _aggregated(frame, [step.top], ["value"], _how(table, step.weigh)).set_index(step.top)["value"]
    order = table.options.get("sort")
    if order in ("ascending", "descending"):
        return weights.sort_values(ascending=order == "ascending", kind="stable")
    if order == "label":
        return weights.sort_index(key=lambda names: names.astype(str).str.casefold())
    return weights


def _limit(table: Table, step: declared.Top, weights: pd.Series) -> int | None:
    chosen = table.option(step.option) if step.option else None
    if isinstance(chosen, int) and not isinstance(chosen, bool):
        return max(chosen - step.less, 0)
    lying = step.lying is not None and table.options.get("orientation") == "horizontal"
    limit = step.lying if lying else step.default
    if limit is not None and step.least:
        limit = min(limit, int((weights >= step.least * weights.sum()).sum()))
    return None if limit is None else max(limit - step.less, 0)
