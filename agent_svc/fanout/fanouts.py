"""The fan-outs: those under way, those that ended, and what an agent before this one left behind."""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from collections.abc import Sequence
from contextlib import suppress
from typing import Final

from agent_svc.catalogue import Chart
from agent_svc.errors import (
    DrainingError,
    FanOutNotFoundError,
    SessionNotFoundError,
)
from agent_svc.fanout.book import Entry
from agent_svc.fanout.choice import chooser
from agent_svc.fanout.copies import Copies
from agent_svc.fanout.fanout import FanOut, Workshop
from agent_svc.fanout.log import FanOutLog
from agent_svc.fanout.member import Member, whole_outcome
from agent_svc.groups.run_end import RunEnd
from agent_svc.libraries import Libraries
from agent_svc.sessions.version import Version
from agent_svc.turns.events import Done, Failure, Message, Plot, Ready, TurnOutcome
from agent_svc.turns.unbroken import unbroken
from plotlane_kit.caller import Caller
from plotlane_kit.errors import TABLE, Reason

MAX_ENDED: Final = 200  # kept in memory; of older ones the book tells the ends
RETOLD_FROM: Final = 1_000_000  # ids of events that are told from the book: larger than any that was told live
_RESTARTED: Final = RunEnd(
    TurnOutcome.FAILED,
    code=TABLE[Reason.UPSTREAM].sse,
    text="Plotlane was restarted while this was being made; start it again.",
)


class FanOuts:
    """Starts fan-outs, finds them again, stops them."""

    def __init__(self, copies: Copies, libraries: Libraries, workshop: Workshop) -> None:
        self._copies = copies
        self._libraries = libraries
        self._shop = workshop
        self._running: dict[str, FanOut] = {}
        self._ended: OrderedDict[str, FanOut] = OrderedDict()
        self._draining = False

    async def start(self, caller: Caller, session_id: str, libraries: Sequence[str]) -> FanOut:
        """Copy the session for each of `libraries` (none: all that can draw its chart) and have their plots made.

        Raises what `Copies.make` and `FanOut.start` raise, `InvalidError` for a library that cannot draw the chart,
        `NotEligibleError` when none can, and `DrainingError`. Nothing is left then.
        """
        if self._draining:
            raise DrainingError
        choose = chooser(libraries, await self._libraries.available())
        expected = self._shop.expected

        def longest_first(chart: Chart) -> list[str]:
            return expected.longest_first(list(choose(chart)))

        members = await self._copies.make(caller, session_id, longest_first)
        fan_out = FanOut(caller, members, self._shop)
        try:
            if self._draining:  # since the copies were begun
                raise DrainingError
            now = self._shop.clock.wall().timestamp()
            await self._shop.book.open(fan_out.group_id, caller.user, members, now)
            self._running[fan_out.group_id] = fan_out
            await unbroken(fan_out.start(lambda: self._retire(fan_out)))
        except (Exception, asyncio.CancelledError):
            if not fan_out.log.begun:  # a caller who is gone does not stop what has begun
                self._running.pop(fan_out.group_id, None)
                await unbroken(self._undo(fan_out))
            raise
        return fan_out

    async def find(self, caller: Caller, group_id: str) -> tuple[tuple[Member, ...], FanOutLog]:
        """The members and the events of a fan-out of the caller. Raises `FanOutNotFoundError`."""
        fan_out = self._of(caller, group_id)
        if fan_out is not None:
            return fan_out.members, fan_out.log
        entries = await self._shop.book.entries(group_id, caller.user)
        if not entries:
            raise FanOutNotFoundError
        return tuple(entry.member for entry in entries), await self._retold(caller, group_id, entries)

    async def cancel(self, caller: Caller, group_id: str) -> None:
        """Stop what has not ended; returns when all has. Raises `FanOutNotFoundError`."""
        fan_out = self._of(caller, group_id)
        if fan_out is not None:
            fan_out.stop()
            await fan_out.ended()
        elif not await self._shop.book.entries(group_id, caller.user):
            raise FanOutNotFoundError

    def busy(self) -> set[str]:
        """The sessions in which members are being drawn."""
        return {session_id for fan_out in self._running.values() for session_id in fan_out.unfinished()}

    async def drain(self, drain_s: float) -> None:
        """Start no more; end the members that wait; give those in flight `drain_s` seconds, then end them too."""
        self._draining = True
        running = list(self._running.values())
        for fan_out in running:
            fan_out.stop(DrainingError(), waiting_only=True)
        waits = [asyncio.ensure_future(fan_out.ended()) for fan_out in running]
        if waits:
            await asyncio.wait(waits, timeout=drain_s)
        for fan_out in running:
            fan_out.stop(DrainingError())
        for wait in waits:
            await wait

    async def recover(self) -> None:
        """At start: end what an agent before this one left in process; a picture that it has stored counts."""
        for group_id, user, member in await self._shop.book.in_process():
            version = await self._stored(user, member)
            end = _RESTARTED if version is None else RunEnd(TurnOutcome.OK, version.number)
            await self._shop.book.end(group_id, member, end)

    async def _undo(self, fan_out: FanOut) -> None:
        await self._shop.book.remove(fan_out.group_id)
        await self._copies.remove(fan_out.caller, fan_out.members)

    def _of(self, caller: Caller, group_id: str) -> FanOut | None:
        fan_out = self._running.get(group_id) or self._ended.get(group_id)
        return fan_out if fan_out is not None and fan_out.caller.user == caller.user else None

    def _retire(self, fan_out: FanOut) -> None:
        self._running.pop(fan_out.group_id, None)
        if fan_out.log.begun:
            self._ended[fan_out.group_id] = fan_out
        if len(self._ended) > MAX_ENDED:
            self._ended.popitem(last=False)

    async def _retold(self, caller: Caller, group_id: str, entries: Sequence[Entry]) -> FanOutLog:
        log = FanOutLog(RETOLD_FROM)
        log.append(None, Ready(group_id))
        ends = [entry.end or _RESTARTED for entry in entries]
        for entry, end in zip(entries, ends, strict=True):
            version = await self._stored(caller.user, entry.member, end.version) if end.version else None
            if version is not None:
                log.append(entry.member, Plot(version.status, version.reason, end.text, version, version.cost))
            elif end.code:
                log.append(entry.member, Failure(end.code, end.text))
            elif end.text:
                log.append(entry.member, Message(end.text))
            log.append(entry.member, Done(end.outcome, end.version))
        log.append(None, Done(whole_outcome(ends)))
        return log

    async def _stored(self, user: str, member: Member, number: int = 0) -> Version | None:
        with suppress(SessionNotFoundError):
            return (await self._shop.store.get(user, member.session_id)).version(number)
        return None
