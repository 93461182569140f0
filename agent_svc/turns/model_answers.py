"""The model's answers: a message answered by the root, whose words are shown only beside what was really done."""

from __future__ import annotations

from agent_svc.assistant.arguments import PlotPipeline
from agent_svc.assistant.root import Asked, Root
from agent_svc.assistant.tools import Toolbox
from agent_svc.assistant.workbench import Workbench
from agent_svc.catalogue import Catalogue
from agent_svc.guard.language import Language
from agent_svc.sessions.artifacts import ArtifactStore
from agent_svc.sessions.datasets import Datasets
from agent_svc.sessions.hold import Hold
from agent_svc.sessions.session import Session
from agent_svc.sessions.store import SessionStore
from agent_svc.sessions.transcript import Speaker, TranscriptLine
from agent_svc.spending.paid_model import PaidModel
from agent_svc.turns.data_runs import DataRuns
from agent_svc.turns.events import Done, Message, TurnOutcome
from agent_svc.turns.model_stage import ModelStage
from agent_svc.turns.plotter import Plotter, done_of, number_of
from agent_svc.turns.turn import Turn
from agent_svc.turns.unbroken import unbroken
from plotlane_kit.clock import Clock
from plotlane_kit.errors import PlotlaneError

_NOTHING = {
    Language.ENGLISH: "Nothing was changed.",
    Language.GERMAN: "Es wurde nichts geändert.",
}
_LOST = {
    Language.ENGLISH: "I found no way to do that. Say it in other words.",
    Language.GERMAN: "Dafür habe ich keinen Weg gefunden. Bitte sagen Sie es mit anderen Worten.",
}
_FAILED = {
    Language.ENGLISH: "The plot could not be made this way; the versions before are as they were.",
    Language.GERMAN: "So konnte das Diagramm nicht erstellt werden; die früheren Versionen sind unverändert.",
}


class RootAnswers:
    """Answers with the root. What it sets is drawn even when it forgets to ask for that."""

    def __init__(
        self,
        store: SessionStore,
        artifacts: ArtifactStore,
        datasets: Datasets,
        catalogue: Catalogue,
        plotter: Plotter,
        data_runs: DataRuns,
        clock: Clock,
        *,
        review: bool,
    ) -> None:
        """`review`: whether each new picture is looked at."""
        self._store = store
        self._artifacts = artifacts
        self._datasets = datasets
        self._catalogue = catalogue
        self._plotter = plotter
        self._data_runs = data_runs
        self._clock = clock
        self._review = review

    async def answer(self, turn: Turn, hold: Hold, session: Session, text: str, model: PaidModel) -> Done:
        """See `Answers.answer`."""
        dataset = None if session.source is None else await self._datasets.get(session.source)
        asked = Asked(text, session.locale, session.transcript)
        bench = Workbench(session, self._catalogue, dataset)
        stage = ModelStage(
            turn,
            hold,
            bench,
            model,
            store=self._store,
            artifacts=self._artifacts,
            plotter=self._plotter,
            datasets=self._datasets,
            data_runs=self._data_runs,
            clock=self._clock,
            review=self._review,
            language=asked.language,
        )
        try:
            words = await self._words(Root(model, bench, Toolbox(bench, stage)), stage, asked)
            if stage.plotted is None and bench.changed:
                await stage.plot(PlotPipeline(base="previous" if bench.is_adapted else "catalogue"))
        except BaseException:
            if await unbroken(stage.forget_unsaved()):  # it was told when the code had run
                turn.emit(Message(_NOTHING[asked.language]))
            raise
        return await self._end(turn, session, stage, asked.language, words)

    async def _words(self, root: Root, stage: ModelStage, asked: Asked) -> str:
        try:
            return await root.answer(asked)
        except PlotlaneError:
            if stage.plotted is None:
                raise
            return ""  # the plot is there; only the words about it are missing

    async def _end(self, turn: Turn, session: Session, stage: ModelStage, language: Language, words: str) -> Done:
        plot = stage.plotted
        if plot is None:
            words = f"{words or _LOST[language]} {_NOTHING[language]}"
        elif plot.version is None:
            words = f"{words} {_FAILED[language]}".strip()
        if words:
            line = TranscriptLine(Speaker.PLOTLANE, words, 0 if plot is None else number_of(plot))
            await self._store.add_lines(session.session_id, [line], self._clock.wall().timestamp())
            turn.emit(Message(words))
        return Done(TurnOutcome.OK) if plot is None else done_of(plot)
