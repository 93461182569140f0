"""The plotter: one plot in a turn, as named steps from the queue to the stored version."""

from __future__ import annotations

from typing import Final

from agent_svc.catalogue import Catalogue, Chart
from agent_svc.errors import VersionsFullError
from agent_svc.gates.png import MAX_BYTES as PICTURE_BYTES
from agent_svc.pipeline.deadline import Deadline
from agent_svc.pipeline.ended import Ended
from agent_svc.pipeline.outcome import PlotOutcome, PlotReason, PlotStatus, Step, Theme
from agent_svc.pipeline.readiness import ready_chart
from agent_svc.pipeline.run import run_pipeline
from agent_svc.pipeline.spec import PlotSpec
from agent_svc.sessions.datasets import Datasets
from agent_svc.sessions.hold import Hold
from agent_svc.sessions.quotas import Quotas
from agent_svc.sessions.session import Session
from agent_svc.sessions.store import SessionStore
from agent_svc.sessions.transcript import Speaker, TranscriptLine
from agent_svc.sessions.version import MAX_VERSION, Cost
from agent_svc.turns.events import Done, Plot, TurnOutcome, Working
from agent_svc.turns.keeper import Keeper
from agent_svc.turns.places import PlaceRequest, Places, RunOutcome
from agent_svc.turns.renderer import LeasedRenderer, RenderClient, pipeline_lane
from agent_svc.turns.turn import Turn
from agent_svc.turns.unbroken import unbroken
from plotlane_kit.clock import Clock

CODE_BYTES: Final = 1024 * 1024  # more than any script has
RUNS_POOL: Final = "runs"
KIND: Final = "plot"


class Plotter:
    """Makes the next version of a session that the turn holds."""

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

    async def plot(self, turn: Turn, hold: Hold, session: Session, theme: Theme) -> Done:
        """Queue, draw, judge, store; the turn's last event. Raises what kept it from being tried."""
        if session.next_number > MAX_VERSION:
            raise VersionsFullError
        spec = await self._spec(session, theme)
        try:
            chart = ready_chart(spec)
        except Ended as ended:
            return await self._over(turn, session, Plot(ended.status, ended.reason, ended.detail, None, Cost()))
        request = PlaceRequest(pool=RUNS_POOL, kind=KIND, hold=hold)
        room = PICTURE_BYTES + 2 * len(spec.data_csv.encode()) + CODE_BYTES
        async with (
            self._quotas.storing(turn.caller, session.session_id, room),
            self._places.place(turn.caller, request, turn.emit) as place,
        ):
            turn.in_flight()
            outcome = await self._run(turn, spec)
            place.outcome = _told(outcome)
            cost = Cost(queue_s=round(place.queue_s, 3), render_s=round(outcome.render_s, 3))
            return await unbroken(self._keep(turn, session, chart, spec, outcome, cost))

    async def _spec(self, session: Session, theme: Theme) -> PlotSpec:
        dataset = None if session.source is None else await self._datasets.get(session.source)
        return PlotSpec(
            chart=self._catalogue.get(session.chart_id) if session.chart_id else None,
            library=session.library,
            columns=() if dataset is None else dataset.columns,
            data_csv="" if dataset is None else dataset.csv,
            bindings=session.bindings,
            options=session.options,
            theme=theme,
        )

    async def _run(self, turn: Turn, spec: PlotSpec) -> PlotOutcome:
        def on_step(step: Step, attempt: int) -> None:
            turn.emit(Working(step, attempt))

        renderer = LeasedRenderer(self._places, self._renderer, turn.caller, pipeline_lane(turn.caller.tier), KIND)
        return await run_pipeline(spec, renderer, Deadline(self._clock), on_step)

    async def _keep(
        self, turn: Turn, session: Session, chart: Chart, spec: PlotSpec, outcome: PlotOutcome, cost: Cost
    ) -> Done:
        version = await self._keeper.keep(session, chart, spec, outcome, cost) if outcome.png else None
        return await self._over(turn, session, Plot(outcome.status, outcome.reason, outcome.detail, version, cost))

    async def _over(self, turn: Turn, session: Session, plot: Plot) -> Done:
        number = plot.version.number if plot.version is not None else 0
        line = TranscriptLine(Speaker.PLOTLANE, _summary(plot), number)
        await self._store.add_lines(session.session_id, [line], self._clock.wall().timestamp())
        turn.emit(plot)
        return Done(TurnOutcome.OK if plot.version is not None else TurnOutcome.FAILED, number)


def _told(outcome: PlotOutcome) -> RunOutcome:
    if outcome.png:
        return RunOutcome.OK
    if outcome.status is PlotStatus.NOT_READY:
        return RunOutcome.NOT_READY
    ours = outcome.reason in (PlotReason.RENDERER, PlotReason.DEADLINE)
    return RunOutcome.ERROR if ours else RunOutcome.FAILED


def _summary(plot: Plot) -> str:
    if plot.version is None:
        return plot.detail
    drawn = "Here it is." if plot.version.number == 1 else "Drawn again."
    sentences = [*(plot.version.changes or (drawn,)), plot.detail]
    return " ".join(sentence for sentence in sentences if sentence)
