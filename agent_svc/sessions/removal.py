"""The removal: what a deleted session has outside the database goes after its rows, if need be after a restart."""

from __future__ import annotations

from agent_svc.sessions.artifacts import ArtifactStore
from agent_svc.sessions.quotas import Quotas
from agent_svc.sessions.session import OwnedSession
from agent_svc.sessions.store import SessionStore
from plotlane_kit.caller import Caller, Tier


class Removal:
    """Removes files and counts. The store notes it when the rows go, so what breaks off is taken up again."""

    def __init__(self, store: SessionStore, artifacts: ArtifactStore, quotas: Quotas) -> None:
        self._store = store
        self._artifacts = artifacts
        self._quotas = quotas

    async def finish(self, gone: OwnedSession) -> None:
        """Remove what is left of a session whose rows are gone. May be done twice."""
        await self._artifacts.purge(gone.session_id)
        await self._quotas.forget_session(Caller(gone.user, Tier.PUBLIC), gone.session_id)
        await self._store.end_removal(gone.session_id)
