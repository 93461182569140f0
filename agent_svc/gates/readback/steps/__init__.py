"""The steps of a read-back: one function for each kind of step, from table to table."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any, Final

from agent_svc.catalogue import readback_along, readback_groups, readback_rows, readback_statistics
from agent_svc.gates.readback.steps import along, groups, rows, statistics
from agent_svc.gates.readback.table import Table

_Apply = Callable[[Table, Any], Table]

APPLY: Final[Mapping[type[Any], _Apply]] = {
    readback_rows.Drop: rows.drop,
    readback_rows.Positive: rows.positive,
    readback_rows.Interval: rows.interval,
    readback_rows.Cut: rows.cut,
    readback_rows.Scale: rows.scale,
    readback_rows.Copy: rows.copy,
    readback_rows.Negate: rows.negate,
    readback_groups.Aggregate: groups.aggregate,
    readback_groups.Top: groups.top,
    readback_groups.Share: groups.share,
    readback_groups.Rank: groups.rank,
    readback_groups.Normalise: groups.normalise,
    readback_groups.Extent: groups.extent,
    readback_groups.Spread: groups.spread,
    readback_along.Cumulative: along.cumulative,
    readback_along.Bridge: along.bridge,
    readback_along.Stack: along.stack,
    readback_along.Difference: along.difference,
    readback_along.Rolling: along.rolling,
    readback_statistics.Bin: statistics.bin_values,
    readback_statistics.Fit: statistics.fit,
    readback_statistics.Ecdf: statistics.ecdf,
    readback_statistics.Quantiles: statistics.quantiles,
    readback_statistics.Correlate: statistics.correlate,
}


def apply(table: Table, steps: Iterable[Any]) -> Table:
    """The table after `steps`, those left out whose options do not ask for them."""
    for step in steps:
        if table.holds(step.when):
            table = APPLY[type(step)](table, step)
    return table
