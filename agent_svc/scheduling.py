"""Scheduling: holds and places from the scheduler, with its refusals in the words of the agent's users."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import AbstractAsyncContextManager, asynccontextmanager, contextmanager, nullcontext
from typing import Final

from agent_svc.errors import (
    CapacityError,
    DrainingError,
    PlaceLostError,
    RunActiveError,
    RunLimitError,
    StoppedError,
    UpstreamError,
)
from agent_svc.lease_book import LeaseBook
from agent_svc.sessions.hold import Hold, WorkKind
from agent_svc.turns.events import Queued
from agent_svc.turns.places import Place, PlaceRequest, RunOutcome
from agent_svc.turns.plotter import RUNS_POOL
from plotlane_kit.caller import Caller
from plotlane_kit.clock import Clock
from plotlane_kit.errors import PlotlaneError, Reason, RemoteError
from plotlane_kit.run_tag import carrying
from scheduler_svc.client import LeaseEndedError, Policy, RunLease, SchedulerClient
from scheduler_svc.core.run import EndReason, Outcome

OUTCOMES: Final = {
    RunOutcome.OK: Outcome.OK,
    RunOutcome.FAILED: Outcome.FAILED,
    RunOutcome.ERROR: Outcome.ERROR,
    RunOutcome.NOT_READY: Outcome.NOT_READY,
}
_UNDER_WAY: Final = {
    "plot": "a plot is being made",
    "turn": "a message is being answered",
    "paste": "new data is being read",
    "reading": "the data is being read again",
    "bindings": "the columns are being changed",
    "options": "the options are being changed",
    "switch": "the chart is being changed",
    "toggle": "a picture is being drawn in its other theme",
    "delete": "it is being deleted",
    "copy": "it is being copied for a fan-out",
    "convert": "a file is being converted",
    "step": "a data step is being applied",
    "data": "data code is running",
}


class ScheduledPlaces:
    """Holds and places of the scheduler behind `client`; `book` has those that lock a session while we have them."""

    def __init__(self, client: SchedulerClient, book: LeaseBook, clock: Clock) -> None:
        self._client = client
        self._book = book
        self._clock = clock

    @asynccontextmanager
    async def hold(self, caller: Caller, session_id: str, kind: WorkKind) -> AsyncIterator[Hold]:
        """Hold a session; see `SessionHolds.hold`."""
        with in_our_words():
            async with (
                self._client.hold(caller, [f"session:{session_id}"], kind=kind.value) as lease,
                self._book.noting(caller, lease.id, lease.token),
            ):
                yield Hold(lease.id, lease.token)

    @asynccontextmanager
    async def place(
        self, caller: Caller, request: PlaceRequest, on_queued: Callable[[Queued], None]
    ) -> AsyncIterator[Place]:
        """Wait for a place and keep it; see `Places.place`."""
        hold_id = "" if request.hold is None else request.hold.hold_id
        run = self._client.run(
            caller,
            kind=request.kind,
            pool=request.pool,
            lane=request.lane,
            hold_id=hold_id,
            with_model=request.with_model,
            amid_work=request.pool != RUNS_POOL,  # a slot is for a run, or for a file whose session is held
            on_limit=Policy.WAIT if request.wait else Policy.REFUSE,
        )
        began = self._clock.monotonic()
        with in_our_words():
            async with run, self._noting(caller, run, request):
                async for waits in run.places():
                    on_queued(Queued(waits.position, waits.waiting, waits.estimated_wait_s))
                proof = run.proof
                waited_s = self._clock.monotonic() - began
                place = Place(proof.lease_id, proof.token, waited_s, renderer=proof.renderer, tag=run.tag)
                # A slot is taken from inside a run, whose tag it is that calls carry there.
                with carrying(run.tag if request.pool == RUNS_POOL else ""):
                    yield place
                run.outcome = OUTCOMES[place.outcome]

    def _noting(self, caller: Caller, run: RunLease, request: PlaceRequest) -> AbstractAsyncContextManager[None]:
        # A slot is another matter: its renderer may still be at work in it.
        return self._book.noting(caller, run.id, run.token) if request.pool == RUNS_POOL else nullcontext()

    async def cancel_session(self, caller: Caller, session_id: str) -> None:
        """End whatever locks the session; see `Places.cancel_session`."""
        await self._client.cancel_session(caller, session_id)


@contextmanager
def in_our_words() -> Iterator[None]:
    """Say what the scheduler refuses or ends in the words of the agent's users."""
    try:
        yield
    except LeaseEndedError as ended:
        raise meaning(ended.end) from ended
    except RemoteError as refusal:
        ours = _OURS.get(refusal.reason)
        if ours is None:
            raise
        raise ours(refusal) from refusal


def _run_active(refusal: RemoteError) -> RunActiveError:
    kind = refusal.metadata.get("kind", "")
    under_way = _UNDER_WAY.get(kind, "something else is under way")
    text = f"{under_way} in this session; wait until it ends or stop it, then try again"
    return RunActiveError(text, metadata={"kind": kind})


def _run_limit(refusal: RemoteError) -> RunLimitError:
    count = refusal.metadata.get("count", "")
    if not count:  # not about runs: about what the user keeps
        return RunLimitError(refusal.message, metadata=refusal.metadata)
    runs = "plot or data run" if count == "1" else "plots or data runs"
    text = f"you already have {count} {runs} in progress in other windows; wait until one finishes, then try again"
    return RunLimitError(text, metadata=refusal.metadata, retry_after_s=refusal.retry_after_s)


_OURS: Final[dict[Reason, Callable[[RemoteError], PlotlaneError]]] = {
    Reason.RUN_ACTIVE: _run_active,
    Reason.RUN_LIMIT: _run_limit,
}


def meaning(end: EndReason) -> PlotlaneError:
    """What the end of a lease means to its user."""
    match end:
        case EndReason.CANCELLED:
            return StoppedError()
        case EndReason.EXPIRED:
            return CapacityError("no place became free for as long as a plot may wait; try again in a moment")
        case EndReason.DRAINED:
            return DrainingError()
        case EndReason.RENDERER_LOST:
            return PlaceLostError()
        case _:
            return UpstreamError()
