"""The desk: everything that a user does to a session outside a turn, each under the session's hold."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Final
from uuid import uuid4

from agent_svc.catalogue import Catalogue, Chart
from agent_svc.errors import ArtifactNotFoundError, InvalidError
from agent_svc.guard.data_guard import DataGuard
from agent_svc.sessions.artifacts import ArtifactStore
from agent_svc.sessions.bundle import BUNDLE_NAME, bundle
from agent_svc.sessions.datasets import Datasets
from agent_svc.sessions.eligibility import check_eligible
from agent_svc.sessions.hold import SessionHolds, WorkKind
from agent_svc.sessions.idle import IdleLimits
from agent_svc.sessions.mapping import checked, remapped
from agent_svc.sessions.opened import Opened, chart_of, opened
from agent_svc.sessions.options import changed_options
from agent_svc.sessions.quotas import Counted, Quotas
from agent_svc.sessions.reading import merged
from agent_svc.sessions.removal import Removal
from agent_svc.sessions.session import OwnedSession, Session, SessionSummary, version_of
from agent_svc.sessions.spreadsheet import SPREADSHEET_NAME, spreadsheet
from agent_svc.sessions.store import SessionStore
from agent_svc.sessions.switched import switched
from agent_svc.sessions.version import Artifact, Options
from plotlane_kit.caller import Caller
from plotlane_kit.clock import Clock
from plotlane_kit.errors import Violation

DEFAULT_LIBRARY: Final = "matplotlib"
DEFAULT_LOCALE: Final = "en"
_MADE: Final = {SPREADSHEET_NAME: spreadsheet, BUNDLE_NAME: bundle}  # of the others, when they are asked for
_LOCALE: Final = re.compile(r"[A-Za-z]{2,8}(-[A-Za-z0-9]{1,8}){0,8}")


class Desk:
    """Creates, shows and changes sessions for their owner; a foreign session is not found."""

    def __init__(
        self,
        store: SessionStore,
        artifacts: ArtifactStore,
        datasets: Datasets,
        catalogue: Catalogue,
        holds: SessionHolds,
        quotas: Quotas,
        clock: Clock,
        guard: DataGuard,
        idle_limits: IdleLimits,
        removal: Removal,
    ) -> None:
        self._store = store
        self._artifacts = artifacts
        self._datasets = datasets
        self._catalogue = catalogue
        self._holds = holds
        self._quotas = quotas
        self._clock = clock
        self._guard = guard
        self._idle_limits = idle_limits
        self._removal = removal

    async def create(self, caller: Caller, chart_id: str, library: str, locale: str) -> Session:
        """A new session. Raises UnknownChart, `NotEligibleError`, `InvalidError` (locale), RUN_LIMIT or LOCKED_OUT."""
        library = library or DEFAULT_LIBRARY
        self._eligible(chart_id, library)
        if locale and not _LOCALE.fullmatch(locale):
            raise InvalidError(violations=[Violation("locale", "is no language tag; use one such as `en` or `de-AT`")])
        now = self._now()
        session = Session(
            uuid4().hex,
            caller.user,
            library,
            locale or DEFAULT_LOCALE,
            now,
            now,
            chart_id,
            idle_limit_s=self._idle_limits.of(caller),
        )
        await self._quotas.keep_session(caller, session.session_id)
        await self._store.create(session)
        return session

    async def list(self, caller: Caller) -> Sequence[SessionSummary]:
        """The caller's sessions, the one changed last first."""
        return await self._store.list(caller.user)

    async def owned(self, caller: Caller, session_id: str) -> Session:
        """The session as it is kept. Raises `SessionNotFoundError`."""
        return await self._store.get(caller.user, session_id)

    async def open(self, caller: Caller, session_id: str) -> Opened:
        """The whole session, so that a reload loses nothing."""
        try:
            return await self._opened(await self._store.get(caller.user, session_id))
        except ArtifactNotFoundError:  # a paste took the data away in between: the row names the new data by now
            return await self._opened(await self._store.get(caller.user, session_id))

    async def switch(self, caller: Caller, session_id: str, chart_id: str, library: str) -> Opened:
        """Take another chart or library; the data stays, and what `switched` takes along."""
        before = await self._store.get(caller.user, session_id)
        self._eligible(chart_id or before.chart_id, library or before.library)
        async with self._holds.hold(caller, session_id, WorkKind.SWITCH):
            session = await self._store.get(caller.user, session_id)
            dataset = None if session.source is None else await self._datasets.get(session.source)
            return await self.save(switched(session, self._catalogue, dataset, chart_id, library))

    async def set_dataset(self, caller: Caller, session_id: str, text: str) -> Opened:
        """Read pasted text. Raises the data layer's errors with the place; the data before stays then."""
        await self._store.get(caller.user, session_id)
        async with (
            self._quotas.spending(caller, Counted.PASTE),
            self._holds.hold(caller, session_id, WorkKind.PASTE) as hold,
            self._quotas.storing(caller, session_id, len(text.encode())),
        ):
            before = await self._store.get(caller.user, session_id)
            source, dataset = await self._datasets.keep(session_id, text, {})
            try:
                await self._guard.admit(caller, dataset, before.locale, hold.hold_id, hold.token)
            except BaseException:  # nobody has seen it yet, and nobody will
                await self._datasets.forget(source)
                raise
            shown = await self.save(await self.mapped(replace(before, source=source)))
            if before.source is not None:
                await self._datasets.forget(before.source)
            return shown

    async def set_reading(self, caller: Caller, session_id: str, choices: Mapping[str, str]) -> Opened:
        """Flip decisions of the report and read the text again. Raises `InvalidError` or the data layer's errors."""
        await self._store.get(caller.user, session_id)
        async with self._holds.hold(caller, session_id, WorkKind.READING) as hold:
            session = await self._store.get(caller.user, session_id)
            if session.source is None:
                raise InvalidError("There is no data to read again yet; paste a table first.")
            flipped = merged(session.source.reading, choices)
            source, dataset = await self._datasets.read_again(session.source, flipped)
            await self._guard.admit(caller, dataset, session.locale, hold.hold_id, hold.token)
            return await self.save(await self.mapped(replace(session, source=source)))

    async def set_bindings(self, caller: Caller, session_id: str, lines: Iterable[tuple[str, str]]) -> Opened:
        """Say which columns fill which roles. Raises `InvalidBindingsError` with every refused line."""
        await self._store.get(caller.user, session_id)
        async with self._holds.hold(caller, session_id, WorkKind.BINDINGS):
            session = await self._store.get(caller.user, session_id)
            chart = self._chart_of(session)
            if session.source is None:
                raise InvalidError("There are no columns to choose from yet; paste a table first.")
            mapping = checked(chart, await self._datasets.get(session.source), lines)
            return await self.save(replace(session, bindings=mapping.bindings))

    async def set_options(self, caller: Caller, session_id: str, options: Options) -> Opened:
        """Set options of the chart; None takes the default back. Raises `InvalidError` with every refused option."""
        await self._store.get(caller.user, session_id)
        async with self._holds.hold(caller, session_id, WorkKind.OPTIONS):
            session = await self._store.get(caller.user, session_id)
            changed = changed_options(self._chart_of(session), session.options, options)
            return await self.save(replace(session, options=changed))

    async def artifact(self, caller: Caller, session_id: str, number: int, name: str) -> tuple[Artifact, bytes]:
        """A file of a version (0: the latest)."""
        version = version_of(await self._store.get(caller.user, session_id), number)
        if name in _MADE:
            return await _MADE[name](self._artifacts, version)
        artifact = version.artifact(name)
        if artifact is None:
            names = ", ".join(artifact.name for artifact in version.artifacts)
            raise ArtifactNotFoundError(metadata={"names": names})
        return artifact, await self._artifacts.get(artifact.key)

    async def delete(self, caller: Caller, session_id: str) -> None:
        """Purge the session, its data and its pictures."""
        await self._store.get(caller.user, session_id)
        async with self._holds.hold(caller, session_id, WorkKind.DELETE):
            await self._store.delete(caller.user, session_id)
            await self._removal.finish(OwnedSession(caller.user, session_id))

    async def mapped(self, session: Session) -> Session:
        """`session`, which is held, with its columns mapped again."""
        chart = chart_of(session, self._catalogue)
        if chart is None or session.source is None:
            return session
        dataset = await self._datasets.get(session.source)
        return replace(session, bindings=remapped(chart, dataset, session.bindings).bindings)

    async def save(self, session: Session) -> Opened:
        """Keep `session`, which is held, and show it."""
        session = replace(session, updated_at=self._now())
        await self._store.update(session)
        return await self._opened(session)

    async def _opened(self, session: Session) -> Opened:
        return await opened(session, self._datasets, self._catalogue)

    def _chart_of(self, session: Session) -> Chart:
        chart = chart_of(session, self._catalogue)
        if chart is None:
            raise InvalidError("This session has no chart yet; choose one first.")
        return chart

    def _eligible(self, chart_id: str, library: str) -> None:
        if chart_id:
            check_eligible(self._catalogue.get(chart_id), library)

    def _now(self) -> float:
        return self._clock.wall().timestamp()
