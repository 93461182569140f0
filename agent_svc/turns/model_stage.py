"""The model's stage: what the root's tools reach of the turn: saving the session, its code, and making the plot."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from dataclasses import asdict, replace

from agent_svc.assistant.adapter import Adapter
from agent_svc.assistant.arguments import PlotPipeline
from agent_svc.assistant.reviewer import PictureReviewer
from agent_svc.assistant.told import shown_code
from agent_svc.assistant.workbench import Workbench
from agent_svc.code.span import ScriptShapeError
from agent_svc.code.unload import working_form_of
from agent_svc.data.difference import difference
from agent_svc.errors import InvalidError
from agent_svc.guard.language import Language
from agent_svc.pipeline.outcome import Theme
from agent_svc.sessions.artifacts import ArtifactStore
from agent_svc.sessions.datasets import Datasets
from agent_svc.sessions.hold import Hold
from agent_svc.sessions.session import Source, version_of
from agent_svc.sessions.store import SessionStore
from agent_svc.spending.paid_model import PaidModel
from agent_svc.turns.data_runs import DataRuns
from agent_svc.turns.events import Message, Plot
from agent_svc.turns.keeper import CODE_NAME
from agent_svc.turns.making import Making
from agent_svc.turns.plotter import Plotter, number_of
from agent_svc.turns.turn import Turn
from agent_svc.turns.wording import WORDINGS
from plotlane_kit.clock import Clock


class ModelStage:
    """One turn's; `plotted` is the plot that it made, if any."""

    def __init__(
        self,
        turn: Turn,
        hold: Hold,
        bench: Workbench,
        model: PaidModel,
        *,
        store: SessionStore,
        artifacts: ArtifactStore,
        plotter: Plotter,
        datasets: Datasets,
        data_runs: DataRuns,
        clock: Clock,
        review: bool,
        language: Language,
    ) -> None:
        self._turn = turn
        self._hold = hold
        self._bench = bench
        self._model = model
        self._store = store
        self._artifacts = artifacts
        self._plotter = plotter
        self._datasets = datasets
        self._data_runs = data_runs
        self._clock = clock
        self._unsaved: list[Source] = []
        self._review = review
        self._language = language
        self.plotted: Plot | None = None

    async def code(self, version: int) -> str:
        """See `Stage.code`."""
        return shown_code(await self._form(version))

    async def step(self, arguments: Mapping[str, object]) -> Mapping[str, object]:
        """See `Stage.step`."""
        source = self._bench.session.source
        if source is None:
            raise InvalidError("There is no data yet; a table has to be pasted first.")
        source, after = await self._datasets.step(source, arguments)
        self._bench.take_data(source, after.dataset)
        return {"done": after.applied[-1].title, "code": after.applied[-1].code}

    async def run_data(self, code: str) -> Mapping[str, object]:
        """See `Stage.run_data`."""
        before = self._bench.dataset
        if before is None:
            raise InvalidError("There is no data yet; a table has to be pasted first.")
        revision = await self._data_runs.run(self._turn, self._hold, self._bench.session, before, code)
        self._unsaved.append(revision.source)
        self._bench.take_data(revision.source, revision.dataset)
        changed = difference(before, revision.dataset)
        self._turn.emit(Message(WORDINGS[self._language].code(changed)))
        return {"done": asdict(changed)}

    async def forget_unsaved(self) -> bool:
        """Remove tables that were made and never saved; whether there were any."""
        if not self._unsaved:
            return False
        # A turn that is stopped while its plot is stored has saved them.
        now = await self._store.get(self._turn.caller.user, self._turn.session_id)
        lost = [source for source in self._unsaved if not _names(now.source, source)]
        for source in lost:
            await self._data_runs.forget(source)
        return bool(lost)

    async def plot(self, wish: PlotPipeline) -> Mapping[str, object]:
        """See `Stage.plot`."""
        previous = await self._previous() if wish.base == "previous" else ""
        making = Making(
            previous=previous,
            author=Adapter(self._model, wish.change) if wish.change.strip() else None,
            reviewer=PictureReviewer(self._model) if self._review else None,
            paid=self._model,
            language=self._language,
        )
        theme = Theme(wish.theme) if wish.theme else self._theme()
        if self._bench.changed:
            self._bench.session = replace(self._bench.session, updated_at=self._clock.wall().timestamp())
        self.plotted = await self._plotter.make(self._turn, self._hold, self._bench.session, theme, making)
        self._bench.saved = self._bench.session
        self._unsaved.clear()
        return _told(self.plotted)

    async def _previous(self) -> str:
        if not self._bench.same_chart:
            raise InvalidError("There is no version of this chart to start from; take base catalogue.")
        return await self._form(0)

    async def _form(self, number: int) -> str:
        version = version_of(self._bench.session, number)
        artifact = version.artifact(CODE_NAME)
        assert artifact is not None, "a version whose row exists has its code"
        run_form = (await self._artifacts.get(artifact.key)).decode()
        try:
            return await asyncio.to_thread(working_form_of, run_form)
        except ScriptShapeError as error:
            raise InvalidError("The code of this version cannot be changed; take base catalogue.") from error

    def _theme(self) -> Theme:
        latest = self._bench.session.version(0)
        return Theme.LIGHT if latest is None else latest.theme


def _names(kept: Source | None, source: Source) -> bool:
    """Whether `source` is `kept` or one that code made it of."""
    while kept is not None and kept.key != source.key:
        kept = None if kept.upload is None else kept.upload.before
    return kept is not None


def _told(plot: Plot) -> Mapping[str, object]:
    version = plot.version
    return {
        "status": plot.status.value,
        "reason": None if plot.reason is None else plot.reason.value,
        "version": number_of(plot),
        "detail": "" if plot.version is None else plot.detail,
        "changes": [] if version is None else list(version.changes),
        "remarks": [] if version is None else [remark.message for remark in version.remarks],
    }
