"""The seat: one run's place in the group, waited for, kept while its work is done, and given back."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import AbstractAsyncContextManager, AsyncExitStack, asynccontextmanager, suppress
from dataclasses import replace
from typing import Final

from agent_svc.errors import DrainingError
from agent_svc.groups.group import Ended, Group, MemberRun, Standing, Started
from agent_svc.sessions.hold import Hold, WorkKind
from agent_svc.turns.events import Blocked, Event, Queued
from agent_svc.turns.places import Place, PlaceRequest, Places, RunOutcome
from agent_svc.turns.plotter import RUNS_POOL
from agent_svc.turns.unbroken import unbroken
from plotlane_kit.caller import Caller
from plotlane_kit.clock import Clock
from plotlane_kit.errors import Reason
from plotlane_kit.run_tag import carrying

#: Why a run that waited is over when neither its user nor the time wanted it so.
_NOBODYS_WISH: Final = frozenset({Reason.DRAINING, Reason.UPSTREAM})
_PAUSE_S: Final = 0.5
_TRIES: Final = 240  # two minutes for a scheduler that stops to come back


class Seat:
    """What a plotter sees as its places: the one of pool `runs` comes from the group, all others from `places`.

    A run that the group loses before it has begun (the scheduler stops, or has forgotten the group) is asked for again;
    one that has begun never is, so that nothing is run twice.
    """

    def __init__(
        self,
        run: MemberRun,
        group: Group,
        places: Places,
        clock: Clock,
        tell: Callable[[Event], None],
        *,
        stays: bool = False,
    ) -> None:
        """`stays`: its locks and those of the group are what counts, so it is asked for again there or not at all."""
        self.run = run
        self._stays = stays
        self._group = group
        self._places = places
        self._clock = clock
        self._tell = tell
        self._opened_at = clock.monotonic()
        self._started: asyncio.Future[Started | None] = asyncio.get_running_loop().create_future()
        self.over = False
        """Whether the run has ended, or been given back."""
        self.began_at: float | None = None
        """When the place was given, of the monotonic clock; None: it was not."""

    def hear(self, standing: Standing) -> None:
        """Learn where the run stands."""
        match standing:
            case Queued() | Blocked() if self.began_at is None and not self.over:
                self._tell(standing)
            case Started() if not self._started.done():
                self._started.set_result(standing)
            case Ended(because):
                self.over = True
                if because is not None and because.reason in _NOBODYS_WISH:
                    self._ask_again()

    def lose_the_group(self) -> None:
        """There is no group any more: whoever waits for the place asks for it without, unless it stays."""
        self.over = True
        if not self._stays:
            self._ask_again()

    def _ask_again(self) -> None:
        self.over = True
        if not self._started.done():
            self._started.set_result(None)

    @property
    def goes_on(self) -> bool:
        """Whether it is asked for again."""
        return self._started.done() and self._started.result() is None

    def hold(self, caller: Caller, session_id: str, kind: WorkKind) -> AbstractAsyncContextManager[Hold]:
        """As without a group."""
        return self._places.hold(caller, session_id, kind)

    async def cancel_session(self, caller: Caller, session_id: str) -> None:
        """As without a group."""
        await self._places.cancel_session(caller, session_id)

    @asynccontextmanager
    async def place(
        self, caller: Caller, request: PlaceRequest, on_queued: Callable[[Queued], None]
    ) -> AsyncIterator[Place]:
        """The member's place when a run is asked for; see `Places.place`."""
        if request.pool != RUNS_POOL:
            async with self._places.place(caller, request, on_queued) as slot:
                yield slot
            return
        started = await self._started
        if started is None:
            if self._stays:
                again = self._group.rejoin(caller, self.run, on_queued)
            else:
                again = self._by_itself(caller, request, on_queued)
            async with again as place:
                self.began_at = self._clock.monotonic()
                place.queue_s = self.began_at - self._opened_at
                yield place
            return
        self.began_at = self._clock.monotonic()
        waited_s = self.began_at - self._opened_at
        place = Place(self.run.run_id, started.token, waited_s, renderer=started.renderer, tag=started.tag)
        told: RunOutcome | None = RunOutcome.ERROR
        try:
            with carrying(place.tag):
                yield place
            told = place.outcome
        except asyncio.CancelledError:
            told = None
            raise
        finally:
            await unbroken(self._give_back(told))

    @asynccontextmanager
    async def _by_itself(
        self, caller: Caller, request: PlaceRequest, on_queued: Callable[[Queued], None]
    ) -> AsyncIterator[Place]:
        """A place as a turn that waits has it: under a hold of the session."""
        async with AsyncExitStack() as stack:
            yield await self._entered(stack, caller, request, on_queued)

    async def _entered(
        self, stack: AsyncExitStack, caller: Caller, request: PlaceRequest, on_queued: Callable[[Queued], None]
    ) -> Place:
        for _ in range(_TRIES):
            async with AsyncExitStack() as this_time:
                with suppress(DrainingError):  # it stops, and another one begins soon
                    hold = await this_time.enter_async_context(
                        self._places.hold(caller, self.run.session_id, WorkKind.TURN)
                    )
                    waiting = replace(request, hold=hold, wait=True)
                    place = await this_time.enter_async_context(self._places.place(caller, waiting, on_queued))
                    stack.push_async_exit(this_time.pop_all())
                    return place
            await asyncio.sleep(_PAUSE_S)
        raise DrainingError

    async def leave(self) -> None:
        """Give the run back when no plot ever took its place; safe to call at any time."""
        if self.over:
            return
        if self._started.done():
            await self._give_back(RunOutcome.NOT_READY)
        else:
            self.over = True
            await self._group.drop(self.run.run_id)

    async def _give_back(self, outcome: RunOutcome | None) -> None:
        if not self.over:
            self.over = True
            await self._group.give_back(self.run.run_id, outcome)
