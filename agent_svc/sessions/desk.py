"""The desk: everything that a user does to a session outside a turn, each under the session's hold."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Final
from uuid import uuid4

from agent_svc.catalogue import Catalogue, Chart
from agent_svc.data import Dataset
from agent_svc.errors import (
    ArtifactNotFoundError,
    InvalidError,
    NotEligibleError,
    VersionNotFoundError,
)
from agent_svc.sessions.artifacts import ArtifactStore
from agent_svc.sessions.datasets import Datasets
from agent_svc.sessions.hold import SessionHolds, WorkKind
from agent_svc.sessions.mapping import RoleMapping, checked, chosen, remapped, state_of
from agent_svc.sessions.options import changed_options, kept_options
from agent_svc.sessions.quotas import Counted, Quotas
from agent_svc.sessions.reading import merged
from agent_svc.sessions.session import Session, SessionSummary
from agent_svc.sessions.store import SessionStore
from agent_svc.sessions.version import Artifact, Bindings, Options, Version
from plotlane_kit.caller import Caller
from plotlane_kit.clock import Clock
from plotlane_kit.errors import Violation

DEFAULT_LIBRARY: Final = "matplotlib"
DEFAULT_LOCALE: Final = "en"
_LOCALE: Final = re.compile(r"[A-Za-z]{2,8}(-[A-Za-z0-9]{1,8}){0,8}")


@dataclass(frozen=True, slots=True)
class Opened:
    """A session with its data as read."""

    session: Session
    chart: Chart | None
    dataset: Dataset | None

    @property
    def mapping(self) -> RoleMapping:
        """The session's bindings and what they leave open."""
        return state_of(self.chart, self.session.bindings)


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
    ) -> None:
        self._store = store
        self._artifacts = artifacts
        self._datasets = datasets
        self._catalogue = catalogue
        self._holds = holds
        self._quotas = quotas
        self._clock = clock

    async def create(self, caller: Caller, chart_id: str, library: str, locale: str) -> Session:
        """A new session. Raises UnknownChart, `NotEligibleError`, `InvalidError` (locale), RUN_LIMIT or LOCKED_OUT."""
        library = library or DEFAULT_LIBRARY
        self._eligible(chart_id, library)
        if locale and not _LOCALE.fullmatch(locale):
            raise InvalidError(violations=[Violation("locale", "is no language tag; use one such as `en` or `de-AT`")])
        now = self._now()
        session = Session(uuid4().hex, caller.user, library, locale or DEFAULT_LOCALE, now, now, chart_id)
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
        """Take another chart or library; the data stays.

        Options, and bindings that the user chose, are kept where the new chart has them; automatic ones are found anew.
        """
        before = await self._store.get(caller.user, session_id)
        chart = self._eligible(chart_id or before.chart_id, library or before.library)
        async with self._holds.hold(caller, session_id, WorkKind.SWITCH):
            session = await self._store.get(caller.user, session_id)
            if chart_id not in ("", session.chart_id):
                session = replace(session, bindings=await self._chosen(session))
            session = replace(session, chart_id=chart_id or session.chart_id, library=library or session.library)
            if chart is not None:
                session = replace(session, options=kept_options(chart, session.options))
            return await self._save(await self._mapped(session))

    async def set_dataset(self, caller: Caller, session_id: str, text: str) -> Opened:
        """Read pasted text. Raises the data layer's errors with the place; the data before stays then."""
        await self._store.get(caller.user, session_id)
        async with (
            self._quotas.spending(caller, Counted.PASTE),
            self._holds.hold(caller, session_id, WorkKind.PASTE),
            self._quotas.storing(caller, session_id, len(text.encode())),
        ):
            before = await self._store.get(caller.user, session_id)
            source, _ = await self._datasets.keep(session_id, text, {})
            opened = await self._save(await self._mapped(replace(before, source=source)))
            if before.source is not None:
                await self._datasets.forget(before.source)
            return opened

    async def set_reading(self, caller: Caller, session_id: str, choices: Mapping[str, str]) -> Opened:
        """Flip decisions of the report and read the text again. Raises `InvalidError` or the data layer's errors."""
        await self._store.get(caller.user, session_id)
        async with self._holds.hold(caller, session_id, WorkKind.READING):
            session = await self._store.get(caller.user, session_id)
            if session.source is None:
                raise InvalidError("There is no data to read again yet; paste a table first.")
            flipped = merged(session.source.reading, choices)
            source, _ = await self._datasets.read_again(session.source, flipped)
            return await self._save(await self._mapped(replace(session, source=source)))

    async def set_bindings(self, caller: Caller, session_id: str, lines: Iterable[tuple[str, str]]) -> Opened:
        """Say which columns fill which roles. Raises `InvalidBindingsError` with every refused line."""
        await self._store.get(caller.user, session_id)
        async with self._holds.hold(caller, session_id, WorkKind.BINDINGS):
            session = await self._store.get(caller.user, session_id)
            chart = self._chart_of(session)
            if session.source is None:
                raise InvalidError("There are no columns to choose from yet; paste a table first.")
            mapping = checked(chart, await self._datasets.get(session.source), lines)
            return await self._save(replace(session, bindings=mapping.bindings))

    async def set_options(self, caller: Caller, session_id: str, options: Options) -> Opened:
        """Set options of the chart; None takes the default back. Raises `InvalidError` with every refused option."""
        await self._store.get(caller.user, session_id)
        async with self._holds.hold(caller, session_id, WorkKind.OPTIONS):
            session = await self._store.get(caller.user, session_id)
            changed = changed_options(self._chart_of(session), session.options, options)
            return await self._save(replace(session, options=changed))

    async def artifact(self, caller: Caller, session_id: str, number: int, name: str) -> tuple[Artifact, bytes]:
        """A file of a version (0: the latest)."""
        version = version_of(await self._store.get(caller.user, session_id), number)
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
            await self._artifacts.purge(session_id)
            await self._quotas.forget_session(caller, session_id)

    async def _mapped(self, session: Session) -> Session:
        chart = self._chart(session)
        if chart is None or session.source is None:
            return session
        dataset = await self._datasets.get(session.source)
        return replace(session, bindings=remapped(chart, dataset, session.bindings).bindings)

    async def _chosen(self, session: Session) -> Bindings:
        chart = self._chart(session)
        if chart is None or session.source is None:
            return session.bindings
        return chosen(chart, await self._datasets.get(session.source), session.bindings)

    async def _save(self, session: Session) -> Opened:
        session = replace(session, updated_at=self._now())
        await self._store.update(session)
        return await self._opened(session)

    async def _opened(self, session: Session) -> Opened:
        dataset = None if session.source is None else await self._datasets.get(session.source)
        return Opened(session, self._chart(session), dataset)

    def _chart(self, session: Session) -> Chart | None:
        return self._catalogue.get(session.chart_id) if session.chart_id else None

    def _chart_of(self, session: Session) -> Chart:
        chart = self._chart(session)
        if chart is None:
            raise InvalidError("This session has no chart yet; choose one first.")
        return chart

    def _eligible(self, chart_id: str, library: str) -> Chart | None:
        if not chart_id:
            return None
        chart = self._catalogue.get(chart_id)
        why_not = why_not_eligible(chart, library)
        if why_not:
            raise NotEligibleError(why_not)
        return chart

    def _now(self) -> float:
        return self._clock.wall().timestamp()


def why_not_eligible(chart: Chart, library: str) -> str:
    """Why the catalogue cannot draw `chart` with `library`, one sentence; empty when it can."""
    if library in chart.libraries:
        return ""
    return f"The {chart.title.lower()} is not written for {library}; choose {' or '.join(chart.libraries)}."


def version_of(session: Session, number: int) -> Version:
    """That version, 0: the latest. Raises `VersionNotFoundError`."""
    version = session.version(number)
    if version is None:
        raise VersionNotFoundError
    return version
