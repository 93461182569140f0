"""The signals: kept when they are emitted, claimed in that order by one worker, followed by whoever asks."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import AsyncIterator, Mapping, Sequence
from contextlib import suppress
from functools import partial
from typing import Any, Final

from agent_svc.errors import DrainingError
from agent_svc.sessions.quotas import Counted, Quotas
from agent_svc.signals.bell import Bell
from agent_svc.signals.payload import check_signal
from agent_svc.signals.shop import SignalShop
from agent_svc.signals.signal import Entry, Signal
from agent_svc.signals.work import SignalWork
from agent_svc.turns.incident import incident
from plotlane_kit.caller import Caller
from plotlane_kit.errors import TABLE, Reason

MAX_LISTED: Final = 200
#: A user with more runs of signals under way is passed over, so that the scheduler, which lets a user have 60 entries
#: outside the queue, accepts even a signal with 32 prompts, and nobody else waits for that.
MAX_UNDER_WAY: Final = 28
_PAUSE_S: Final = 1.0  # after the database did not answer
_RESTARTED: Final = "Plotlane was restarted while this was handled; look at its sessions, then emit it under a new id."


class Signals:
    """All signals of this agent, which is the one that has the database."""

    def __init__(self, shop: SignalShop, quotas: Quotas, bell: Bell) -> None:
        """`bell`: what `shop.changed` rings: at each ring there may be something to tell, or to claim."""
        self._shop = shop
        self._quotas = quotas
        self._bell = bell
        self._under_way: set[SignalWork] = set()
        self._live_tags: set[str] = set()
        self._stopping = False
        self._cut: DrainingError | None = None
        self._worker: asyncio.Task[None] | None = None

    @property
    def handlers(self) -> tuple[str, ...]:
        """The names of those that there are, in alphabetical order."""
        return self._shop.handlers.names

    async def start(self) -> None:
        """Fail what a worker before this one left in process, which is not done again, and begin to claim."""
        await self._shop.book.fail_claimed(TABLE[Reason.UPSTREAM].sse, _RESTARTED, self._now())
        self._worker = asyncio.create_task(self._work(), name="signals")

    async def emit(self, caller: Caller, signal_id: str, handler: str, payload: Mapping[str, Any]) -> Entry:
        """Keep a signal; the same id with the same content again is the same signal. It counts as a message.

        Raises `InvalidSignalError`, `SignalConflictError`, `SignalsFullError`, `DrainingError`, RATE_LIMITED or
        LOCKED_OUT.
        """
        if self._stopping:
            raise DrainingError
        check_signal(signal_id, payload)
        await self._shop.handlers.check(Signal(signal_id, handler, caller.user, payload))
        async with self._quotas.spending(caller, Counted.MESSAGE):
            entry, is_new = await self._shop.book.emit(caller, signal_id, handler, payload, self._now())
        if is_new:
            self._bell.ring()
        return entry

    async def get(self, caller: Caller, signal_id: str) -> Entry:
        """A signal of the caller with its runs. Raises `SignalNotFoundError`."""
        return await self._shop.book.get(caller.user, signal_id)

    async def list(self, caller: Caller) -> Sequence[Entry]:
        """The caller's latest signals, the last one first, at most `MAX_LISTED`."""
        return await self._shop.book.list(caller.user, MAX_LISTED)

    async def watch(self, caller: Caller, signal_id: str) -> AsyncIterator[Entry]:
        """The same as `get` now and on each change, up to the end. Raises `SignalNotFoundError`."""
        told: Entry | None = None
        while told is None or not told.is_over:
            rung = self._bell.next()
            entry = await self._shop.book.get(caller.user, signal_id)
            if entry != told:
                told = entry
                yield entry
            else:
                await rung.wait()

    def busy(self) -> set[str]:
        """The sessions in which runs of signals are under way."""
        return {session_id for work in self._under_way for session_id in work.unfinished()}

    async def drain(self, drain_s: float) -> None:
        """Claim no more; let every claimed run reach its outcome for `drain_s` seconds, then fail the rest."""
        self._stopping = True
        self._bell.ring()
        all_ended = asyncio.ensure_future(self._all_ended())
        await asyncio.wait({all_ended}, timeout=drain_s)
        self._cut = DrainingError()
        for work in list(self._under_way):
            work.stop(self._cut)
        await all_ended

    async def close(self) -> None:
        """End the worker; what it has claimed by then is failed by the next one."""
        if self._worker is not None:
            self._worker.cancel()
            with suppress(asyncio.CancelledError):
                await self._worker

    async def _all_ended(self) -> None:
        if self._worker is not None:
            await asyncio.wait({self._worker})
        for work in list(self._under_way):
            await work.ended()

    async def _work(self) -> None:
        while not self._stopping:
            rung = self._bell.next()
            try:
                entry = await self._shop.book.claim(self._now(), self._at_their_limit())
            except Exception as error:  # the database: it may come back
                incident(error)
                await asyncio.sleep(_PAUSE_S)
                continue
            if entry is None:
                await rung.wait()
                continue
            work = SignalWork(entry, self._shop, self._live_tags)
            self._under_way.add(work)
            self._bell.ring()
            work.start(partial(self._retire, work))
            if self._cut is not None:  # since it was claimed
                work.stop(self._cut)
            await work.handed_over.wait()

    def _retire(self, work: SignalWork) -> None:
        self._under_way.discard(work)
        self._bell.ring()

    def _at_their_limit(self) -> set[str]:
        under_way = Counter[str]()
        for work in self._under_way:
            under_way[work.user] += work.runs_under_way
        return {user for user, count in under_way.items() if count > MAX_UNDER_WAY}

    def _now(self) -> float:
        return self._shop.clock.wall().timestamp()
