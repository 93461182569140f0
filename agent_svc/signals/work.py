"""The work: one claimed signal, from its handler's prompts to the end of its post phase."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from contextlib import AsyncExitStack
from enum import Enum, auto
from typing import Final

from agent_svc.errors import StoppedError
from agent_svc.groups.group import Group
from agent_svc.groups.listening import Listening
from agent_svc.groups.patience import opened_patiently
from agent_svc.groups.seat import Seat
from agent_svc.signals.errand import Errand, ErrandTurn, turn_of
from agent_svc.signals.handover import Handover
from agent_svc.signals.prompt import Prompt
from agent_svc.signals.refusal import TagInUseError
from agent_svc.signals.results import end_of, result_of, run_of
from agent_svc.signals.shop import SignalShop
from agent_svc.signals.signal import Entry
from agent_svc.turns.events import TurnOutcome
from agent_svc.turns.incident import incident
from agent_svc.turns.unbroken import unbroken
from plotlane_kit.caller import Caller, Tier
from plotlane_kit.errors import PlotlaneError
from plotlane_kit.event_log import event_log

_LOG: Final = event_log("agent")


class _Post(Enum):
    """How far the post phase is."""

    TO_COME = auto()
    BEGUN = auto()
    DONE = auto()


class SignalWork:
    """One signal. Nothing that goes wrong in it leaves it: it is written down as the signal's end."""

    def __init__(self, entry: Entry, shop: SignalShop, live_tags: set[str]) -> None:
        """`live_tags`: those that handlers chose for runs under way; shared by all signals."""
        self.handed_over = asyncio.Event()
        """Set when the next signal may be claimed."""
        self._entry = entry
        self._signal = entry.signal()
        self._caller = Caller(entry.user, Tier(entry.tier))
        self._shop = shop
        self._live_tags = live_tags
        self._errands: tuple[Errand, ...] = ()
        self._turns: dict[str, ErrandTurn] = {}
        self._handover = Handover(shop.claim_next)
        self._because: PlotlaneError | None = None
        self._post = _Post.TO_COME
        self._task: asyncio.Task[None] | None = None

    def start(self, on_end: Callable[[], None]) -> None:
        """Begin; `on_end` is called when it is over."""
        self._task = asyncio.create_task(self._run(), name=f"signal-{self._entry.seq}")
        self._task.add_done_callback(lambda _task: on_end())

    def stop(self, because: PlotlaneError) -> None:
        """Make it end now: runs fail with `because`, and the post phase comes if any has begun. Safe to call twice."""
        if self._because is None and self._task is not None:
            self._because = because
            if not self._turns:
                self._task.cancel()
        for turn in self._turns.values():
            turn.stop(because)

    @property
    def user(self) -> str:
        """Whose signal it is."""
        return self._entry.user

    @property
    def runs_under_way(self) -> int:
        """How many of its runs have not ended."""
        return len(self._pending())

    def unfinished(self) -> set[str]:
        """The sessions of runs that have not ended."""
        return {errand.room.session_id for errand in self._errands if errand.room is not None and errand.end is None}

    async def ended(self) -> None:
        """Return when it is over."""
        if self._task is not None:
            await asyncio.wait({self._task})

    async def _run(self) -> None:
        failure: PlotlaneError | None = None
        try:
            prompts = await self._shop.handlers.handle(self._signal)
            await self._prepare(prompts)
            await self._do()
        except asyncio.CancelledError:
            failure = self._because or StoppedError()
        except PlotlaneError as error:
            failure = error
        except Exception as error:
            failure = incident(error)
        self.handed_over.set()
        await unbroken(self._end(failure))

    async def _prepare(self, prompts: Sequence[Prompt]) -> None:
        """A session for each prompt; one that cannot have its own fails by itself."""
        self._errands = tuple(Errand(position, prompt) for position, prompt in enumerate(prompts))
        for errand in self._errands:
            try:
                if errand.prompt.tag in self._live_tags:
                    raise TagInUseError
                errand.room = await self._shop.rooms.of(self._caller, errand.prompt)
            except PlotlaneError as error:
                errand.fail(error)
        self._live_tags.update(errand.prompt.tag for errand in self._pending() if errand.prompt.tag)
        await self._shop.book.begin(self._entry.seq, [run_of(errand) for errand in self._errands])
        self._shop.changed()

    async def _do(self) -> None:
        """Have the runs accepted, follow them to their ends, and tell the handler before their locks are free."""
        try:
            async with AsyncExitStack() as stack:
                pending = self._pending()
                group = await self._opened(stack, pending) if pending else None
                self._accepted(pending)
                if group is not None:
                    await self._play(group, pending)
                await unbroken(self._tell_handler())
        except PlotlaneError as error:
            if self._post is _Post.DONE:  # the group was lost under it, which is of no matter any more
                return
            if self._post is _Post.BEGUN:
                raise
            # The group was refused, or lost: its locks are gone, but the handler still learns how it ended.
            self.handed_over.set()
            await self._give_up(error)
            await self._tell_handler()

    async def _opened(self, stack: AsyncExitStack, pending: Sequence[Errand]) -> Group:
        has_post = self._shop.handlers.has_post(self._signal.handler)
        members = [each.member(with_model=self._shop.asks_a_model(each.prompt)) for each in pending]
        return await opened_patiently(stack, self._shop.groups, self._caller, members, post_phase=has_post)

    def _accepted(self, pending: Sequence[Errand]) -> None:
        self._handover.accept(errand.run_id for errand in pending)
        self._look_at_the_handover()

    def _left_queue(self, run_id: str) -> None:
        self._handover.leave_queue(run_id)
        self._look_at_the_handover()

    def _look_at_the_handover(self) -> None:
        if self._handover.is_done:
            self.handed_over.set()

    async def _play(self, group: Group, pending: Sequence[Errand]) -> None:
        shop, seats = self._shop, dict[str, Seat]()
        self._turns = {errand.run_id: turn_of(self._caller, errand) for errand in pending}
        for errand in pending:
            turn = self._turns[errand.run_id]
            run = errand.member(with_model=shop.asks_a_model(errand.prompt))
            seats[errand.run_id] = Seat(run, group, shop.tools.places, shop.clock, turn.note, stays=True)
            await errand.begin(turn, seats[errand.run_id], shop.tools, self._left_queue)
            if self._because is not None:
                turn.stop(self._because)
        ends = asyncio.gather(*(self._follow(errand, seats[errand.run_id]) for errand in pending))
        await Listening(group, seats, self._turns).until(ends)

    async def _follow(self, errand: Errand, seat: Seat) -> None:
        end = await errand.follow(self._turns[errand.run_id])
        await seat.leave()
        errand.end = end
        self._live_tags.discard(errand.prompt.tag)
        self._left_queue(errand.run_id)
        await self._write_down(errand)

    async def _give_up(self, error: PlotlaneError) -> None:
        for errand in self._pending():
            errand.fail(error)
            self._live_tags.discard(errand.prompt.tag)
            if errand.room is not None and errand.run_id not in self._turns:
                await self._shop.rooms.clear(self._caller, errand.room)
            await self._write_down(errand)

    async def _write_down(self, errand: Errand) -> None:
        if errand.end is None:
            return
        try:
            await self._shop.book.end_run(self._entry.seq, errand.position, errand.end, limited=errand.limited)
        except Exception as error:  # the handler and the other runs go on all the same
            incident(error)
        self._shop.changed()

    async def _tell_handler(self) -> None:
        self._post = _Post.BEGUN
        if self._shop.handlers.has_post(self._signal.handler):
            await self._shop.handlers.post(self._signal, result_of(self._errands))
        self._post = _Post.DONE

    async def _end(self, failure: PlotlaneError | None) -> None:
        if failure is not None:
            await self._give_up(failure)
        end = end_of(self._errands, failure)
        try:
            await self._shop.book.end(self._entry.seq, end, self._shop.clock.wall().timestamp())
        except Exception as error:  # the worker goes on; the next start finds it claimed, and fails it
            incident(error)
        outcome = TurnOutcome.FAILED if end.failed else TurnOutcome.OK
        _LOG.info("signal", tier=self._entry.tier, outcome=outcome.value, limited=end.limited, error=end.code)
        self._shop.changed()

    def _pending(self) -> list[Errand]:
        return [errand for errand in self._errands if errand.end is None]
