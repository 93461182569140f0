"""The specification of a plot: everything that decides what is drawn."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from agent_svc.catalogue import Chart
from agent_svc.code.rewriting import Rewriting
from agent_svc.code.theme import Theme
from agent_svc.data.column import Column
from agent_svc.data.numbers.written_marks import WrittenMarks
from agent_svc.pipeline.number_format import drawn_options
from agent_svc.pipeline.units import shown_names


@dataclass(frozen=True, slots=True)
class Preparation:
    """The data steps between what a script reads and what it draws."""

    columns: tuple[Column, ...]  #: those of `data_csv`, in its order
    data_csv: str  #: what the script reads
    steps: tuple[Mapping[str, Any], ...]  #: their arguments, as a version keeps them
    code: tuple[str, ...]  #: what they are in the script


@dataclass(frozen=True, slots=True)
class PlotSpec:
    """One plot to make. Bindings and options have been checked against the chart and the data before they come here."""

    chart: Chart | None  #: None: not chosen yet
    library: str
    columns: tuple[Column, ...]  #: those of the data that is drawn, in its order
    data_csv: str  #: canonical, after the data steps; empty: no data yet
    bindings: Mapping[str, tuple[str, ...]]  #: columns by role name
    options: Mapping[str, object] = field(default_factory=dict)  #: those that were set; the others have their default
    theme: Theme = Theme.LIGHT
    previous: str = ""  #: the working form of an earlier version to start from; empty: the chart's script
    whole: bool = False  #: steps of options that are off stay in the code, so that it can be changed and rebound
    rewriting: Rewriting | None = None  #: what is changed in the form
    preparation: Preparation | None = None  #: None: the script draws what it reads
    marks: Mapping[str, WrittenMarks] = field(default_factory=dict)  #: in the numbers of the source, by column

    @property
    def shown(self) -> dict[str, str]:
        """The names with units that the script gives bound columns, by column."""
        return shown_names(self.columns, self.bindings)

    def options_of(self, chart: Chart) -> dict[str, object]:
        """Every option of `chart` as it is drawn. Raises InvalidError listing every refused one."""
        return drawn_options(chart.validate_options(self.options), self.marks, self.bindings, self.previous)

    @property
    def read_csv(self) -> str:
        """The data.csv of the script."""
        return self.data_csv if self.preparation is None else self.preparation.data_csv

    @property
    def is_adapted(self) -> bool:
        """Whether code runs that is not the catalogue's."""
        return bool(self.previous) or self.rewriting is not None
