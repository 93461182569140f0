"""The grammar's answers: a message answered without a language model, by requests that are understood as a whole."""

from __future__ import annotations

from dataclasses import replace

from agent_svc.catalogue import Catalogue
from agent_svc.data import Dataset
from agent_svc.errors import InvalidBindingsError, InvalidError, NotEligibleError, words_of
from agent_svc.guard.language import Language, language_of
from agent_svc.guard.sanitiser import sanitise
from agent_svc.models.chat_model import Answer, Change, ChatModel, Scene
from agent_svc.pipeline.outcome import Theme
from agent_svc.sessions.datasets import Datasets
from agent_svc.sessions.hold import Hold
from agent_svc.sessions.options import full_options
from agent_svc.sessions.session import Session
from agent_svc.sessions.store import SessionStore
from agent_svc.sessions.transcript import Speaker, TranscriptLine
from agent_svc.turns.changed import changed
from agent_svc.turns.changes import session_changes
from agent_svc.turns.earlier import earlier
from agent_svc.turns.events import Done, Message, Plot, TurnOutcome
from agent_svc.turns.making import Making
from agent_svc.turns.plotter import Plotter
from agent_svc.turns.turn import Turn
from agent_svc.turns.wording import WORDINGS
from plotlane_kit.clock import Clock

_NO_CHART = {
    Language.ENGLISH: "This session has no chart yet; choose one first.",
    Language.GERMAN: "Diese Sitzung hat noch kein Diagramm; wählen Sie zuerst eines.",
}
_NOTHING = {Language.ENGLISH: "Nothing was changed.", Language.GERMAN: "Es wurde nichts geändert."}
_ALREADY = {Language.ENGLISH: "It is like that already.", Language.GERMAN: "Es ist schon so."}


class GrammarAnswers:
    """Answers with a chat model that reads a message as one change."""

    def __init__(
        self,
        model: ChatModel,
        store: SessionStore,
        datasets: Datasets,
        catalogue: Catalogue,
        plotter: Plotter,
        clock: Clock,
    ) -> None:
        self._model = model
        self._store = store
        self._datasets = datasets
        self._catalogue = catalogue
        self._plotter = plotter
        self._clock = clock

    async def answer(self, turn: Turn, hold: Hold, session: Session, text: str) -> Done:
        """Change and draw what `text` asks for, or say why not; the turn's last event. Raises what kept it from it."""
        language = language_of(text, session.locale)
        if not session.chart_id:
            return await self._message(turn, session, _NO_CHART[language])
        dataset = None if session.source is None else await self._datasets.get(session.source)
        reply = await self._model.read(text, self._scene(session, dataset))
        if isinstance(reply, Answer):
            return await self._message(turn, session, reply.text)
        language = reply.language or language
        try:
            after = changed(session, reply, self._catalogue, dataset, earlier(session))
        except (InvalidError, InvalidBindingsError, NotEligibleError) as refused:
            return await self._message(turn, session, f"{words_of(refused)} {_NOTHING[language]}")
        return await self._apply(turn, hold, session, after, reply, language)

    def _scene(self, session: Session, dataset: Dataset | None) -> Scene:
        chart = self._catalogue.get(session.chart_id)
        return Scene(
            chart=chart,
            options=full_options(chart, session.options),
            locale=session.locale,
            library=session.library,
            columns=() if dataset is None else tuple(dataset.columns),
            bindings=session.bindings,
            charts=self._catalogue.charts,
            earlier=earlier(session),
        )

    async def _apply(
        self, turn: Turn, hold: Hold, before: Session, session: Session, change: Change, language: Language
    ) -> Done:
        latest = before.version(0)
        now = latest.theme if latest is not None else Theme.LIGHT
        undone = earlier(before) if change.undo else None
        theme = change.theme or (now if undone is None else undone.theme)
        said = session_changes(before, session, self._catalogue.get(session.chart_id), language)
        is_asked_to_draw = change.redraw or session != before or theme is not now
        if latest is not None and not is_asked_to_draw and await self._plotter.shows(latest, before):
            return await self._message(turn, before, _ALREADY[language])
        if session != before:
            session = replace(session, updated_at=self._clock.wall().timestamp())
        if latest is not None and theme is not now:
            said.append(WORDINGS[language].theme(theme))
        if said:
            turn.emit(Message(" ".join(said)))
        try:
            return await self._plotter.plot(turn, hold, session, theme, Making(language=language))
        except BaseException:
            if said and not turn.log.has(Plot):
                turn.emit(Message(_NOTHING[language]))
            raise

    async def _message(self, turn: Turn, session: Session, text: str) -> Done:
        text = sanitise(text)
        line = TranscriptLine(Speaker.PLOTLANE, text)
        await self._store.add_lines(session.session_id, [line], self._clock.wall().timestamp())
        turn.emit(Message(text))
        return Done(TurnOutcome.OK)
