"""The steps of a read-back: one function for each kind of step, from table to table."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any, Final

from agent_svc.catalogue import readback as declared
from agent_svc.gates.readback.steps import along, groups, rows, statistics
from agent_svc.gates.readback.table import Table

_Apply = Callable[[Table, Any], Table]

APPLY: Final[Mapping[type[Any], _Apply]] = {
    declared.Drop: rows.drop,
    declared.Positive: rows.positive,
    declared.Interval: rows.interval,
    declared.Cut: rows.cut,
    declared.Scale: rows.scale,
    declared.Copy: rows.copy,
    declared.Negate: rows.negate,
    declared.Aggregate: groups.aggregate,
    declared.Top: groups.top,
    declared.Share: groups.share,
    declared.Rank: groups.rank,
    declared.Normalise: groups.normalise,
    declared.Extent: groups.extent,
    declared.Spread: groups.spread,
    declared.Cumulative: along.cumulative,
    declared.Bridge: along.bridge,
    declared.Stack: along.stack,
    declared.Difference: along.difference,
    declared.Rolling: along.rolling,
    declared.Bin: statistics.bin_values,
    declared.Fit: statistics.fit,
    declared.Ecdf: statistics.ecdf,
    declared.Quantiles: statistics.quantiles,
    declared.Correlate: statistics.correlate,
}


def apply(table: Table, steps: Iterable[Any]) -> Table:
    """The table after `steps`, those left out whose options do not ask for them."""
    for step in steps:
        if table.holds(step.when):
            table = APPLY[type(step)](table, step)
    return table
