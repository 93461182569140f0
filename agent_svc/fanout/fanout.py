"""The fan-out: a group of runs under way, each making its member's plot, told as one row of events."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from uuid import uuid4

from agent_svc.errors import StoppedError
from agent_svc.fanout.book import FanOutBook
from agent_svc.fanout.expected import ExpectedTimes
from agent_svc.fanout.log import FanOutLog
from agent_svc.fanout.member import Member, whole_outcome
from agent_svc.fanout.member_turn import MemberTurn
from agent_svc.groups.group import Group, Groups, MemberRun
from agent_svc.groups.listening import Listening
from agent_svc.groups.run_end import Hearing, RunEnd
from agent_svc.groups.seat import Seat
from agent_svc.sessions.store import SessionStore
from agent_svc.turns.events import Done, Ready
from agent_svc.turns.incident import incident
from agent_svc.turns.places import Places
from agent_svc.turns.plotter import Plotter
from plotlane_kit.caller import Caller
from plotlane_kit.clock import Clock
from plotlane_kit.errors import PlotlaneError


@dataclass(frozen=True, slots=True)
class Workshop:
    """What fan-outs are made with; `plotter` makes one whose places are those of a seat."""

    groups: Groups
    places: Places
    plotter: Callable[[Places], Plotter]
    store: SessionStore
    book: FanOutBook
    expected: ExpectedTimes
    clock: Clock


class FanOut:
    """One fan-out, from its admission to the end of its last member."""

    def __init__(self, caller: Caller, members: Sequence[Member], workshop: Workshop) -> None:
        self.group_id = str(uuid4())
        self.caller = caller
        self.members = tuple(members)
        self.log = FanOutLog()
        self._shop = workshop
        self._runs = {str(uuid4()): member for member in members}
        self._turns = {run_id: MemberTurn(caller, member.session_id) for run_id, member in self._runs.items()}
        self._seats: dict[str, Seat] = {}
        self._ends: dict[Member, RunEnd] = {}
        self._task: asyncio.Task[None] | None = None

    async def start(self, on_end: Callable[[], None]) -> None:
        """Begin, and return once the scheduler has accepted all runs; `on_end` is called when it is over.

        Raises what kept them from being accepted; the fan-out is over then, without an event.
        """
        admitted: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        admitted.add_done_callback(lambda known: known.cancelled() or known.exception())
        self._task = asyncio.create_task(self._run(admitted), name=f"fanout-{self.group_id}")
        self._task.add_done_callback(lambda _task: on_end())
        await asyncio.shield(admitted)

    def stop(self, because: PlotlaneError | None = None, *, waiting_only: bool = False) -> None:
        """Make the members end now, cancelled, or failed when `because` is given. Safe to call twice."""
        for run_id, turn in self._turns.items():
            seat = self._seats.get(run_id)
            if not (waiting_only and seat is not None and seat.began_at is not None):
                turn.stop(because)

    def unfinished(self) -> set[str]:
        """The sessions of the members that have not ended."""
        return {member.session_id for member in self.members if member not in self._ends}

    async def ended(self) -> None:
        """Return when every member has ended."""
        if self._task is not None:
            await asyncio.wait({self._task})

    async def _run(self, admitted: asyncio.Future[None]) -> None:
        because: PlotlaneError | None = None
        try:
            runs = [MemberRun(run_id, member.session_id, member.library) for run_id, member in self._runs.items()]
            async with self._shop.groups.open(self.caller, self.group_id, runs) as group:
                self.log.append(None, Ready(self.group_id))
                admitted.set_result(None)
                await self._play(group)
        except asyncio.CancelledError:
            because = StoppedError()
        except PlotlaneError as error:
            because = error
        except Exception as error:
            because = incident(error)
        if not admitted.done():
            admitted.set_exception(because or StoppedError())
            return
        self.log.append(None, Done(whole_outcome(list(self._ends.values()))))

    async def _play(self, group: Group) -> None:
        shop = self._shop
        for run_id, member in self._runs.items():
            turn = self._turns[run_id]
            run = MemberRun(run_id, member.session_id, member.library)
            seat = self._seats[run_id] = Seat(run, group, shop.places, shop.clock, turn.note)
            await turn.draw(shop.store, shop.plotter(seat), seat, shop.clock)
        members = asyncio.gather(*(self._follow(run_id) for run_id in self._runs))
        await Listening(group, self._seats, self._turns).until(members)

    async def _follow(self, run_id: str) -> None:
        """Pass the member's events on, and write down how it ended before that is told."""
        member, hearing = self._runs[run_id], Hearing()
        async for numbered in self._turns[run_id].log.follow():
            if isinstance(numbered.event, Ready):
                continue
            end = hearing.hear(numbered.event)
            if end is not None:
                await self._end(run_id, end)
            self.log.append(member, numbered.event)

    async def _end(self, run_id: str, end: RunEnd) -> None:
        member, seat, shop = self._runs[run_id], self._seats[run_id], self._shop
        self._ends[member] = end
        await seat.leave()
        if end.version and seat.began_at is not None:
            shop.expected.saw(member.library, shop.clock.monotonic() - seat.began_at)
        try:
            await shop.book.end(self.group_id, member, end)
        except Exception as error:  # the readers are told all the same
            incident(error)
