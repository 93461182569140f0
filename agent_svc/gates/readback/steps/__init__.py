"""The steps of a read-back: one function for each kind of step, from table to table."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any, Final

from agent_svc.catalogue import (
    readback_along,
    readback_choice,
    readback_estimates,
    readback_groups,
    readback_rows,
    readback_statistics,
)
from agent_svc.gates.readback.steps import along, choice, estimates, groups, lattice, rows, statistics
from agent_svc.gates.readback.table import Table

_Apply = Callable[[Table, Any], Table]

APPLY: Final[Mapping[type[Any], _Apply]] = {
    readback_rows.Drop: rows.drop,
    readback_rows.Positive: rows.positive,
    readback_rows.Interval: rows.interval,
    readback_rows.Cut: rows.cut,
    readback_rows.Scale: rows.scale,
    readback_rows.Copy: rows.copy,
    readback_rows.Edges: rows.edges,
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
    readback_estimates.Samples: estimates.samples,
    readback_estimates.Density: estimates.density,
    readback_estimates.Letters: estimates.letters,
    readback_estimates.Band: estimates.band,
    readback_estimates.Through: estimates.through,
    readback_estimates.Ranges: estimates.ranges,
    readback_estimates.Hexagons: lattice.hexagons,
    readback_choice.First: choice.first,
    readback_choice.Ends: choice.ends,
    readback_choice.Lead: choice.lead,
    readback_choice.Join: choice.join,
}


def apply(table: Table, steps: Iterable[Any]) -> Table:
    """The table after `steps`, those left out whose options do not ask for them."""
    for step in steps:
        if table.holds(step.when):
            table = APPLY[type(step)](table, step)
    return table
