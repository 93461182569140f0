"""Steps that choose names by their order: the first ones, both ends, those that lead a ranking."""

from __future__ import annotations

import pandas as pd

from agent_svc.catalogue import readback_choice as declared
from agent_svc.gates.readback.table import Table


def first(table: Table, step: declared.First) -> Table:
    """The rows of the first names of a channel."""
    return _only(table, step.of, table.names(step.of)[: step.first]) if table.is_named(step.of) else table


def ends(table: Table, step: declared.Ends) -> Table:
    """The rows of the first and the last name, when there are more with a value than are shown."""
    if not table.is_named(step.ends):
        return table
    names = table.with_frame(table.frame.dropna(subset=["value"])).names(step.ends)
    return _only(table, step.ends, [names[0], names[-1]]) if len(names) > step.above else table


def lead(table: Table, step: declared.Lead) -> Table:
    """The rows of the names that come first in the order that was asked for."""
    chosen = table.option(step.option)
    limit = chosen if isinstance(chosen, int) else step.default
    frame = table.frame.dropna(subset=["value"])
    groups = frame.groupby(step.lead, observed=True)["value"]
    order = table.options.get(step.order)
    ranked: pd.Series = groups.mean()
    if order == "difference":
        ranked = (groups.max() - groups.min()).sort_values(ascending=False, kind="stable")
    elif order in ("ascending", "descending"):
        ranked = ranked.sort_values(ascending=order == "ascending", kind="stable")
    elif order == "label":
        ranked = ranked.sort_index(key=lambda names: names.astype(str).str.casefold())
    return _only(table, step.lead, [str(name) for name in ranked.index[:limit]])


def join(table: Table, step: declared.Join) -> Table:
    """Both names in one channel, in the order of the first, then of the second, where the second has several."""
    if not (table.is_named(step.join) and table.is_named(step.with_)):
        return table
    if len(table.frame[step.with_].cat.categories) < 2:
        return table
    pairs = [f"{a} · {b}" for a in table.names(step.join) for b in table.names(step.with_)]
    joined = table.frame[step.join].astype(str) + " · " + table.frame[step.with_].astype(str)
    frame = table.frame.assign(**{step.join: pd.Categorical(joined, pairs, ordered=True)})
    return table.with_frame(frame.drop(columns=step.with_))


def _only(table: Table, channel: str, names: list[str]) -> Table:
    return table.with_frame(table.frame[table.frame[channel].astype(str).isin(names)])
