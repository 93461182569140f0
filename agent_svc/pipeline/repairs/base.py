"""A repair: one deterministic answer to a finding, as a chart option or a few statements."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Protocol

from agent_svc.catalogue import Chart
from agent_svc.gates.base import Finding


@dataclass(frozen=True, slots=True)
class Plan:
    """How a plot is to be drawn: the chart with its options, what is put into the script, and what that changes."""

    chart: Chart
    library: str
    options: Mapping[str, object]  #: complete
    fonts: tuple[str, ...] = ()  #: families that the library can use
    before_save: tuple[str, ...] = ()  #: statements in front of the one that saves
    after_theme: tuple[str, ...] = ()  #: statements behind the theme
    changes: tuple[str, ...] = ()  #: one sentence each, for people
    tried: frozenset[str] = frozenset()  #: names of repairs

    def having_tried(self, name: str) -> Plan:
        """The same, knowing that this repair has had its turn."""
        return replace(self, tried=self.tried | {name})

    def with_option(self, name: str, value: object, change: str) -> Plan:
        """With another value of an option."""
        return replace(self, options={**self.options, name: value}, changes=(*self.changes, change))

    def with_statements(self, statements: str, change: str) -> Plan:
        """With statements before the picture is saved."""
        return replace(self, before_save=(*self.before_save, statements), changes=(*self.changes, change))

    def takes(self, name: str, value: object) -> bool:
        """Whether the chart has that option and it may have that value, which it has not yet."""
        option = self.chart.option(name)
        return option is not None and option.refuses(value) is None and self.options.get(name) != value

    @property
    def draws_with_matplotlib(self) -> bool:
        """Whether the figure is one of matplotlib's, called `fig`."""
        return self.library in ("matplotlib", "seaborn")


class Repair(Protocol):
    """One answer. It changes how things look, or says in its sentence what is no longer shown on its own."""

    @property
    def name(self) -> str:
        """Its name, unique among the repairs."""

    @property
    def answers(self) -> frozenset[str]:
        """The gates whose findings it answers."""

    def apply(self, plan: Plan, finding: Finding, /) -> Plan | None:
        """The plan with this repair; None when it cannot help here."""
