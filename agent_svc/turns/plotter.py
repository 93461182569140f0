"""The plotter: one plot in a turn, as named steps from the queue to the stored version."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from agent_svc.catalogue import Catalogue, Chart
from agent_svc.data.steps import Stepped
from agent_svc.errors import VersionsFullError
from agent_svc.gates.png import MAX_BYTES as PICTURE_BYTES
from agent_svc.guard.language import Language, language_of
from agent_svc.guard.sanitiser import sanitise
from agent_svc.pipeline.adapted import run_adapted
from agent_svc.pipeline.deadline import Deadline
from agent_svc.pipeline.ended import Ended
from agent_svc.pipeline.outcome import PlotOutcome, PlotReason, PlotStatus, Step, Theme
from agent_svc.pipeline.readiness import ready_chart
from agent_svc.pipeline.reviewer import reviewed
from agent_svc.pipeline.run import run_pipeline
from agent_svc.pipeline.spec import PlotSpec, Preparation
from agent_svc.sessions.datasets import Datasets
from agent_svc.sessions.hold import Hold
from agent_svc.sessions.quotas import Quotas
from agent_svc.sessions.session import Session
from agent_svc.sessions.store import SessionStore
from agent_svc.sessions.transcript import Speaker, TranscriptLine
from agent_svc.sessions.version import MAX_VERSION, Cost, Version
from agent_svc.turns.earlier import is_drawn
from agent_svc.turns.events import Done, Plot, TurnOutcome, Working
from agent_svc.turns.failure import event_of
from agent_svc.turns.keeper import Keeper
from agent_svc.turns.making import Making
from agent_svc.turns.places import PlaceRequest, Places, RunOutcome
from agent_svc.turns.renderer import LeasedRenderer, RenderClient, pipeline_lane
from agent_svc.turns.turn import Turn
from agent_svc.turns.unbroken import unbroken
from agent_svc.turns.wording import WORDINGS
from plotlane_kit.clock import Clock

CODE_BYTES: Final = 1024 * 1024  # more than any script has
RUNS_POOL: Final = "runs"
KIND: Final = "plot"
_PLAINLY: Final = Making()


class Plotter:
    """Makes the next version of a session that the turn holds.

    What was changed of the session for it is kept when the plot is, and told: not when nothing comes of it.
    """

    def __init__(
        self,
        store: SessionStore,
        datasets: Datasets,
        catalogue: Catalogue,
        keeper: Keeper,
        places: Places,
        renderer: RenderClient,
        quotas: Quotas,
        clock: Clock,
    ) -> None:
        self._store = store
        self._datasets = datasets
        self._catalogue = catalogue
        self._keeper = keeper
        self._places = places
        self._renderer = renderer
        self._quotas = quotas
        self._clock = clock

    async def plot(self, turn: Turn, hold: Hold, session: Session, theme: Theme, making: Making = _PLAINLY) -> Done:
        """Queue, draw, judge, store; the turn's last event. Raises what kept it from being tried."""
        return done_of(await self.make(turn, hold, session, theme, making))

    async def make(self, turn: Turn, hold: Hold, session: Session, theme: Theme, making: Making) -> Plot:
        """The same without ending the turn: the plot as its event has told it."""
        if session.next_number > MAX_VERSION:
            raise VersionsFullError
        spec = replace(await self._spec(session, theme), previous=making.previous)
        language = making.language or language_of("", session.locale)
        try:
            chart = ready_chart(spec)
        except Ended as ended:
            plot = Plot(ended.status, ended.reason, ended.detail, None, Cost())
            await self._store.update(session)
            return await self._over(turn, session, plot, language)
        request = PlaceRequest(RUNS_POOL, KIND, hold=hold, with_model=making.asks_a_model, wait=making.wait)
        room = PICTURE_BYTES + 2 * len(spec.read_csv.encode()) + CODE_BYTES
        async with (
            self._quotas.storing(turn.caller, session.session_id, room),
            self._places.place(turn.caller, request, turn.emit) as place,
        ):
            turn.go_to_the_end()
            # A run that has lost its place without knowing must not take the number of the one that came after it.
            await self._store.begin_run(session.session_id, place.token)
            outcome = await self._run(turn, spec, making)
            place.outcome = _told(outcome)
            cost = Cost(making.model_calls, making.tokens, round(place.queue_s, 3), round(outcome.render_s, 3))
            return await unbroken(self._keep(turn, session, chart, spec, outcome, cost, place.token, language))

    async def shows(self, version: Version, session: Session) -> bool:
        """Whether `version`, the latest, shows what `session` is now, its data and their steps among it."""
        spec = await self._spec(session, version.theme)
        steps = () if spec.preparation is None else spec.preparation.steps
        if not is_drawn(session, version) or version.steps != steps:
            return False
        return await self._keeper.was_drawn_of(version, spec.read_csv.encode())

    async def _spec(self, session: Session, theme: Theme) -> PlotSpec:
        stepped = None if session.source is None else await self._datasets.stepped(session.source)
        dataset = None if stepped is None else stepped.dataset
        return PlotSpec(
            chart=self._catalogue.get(session.chart_id) if session.chart_id else None,
            library=session.library,
            columns=() if dataset is None else dataset.columns,
            data_csv="" if dataset is None else dataset.csv,
            bindings=session.bindings,
            options=session.options,
            theme=theme,
            preparation=None if stepped is None else _preparation(stepped),
            marks={} if stepped is None else stepped.read.marks,
        )

    async def _run(self, turn: Turn, spec: PlotSpec, making: Making) -> PlotOutcome:
        def on_step(step: Step, attempt: int) -> None:
            turn.emit(Working(step, attempt))

        renderer = LeasedRenderer(self._places, self._renderer, turn.caller, pipeline_lane(turn.caller.tier), KIND)
        deadline = Deadline(self._clock)
        if making.author is None:
            outcome = await run_pipeline(spec, renderer, deadline, on_step)
        else:
            outcome = await run_adapted(spec, making.author, renderer, deadline, on_step)
        if making.reviewer is None or not outcome.png:
            return outcome
        on_step(Step.REVIEWING, 1)
        # Told beside the plot, not instead of it: what is drawn and judged is not lost for want of a second look.
        return await reviewed(outcome, making.reviewer, deadline, lambda busy: turn.emit(event_of(busy)))

    async def _keep(
        self,
        turn: Turn,
        session: Session,
        chart: Chart,
        spec: PlotSpec,
        outcome: PlotOutcome,
        cost: Cost,
        token: int,
        language: Language,
    ) -> Plot:
        version = None
        if outcome.png:
            version = await self._keeper.keep(session, chart, spec, outcome, cost, token, language)
        else:
            await self._store.begin_run(session.session_id, token)  # unless a newer one has begun
            await self._store.update(session)
        plot = Plot(outcome.status, outcome.reason, outcome.detail, version, cost)
        return await self._over(turn, session, plot, language)

    async def _over(self, turn: Turn, session: Session, plot: Plot, language: Language) -> Plot:
        line = TranscriptLine(Speaker.PLOTLANE, sanitise(_summary(plot, language)), number_of(plot))
        await self._store.add_lines(session.session_id, [line], self._clock.wall().timestamp())
        turn.emit(plot)
        return plot


def done_of(plot: Plot) -> Done:
    """The last event of a turn that made `plot`."""
    return Done(TurnOutcome.OK if plot.version is not None else TurnOutcome.FAILED, number_of(plot))


def number_of(plot: Plot) -> int:
    """The number of the version that came of it; 0: none."""
    return 0 if plot.version is None else plot.version.number


def _preparation(stepped: Stepped) -> Preparation | None:
    if not stepped.applied:
        return None
    steps = tuple(one.arguments for one in stepped.applied)
    return Preparation(stepped.read.columns, stepped.read.csv, steps, stepped.code)


def _told(outcome: PlotOutcome) -> RunOutcome:
    if outcome.png:
        return RunOutcome.OK
    if outcome.status is PlotStatus.NOT_READY:
        return RunOutcome.NOT_READY
    ours = outcome.reason in (PlotReason.RENDERER, PlotReason.DEADLINE)
    return RunOutcome.ERROR if ours else RunOutcome.FAILED


def _summary(plot: Plot, language: Language) -> str:
    if plot.version is None:
        return plot.detail
    words = WORDINGS[language]
    drawn = words.first if plot.version.number == 1 else words.again
    sentences = [*(plot.version.changes or (drawn,)), plot.detail]
    return " ".join(sentence for sentence in sentences if sentence)
