"""The new data: a table that takes the place of a session's, read as that was, for the same columns and steps."""

from __future__ import annotations

from dataclasses import replace

from agent_svc.catalogue import Catalogue, Chart
from agent_svc.data import Dataset
from agent_svc.guard.data_guard import DataGuard
from agent_svc.sessions.datasets import Datasets
from agent_svc.sessions.hold import Hold
from agent_svc.sessions.mapping import checked, remapped
from agent_svc.sessions.quotas import Quotas
from agent_svc.sessions.session import Session, Source
from agent_svc.sessions.store import SessionStore
from agent_svc.sessions.version import Bindings
from agent_svc.spending.budget import TurnBudget
from plotlane_kit.caller import Caller
from plotlane_kit.clock import Clock


class NewData:
    """Takes new data into sessions that are locked.

    Its signal was counted when it was emitted, and its run is: many that had to wait may be drawn in one minute.
    """

    def __init__(
        self,
        store: SessionStore,
        datasets: Datasets,
        catalogue: Catalogue,
        guard: DataGuard,
        quotas: Quotas,
        clock: Clock,
    ) -> None:
        self._store = store
        self._datasets = datasets
        self._catalogue = catalogue
        self._guard = guard
        self._quotas = quotas
        self._clock = clock

    async def take(self, caller: Caller, session_id: str, text: str, run: Hold, budget: TurnBudget) -> None:
        """Read `text` into the session that `run` locks; the data before stays when anything is wrong.

        What the user flipped in reading the last table, and the data steps, are done again; every role keeps its
        column. Raises the data layer's errors with the place, `InvalidError` that names a step which does not fit,
        `InvalidBindingsError` with every column that is missing, what the guard raises, and RUN_LIMIT without room.
        """
        async with self._quotas.storing(caller, session_id, len(text.encode())):
            before = await self._store.get(caller.user, session_id)
            reading, steps = ({}, ()) if before.source is None else (before.source.reading, before.source.steps)
            source, dataset = await self._datasets.keep(session_id, text, reading)
            try:
                source = replace(source, steps=steps)
                dataset = await self._datasets.get(source)
                await self._guard.admit(caller, dataset, before.locale, run.hold_id, run.token, budget)
                await self._store.update(self._with(before, source, dataset))
            except BaseException:  # nobody has seen it yet, and nobody will
                await self._datasets.forget(source)
                raise
            if before.source is not None:
                await self._datasets.forget(before.source)

    def _with(self, before: Session, source: Source, dataset: Dataset) -> Session:
        bindings = before.bindings
        if before.chart_id:
            bindings = _bindings(self._catalogue.get(before.chart_id), dataset, before.bindings)
        return replace(before, source=source, bindings=bindings, updated_at=self._clock.wall().timestamp())


def _bindings(chart: Chart, dataset: Dataset, before: Bindings) -> Bindings:
    """The same as before when there were any: nobody is there to see that another column was taken instead."""
    if not before:
        return remapped(chart, dataset, before).bindings
    return checked(chart, dataset, [(role, column) for role, columns in before.items() for column in columns]).bindings
