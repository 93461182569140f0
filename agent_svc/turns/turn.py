"""The turn: a task that the agent owns, its log, and how it is stopped."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Iterator
from contextlib import AbstractAsyncContextManager, contextmanager
from typing import Any, ClassVar, Final
from uuid import uuid4

from agent_svc.errors import StoppedError, UnreadError
from agent_svc.sessions.hold import Hold
from agent_svc.turns.events import Done, Event, Ready, Refusal, TurnOutcome
from agent_svc.turns.failure import event_of
from agent_svc.turns.incident import incident
from agent_svc.turns.log import TurnLog
from agent_svc.turns.presentable import presentable
from plotlane_kit.caller import Caller
from plotlane_kit.errors import REFUSALS, PlotlaneError
from plotlane_kit.event_log import event_log

_LOG: Final = event_log("agent")

Play = Callable[["Turn", Hold], Awaitable[Done]]


class Turn:
    """One turn of a session. While it is `waiting` for a place, it ends when its readers stay away."""

    LINE: ClassVar = "turn"  # of the log

    def __init__(self, caller: Caller, session_id: str, reader_grace_s: float) -> None:
        self.turn_id = uuid4().hex
        self.caller = caller
        self.session_id = session_id
        self.waiting = True
        self.log = TurnLog(self._readers_changed)
        self._reader_grace_s = reader_grace_s
        self._abandoned: asyncio.TimerHandle | None = None
        self.stop_reason: PlotlaneError | None = None
        self._task: asyncio.Task[None] | None = None
        self._refusal = ""

    async def start(self, hold: AbstractAsyncContextManager[Hold], play: Play, on_end: Callable[[], None]) -> None:
        """Begin, and return once the session is held; `on_end` is called when the task is over.

        Raises what keeps the session from being held; the turn is over then, without an event.
        """
        admitted: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        admitted.add_done_callback(lambda known: known.cancelled() or known.exception())
        self._task = asyncio.create_task(self._run(hold, play, admitted), name=f"turn-{self.turn_id}")
        self._task.add_done_callback(lambda _task: on_end())
        await asyncio.shield(admitted)

    def emit(self, event: Event) -> None:
        """Write an event for the readers, its texts made fit to leave."""
        self.log.append(presentable(event))

    def refuse(self, event: Refusal, verdict: str) -> Done:
        """Tell the readers that the request is declined; the log line says `verdict`, a word of a closed set."""
        self._refusal = verdict
        self.emit(event)
        return Done(TurnOutcome.REFUSED)

    @contextmanager
    def in_flight(self) -> Iterator[None]:
        """The turn has a place for the length of the block, and goes on there, readers or not; then it waits again."""
        waiting, self.waiting = self.waiting, False
        self._disarm()
        try:
            yield
        finally:
            self.waiting = waiting
            self._readers_changed(self.log.readers)

    def go_to_the_end(self) -> None:
        """The turn makes what it is for: from here on it goes to its end, readers or not."""
        self.waiting = False
        self._disarm()

    def stop(self, because: PlotlaneError | None = None) -> None:
        """Make the turn end now, cancelled, or failed when `because` is given. Safe to call twice."""
        if self._task is not None and not self._task.done():
            self.stop_reason = self.stop_reason or because
            self._task.cancel()

    async def ended(self) -> None:
        """Return when the turn is over and its session is free."""
        if self._task is not None:
            await asyncio.wait({self._task})

    async def _run(self, hold: AbstractAsyncContextManager[Hold], play: Play, admitted: asyncio.Future[None]) -> None:
        # The last event is written when the hold is given back: whoever reads it may act in the session at once.
        try:
            async with hold as held:
                self.emit(Ready(self.turn_id))
                admitted.set_result(None)
                self._readers_changed(self.log.readers)
                done = await play(self, held)
            self._finish(done)
        except (asyncio.CancelledError, StoppedError):
            self._fail(self.stop_reason, admitted)
        except PlotlaneError as error:
            self._fail(error, admitted)
        except Exception as error:
            self._fail(incident(error), admitted)

    def _fail(self, error: PlotlaneError | None, admitted: asyncio.Future[Any]) -> None:
        event = None if error is None or isinstance(error, StoppedError) else event_of(error)
        code = "" if event is None else event.code
        if not admitted.done():  # nothing has begun: whoever started the turn is told instead
            admitted.set_exception(error or StoppedError())
            if error is not None and error.reason in REFUSALS:
                self._refusal, code = code, ""
            self._report(TurnOutcome.REFUSED, code)
        elif event is None:
            self._finish(Done(TurnOutcome.CANCELLED))
        else:
            self.emit(event)
            if isinstance(event, Refusal):
                self._refusal, code = code, ""
            self._finish(Done(TurnOutcome.REFUSED if self._refusal else TurnOutcome.FAILED), code)

    def _finish(self, done: Done, code: str = "") -> None:
        self._disarm()
        self.emit(done)
        self._report(done.outcome, code)

    def _report(self, outcome: TurnOutcome, code: str) -> None:
        _LOG.info(self.LINE, tier=self.caller.tier.value, outcome=outcome.value, refusal=self._refusal, error=code)

    def _readers_changed(self, count: int) -> None:
        self._disarm()
        if count == 0 and self.waiting and not self.log.closed:
            loop = asyncio.get_running_loop()
            self._abandoned = loop.call_later(self._reader_grace_s, self.stop, UnreadError())

    def _disarm(self) -> None:
        if self._abandoned is not None:
            self._abandoned.cancel()
            self._abandoned = None
