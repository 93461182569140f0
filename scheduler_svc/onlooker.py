"""The onlooker: what may be known of the scheduler as it is now; looking changes nothing but what is due anyway."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import suppress
from dataclasses import replace

from plotlane_kit.caller import Caller
from scheduler_svc.core.commands import Tick
from scheduler_svc.core.listing import Listed
from scheduler_svc.core.quota.calendar import Moment
from scheduler_svc.core.quota.ledger import Ledger
from scheduler_svc.core.quota.report import usage_of
from scheduler_svc.core.run import Run
from scheduler_svc.core.status import PoolStatus, SchedulerStatus
from scheduler_svc.driver import Driver


class Onlooker:
    """Looks on behalf of callers, operators and the meter."""

    def __init__(self, driver: Driver, heartbeat_s: float) -> None:
        """`heartbeat_s`: how often whoever watches hears of us at least."""
        self._driver = driver
        self._heartbeat_s = heartbeat_s
        self._is_over = False

    def end(self) -> None:
        """Nobody watches any more once the next change has been told."""
        self._is_over = True

    def listing(self, pool: str | None) -> tuple[list[Listed], float]:
        """Everything that has not ended, and the present time in seconds."""
        self._driver.do(Tick())
        now = self._driver.now()
        return self._driver.scheduler.listing(now, pool), now

    def users(self) -> set[str]:
        """Every user who has something that has not ended, or of whom something is counted. O(n log n)."""
        listed, _ = self.listing(None)
        return {each.user for each in listed} | {user for user, _ in self.ledger().accounts}

    def run_of_tag(self, tag: str) -> tuple[Run, str] | None:
        """The run in flight that carries `tag`, and the session that it locks; None when there is none."""
        self._driver.do(Tick())
        run = self._driver.scheduler.run_of_tag(tag)
        return None if run is None else (run, self._driver.scheduler.session_of(run))

    def ledger(self) -> Ledger:
        """What everybody has used, to be read only."""
        return self._driver.scheduler.ledger

    def moment(self) -> Moment:
        """Now, as quotas see it; what was due by now has happened."""
        self._driver.follow_wall_clock()
        self._driver.do(Tick())
        return self._driver.scheduler.ledger.moment(self._driver.now())

    def status(self, caller: Caller) -> SchedulerStatus:
        """The scheduler as it is now."""
        moment = self.moment()
        usage = usage_of(self._driver.scheduler.ledger, caller, moment)
        return replace(self._driver.scheduler.status(caller), usage=usage)

    async def watch(self, caller: Caller) -> AsyncIterator[SchedulerStatus]:
        """The status now, then after each round of changes and at least every heartbeat, until the service drains."""
        while not self._is_over:
            changed = self._driver.changed
            yield self.status(caller)
            with suppress(TimeoutError):
                await asyncio.wait_for(changed.wait(), self._heartbeat_s)

    def pools(self) -> tuple[PoolStatus, ...]:
        """Every pool as it is now."""
        return self._driver.scheduler.pools()

    def open_streams(self) -> int:
        """How many callers listen to a run, a hold or a group."""
        return self._driver.news.open_streams()

    def open_reservations(self) -> int:
        """How many amounts are set aside under a lease and not yet settled."""
        return len(self._driver.scheduler.ledger.reservations.open)
