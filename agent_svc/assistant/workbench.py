"""The workbench: a session as it is being changed in a turn; nothing is kept before it is saved."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from agent_svc.catalogue import Catalogue, Chart
from agent_svc.data import Dataset
from agent_svc.errors import InvalidError
from agent_svc.pipeline.outcome import PlotStatus
from agent_svc.sessions.mapping import RoleMapping, checked, remapped, state_of
from agent_svc.sessions.options import changed_options, full_options
from agent_svc.sessions.session import Session, Source
from agent_svc.sessions.switched import switched
from agent_svc.sessions.version import Options, Version

ADAPTED = "adapter"  #: the remark of a version whose code is not the catalogue's alone


class Workbench:
    """Holds the session, its chart and its data; every change of it is checked here."""

    def __init__(self, session: Session, catalogue: Catalogue, dataset: Dataset | None) -> None:
        self.saved = session
        self.session = session
        self.catalogue = catalogue
        self.dataset = dataset

    @property
    def changed(self) -> bool:
        """Whether there is something to save."""
        return self.session != self.saved

    @property
    def chart(self) -> Chart | None:
        """The session's chart; None: not chosen yet."""
        return self.catalogue.get(self.session.chart_id) if self.session.chart_id else None

    @property
    def options(self) -> dict[str, object]:
        """Every option of the chart as it is now."""
        return full_options(self.chart, self.session.options)

    @property
    def mapping(self) -> RoleMapping:
        """The bindings as they are now."""
        return state_of(self.chart, self.session.bindings)

    @property
    def is_adapted(self) -> bool:
        """Whether the latest version of this chart has code that was changed."""
        return is_adapted(self.session.version(0)) and self.same_chart

    @property
    def same_chart(self) -> bool:
        """Whether the latest version is of the session's chart and library."""
        latest = self.session.version(0)
        return latest is not None and (latest.chart_id, latest.library) == (self.session.chart_id, self.session.library)

    def set_options(self, options: Options) -> None:
        """Set options; None takes the default back. Raises `InvalidError` with every refused option."""
        self.session = replace(self.session, options=changed_options(self._chart(), self.session.options, options))

    def set_bindings(self, lines: Sequence[tuple[str, str]]) -> None:
        """Fill roles anew, those that are not named as they are. Raises `InvalidBindingsError` or `InvalidError`."""
        chart = self._chart()
        if self.dataset is None:
            raise InvalidError("There is no data yet; a table has to be pasted first.")
        named = {role for role, _ in lines}
        kept = [
            (role, column) for role, columns in self.session.bindings.items() if role not in named for column in columns
        ]
        mapping = checked(chart, self.dataset, [*kept, *lines])
        self.session = replace(self.session, bindings=mapping.bindings)

    def switch_chart(self, chart_id: str, library: str) -> None:
        """Show the data as another chart, or draw it with another library; what fits of the set-up is kept.

        Raises `UnknownChartError` that names the nearest, or `NotEligibleError` when the two do not go together.
        """
        self.session = switched(self.session, self.catalogue, self.dataset, chart_id, library)

    def take_data(self, source: Source, dataset: Dataset) -> None:
        """Take another table; the bindings that still hold stay, the others are found anew."""
        self.dataset = dataset
        self.session = replace(self.session, source=source)
        if self.chart is not None:
            bindings = remapped(self.chart, dataset, self.session.bindings).bindings
            self.session = replace(self.session, bindings=bindings)

    def _chart(self) -> Chart:
        chart = self.chart
        if chart is None:
            raise InvalidError("This session has no chart yet; switch_chart chooses one.")
        return chart


def is_adapted(version: Version | None) -> bool:
    """Whether the code of `version` was changed."""
    return version is not None and any(remark.gate == ADAPTED for remark in version.remarks)


def has_picture(status: PlotStatus) -> bool:
    """Whether a plot that ended so can be shown."""
    return status in (PlotStatus.OK, PlotStatus.NEEDS_ATTENTION)
