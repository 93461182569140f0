"""The toggle: the other theme of a finished version, drawn once from its run form and remembered."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from agent_svc.catalogue import Catalogue
from agent_svc.errors import InvalidError
from agent_svc.gates.png import MAX_BYTES as PICTURE_BYTES
from agent_svc.pipeline.deadline import Deadline
from agent_svc.pipeline.outcome import PlotOutcome, PlotReason, PlotStatus, Theme
from agent_svc.pipeline.run import render_theme
from agent_svc.sessions.artifacts import ArtifactStore
from agent_svc.sessions.hold import WorkKind
from agent_svc.sessions.quotas import Quotas
from agent_svc.sessions.session import version_of
from agent_svc.sessions.store import SessionStore
from agent_svc.sessions.version import MAX_VERSION, ThemeRecord, Version
from agent_svc.turns.keeper import CODE_NAME, DATA_NAME
from agent_svc.turns.places import Places
from agent_svc.turns.renderer import TOGGLE_LANE, LeasedRenderer, RenderClient
from agent_svc.turns.unbroken import unbroken
from plotlane_kit.caller import Caller
from plotlane_kit.clock import Clock
from plotlane_kit.errors import Violation

MAX_TRIES: Final = 2
_OURS: Final = frozenset({PlotReason.RENDERER, PlotReason.DEADLINE, PlotReason.CANCELLED})


@dataclass(frozen=True, slots=True)
class Toggled:
    """How a theme of a version went, and the version with its files as they are now."""

    version: Version
    record: ThemeRecord


class Toggle:
    """Draws themes. What failed by its own content is tried twice, then answered from the record."""

    def __init__(
        self,
        store: SessionStore,
        artifacts: ArtifactStore,
        catalogue: Catalogue,
        places: Places,
        renderer: RenderClient,
        quotas: Quotas,
        clock: Clock,
    ) -> None:
        self._store = store
        self._artifacts = artifacts
        self._catalogue = catalogue
        self._places = places
        self._renderer = renderer
        self._quotas = quotas
        self._clock = clock

    async def render(self, caller: Caller, session_id: str, number: int, theme: Theme | None) -> Toggled:
        """The theme of a version (0: the latest); drawn when it has to be.

        Raises `InvalidError`, `SessionNotFoundError`, `VersionNotFoundError`, `RunActiveError`, and what keeps a slot
        from being given (`RunLimitError`, `CapacityError`, `UpstreamError`).
        """
        if theme is None:
            raise InvalidError(violations=[Violation("theme", "is missing; say light or dark")])
        if not 0 <= number <= MAX_VERSION:
            raise InvalidError(violations=[Violation("version", f"takes 0 (the latest) to {MAX_VERSION}")])
        version = version_of(await self._store.get(caller.user, session_id), number)
        known = _settled(version, theme)
        if known is not None:
            return Toggled(version, known)
        async with (
            self._places.hold(caller, session_id, WorkKind.TOGGLE),
            self._quotas.storing(caller, session_id, PICTURE_BYTES),
        ):
            version = version_of(await self._store.get(caller.user, session_id), number)
            known = _settled(version, theme)
            if known is not None:
                return Toggled(version, known)
            outcome = await self._draw(caller, version, theme)
            record = _record(version, outcome)
            if outcome.reason not in _OURS:
                await unbroken(self._keep(session_id, version, record, outcome))
            return Toggled(version_of(await self._store.get(caller.user, session_id), version.number), record)

    async def _draw(self, caller: Caller, version: Version, theme: Theme) -> PlotOutcome:
        renderer = LeasedRenderer(self._places, self._renderer, caller, TOGGLE_LANE, WorkKind.TOGGLE.value)
        return await render_theme(
            await self._file(version, CODE_NAME),
            await self._file(version, DATA_NAME),
            theme,
            chart=self._catalogue.get(version.chart_id),
            library=version.library,
            renderer=renderer,
            deadline=Deadline(self._clock),
            bindings=version.bindings,
            options=version.options,
            steps=version.steps,
        )

    async def _file(self, version: Version, name: str) -> str:
        artifact = version.artifact(name)
        assert artifact is not None, "a version whose row exists has its code and its data"
        return (await self._artifacts.get(artifact.key)).decode()

    async def _keep(self, session_id: str, version: Version, record: ThemeRecord, outcome: PlotOutcome) -> None:
        artifact = None
        if outcome.png:
            artifact = await self._artifacts.put(session_id, f"plot-{record.theme.value}.png", outcome.png)
        await self._store.add_theme(session_id, version.number, record, artifact)


def _settled(version: Version, theme: Theme) -> ThemeRecord | None:
    record = version.theme_record(theme)
    return record if record is not None and (record.has_picture or record.tries >= MAX_TRIES) else None


def _record(version: Version, outcome: PlotOutcome) -> ThemeRecord:
    before = version.theme_record(outcome.theme)
    tries = before.tries if before is not None else 0
    counted = outcome.status is PlotStatus.FAILED and outcome.reason not in _OURS
    return ThemeRecord(outcome.theme, outcome.status, outcome.reason, tries + counted)
