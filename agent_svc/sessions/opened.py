"""The opened session: a session as it is shown, with its data as read and the charts that fit it."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass

from agent_svc.catalogue import Catalogue, Chart
from agent_svc.data import Dataset
from agent_svc.data.steps import Stepped
from agent_svc.data.suggestions.suggest import Suggestion, suggest
from agent_svc.sessions.datasets import Datasets
from agent_svc.sessions.mapping import RoleMapping, state_of
from agent_svc.sessions.session import Session


@dataclass(frozen=True, slots=True)
class Opened:
    """A session with its data as read."""

    session: Session
    chart: Chart | None
    stepped: Stepped | None
    suggestions: tuple[Suggestion, ...] = ()
    """Charts that fit the data, best first, whatever is chosen."""

    @property
    def dataset(self) -> Dataset | None:
        """The data after its steps; None: none yet."""
        return None if self.stepped is None else self.stepped.dataset

    @property
    def mapping(self) -> RoleMapping:
        """The session's bindings and what they leave open."""
        return state_of(self.chart, self.session.bindings)


async def opened(session: Session, datasets: Datasets, catalogue: Catalogue) -> Opened:
    """`session` as it is shown. Raises `ArtifactNotFoundError` when its data has been taken away meanwhile."""
    stepped = None if session.source is None else await datasets.stepped(session.source)
    chart = chart_of(session, catalogue)
    if stepped is None:
        return Opened(session, chart, stepped)
    drawn = {one.id: one.roles for one in catalogue.charts.values() if session.library in one.libraries}
    return Opened(session, chart, stepped, await asyncio.to_thread(suggest, stepped, drawn))


def chart_of(session: Session, catalogue: Catalogue) -> Chart | None:
    """The chart of `session`; None: not chosen yet."""
    return catalogue.get(session.chart_id) if session.chart_id else None
