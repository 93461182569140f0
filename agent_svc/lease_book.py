"""The lease book: the holds and runs that this agent has now, kept for the one that starts after it has died."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from typing import Final

import sqlalchemy as sa

from agent_svc.sessions.database import Database
from agent_svc.sessions.tables import leases
from plotlane_kit.caller import Caller, Tier
from plotlane_kit.errors import PlotlaneError
from plotlane_kit.event_log import event_log
from scheduler_svc.client import SchedulerClient

_LOG: Final = event_log("agent")


@dataclass(frozen=True, slots=True)
class Left:
    """A hold or a run that an agent had when it died."""

    lease_id: str
    token: int
    user: str


class LeaseBook:
    """Keeps leases in `database`, which belongs to one agent at a time."""

    def __init__(self, database: Database) -> None:
        self._database = database

    @asynccontextmanager
    async def noting(self, caller: Caller, lease_id: str, token: int) -> AsyncIterator[None]:
        """Have a lease in the book for the length of the block."""
        row = {"lease_id": lease_id, "token": token, "user": caller.user}
        await self._database.run(lambda connection: connection.execute(sa.insert(leases).values(row)))
        try:
            yield
        finally:
            mine = sa.delete(leases).where(leases.c.lease_id == lease_id)
            await self._database.run(lambda connection: connection.execute(mine))

    async def left(self) -> list[Left]:
        """All that is in the book; runs come after the holds that they are under."""
        wanted = sa.select(leases).order_by(leases.c.token)
        rows = await self._database.run(lambda connection: connection.execute(wanted).all())
        return [Left(row.lease_id, row.token, row.user) for row in rows]

    async def end_left(self, scheduler: SchedulerClient) -> None:
        """End what an agent that died has left, so that its users need not wait for the grace; before any work begins.

        The runs count as failed by our fault. With a scheduler that is not there they end by the grace, as without
        the book.
        """
        try:
            for lease in reversed(await self.left()):
                await scheduler.end(Caller(lease.user, Tier.PUBLIC), lease.lease_id, lease.token)
        except PlotlaneError as error:
            _LOG.warning("leases_left", reason=error.reason.value)
        await self._database.run(lambda connection: connection.execute(sa.delete(leases)))
