"""Quotas from the scheduler: the agent's side of what users may do in a minute and keep at once."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from typing import Final
from uuid import uuid4

from agent_svc.sessions.artifacts import ArtifactStore
from agent_svc.sessions.quotas import Counted
from plotlane_kit.caller import Caller
from plotlane_kit.errors import OF_THE_CONTENT, PlotlaneError, Reason
from scheduler_svc.client import QuotaClient
from scheduler_svc.core.quota.kind import QuotaKind

_KINDS: Final = {
    Counted.MESSAGE: QuotaKind.MESSAGES,
    Counted.PASTE: QuotaKind.PASTES,
    Counted.CONVERSION: QuotaKind.CONVERSIONS,
    Counted.COPY: QuotaKind.COPIES,
}
_STAYS_COUNTED: Final = OF_THE_CONTENT | {Reason.MESSAGE_REFUSED}


class ScheduledQuotas:
    """The ledger of the scheduler behind `client`."""

    def __init__(self, client: QuotaClient, amid_work: QuotaClient, artifacts: ArtifactStore) -> None:
        """`amid_work`: the same with the patience of work that is under way."""
        self._client = client
        self._amid_work = amid_work
        self._artifacts = artifacts

    @asynccontextmanager
    async def spending(self, caller: Caller, what: Counted, count: int = 1) -> AsyncIterator[None]:
        """Count `count` of `what`; see `Quotas.spending`."""
        name = uuid4().hex
        await self._client.reserve(caller, _KINDS[what], count, name)
        try:
            yield
        except BaseException as error:
            if not isinstance(error, PlotlaneError) or error.reason not in _STAYS_COUNTED:
                await self._settle(caller, name, 0)
            raise

    @asynccontextmanager
    async def storing(self, caller: Caller, session_id: str, room_bytes: int) -> AsyncIterator[None]:
        """Keep room for files; see `Quotas.storing`."""
        stored = await self._artifacts.stored_bytes(session_id)
        await self._amid_work.reserve(caller, QuotaKind.STORED_BYTES, stored + room_bytes, _stored(session_id))
        try:
            yield
        finally:
            await self._settle(caller, _stored(session_id), await self._artifacts.stored_bytes(session_id))

    async def strike(self, caller: Caller) -> None:
        """Count a refusal; see `Quotas.strike`."""
        with suppress(PlotlaneError):  # what was refused stays refused
            await self._client.record_strike(caller)

    async def keep_session(self, caller: Caller, session_id: str) -> None:
        """Count a session; see `Quotas.keep_session`."""
        await self._client.reserve(caller, QuotaKind.SESSIONS, 1, _session(session_id))

    async def forget_session(self, caller: Caller, session_id: str) -> None:
        """Count it no more; see `Quotas.forget_session`."""
        await self._settle(caller, _session(session_id), 0)
        await self._settle(caller, _stored(session_id), 0)

    async def _settle(self, caller: Caller, name: str, used: int) -> None:
        # What cannot be given back now stays counted; it must not undo what the user has done.
        with suppress(PlotlaneError):
            await self._client.settle(caller, name, used)


def _session(session_id: str) -> str:
    return f"session-{session_id}"


def _stored(session_id: str) -> str:
    return f"stored-{session_id}"
