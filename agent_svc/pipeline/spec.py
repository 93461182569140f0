"""The specification of a plot: everything that decides what is drawn."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from agent_svc.catalogue import Chart
from agent_svc.code.theme import Theme
from agent_svc.data.column import Column


@dataclass(frozen=True, slots=True)
class PlotSpec:
    """One plot to make. Bindings and options have been checked against the chart and the data before they come here."""

    chart: Chart | None  #: None: not chosen yet
    library: str
    columns: tuple[Column, ...]  #: those of data.csv, in its order
    data_csv: str  #: canonical; empty: no data yet
    bindings: Mapping[str, tuple[str, ...]]  #: columns by role name
    options: Mapping[str, object] = field(default_factory=dict)  #: those that were set; the others have their default
    theme: Theme = Theme.LIGHT
