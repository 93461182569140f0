"""The vector picture: the SVG of a theme that a version has, drawn when somebody asks for the file."""

from __future__ import annotations

import asyncio
import re
import uuid
from typing import Final

from agent_svc.code.theme import Theme, swap_theme
from agent_svc.code.validate import validate
from agent_svc.errors import ArtifactNotFoundError, UpstreamError
from agent_svc.pipeline.deadline import RENDER_MAX_S
from agent_svc.pipeline.ending import ending_of
from agent_svc.pipeline.render import Outcome, RenderJob, RenderOutcome
from agent_svc.sessions.artifacts import ArtifactStore
from agent_svc.sessions.hold import WorkKind
from agent_svc.sessions.quotas import Quotas
from agent_svc.sessions.session import version_of
from agent_svc.sessions.store import SessionStore
from agent_svc.sessions.version import Version
from agent_svc.turns.keeper import CODE_NAME, DATA_NAME
from agent_svc.turns.places import Places
from agent_svc.turns.renderer import TOGGLE_LANE, LeasedRenderer, RenderClient
from agent_svc.turns.unbroken import unbroken
from plotlane_kit.caller import Caller

MAX_BYTES: Final = 8 * 1024 * 1024  # what a renderer hands out at most
_OURS: Final = frozenset({Outcome.LAUNCHER, Outcome.LOW_MEMORY, Outcome.CANCELLED})
_NAME: Final = re.compile(r"plot-(light|dark)\.svg")


class VectorPictures:
    """Draws SVGs from run forms. Most pictures are looked at and few are edited, so none is drawn in advance."""

    def __init__(
        self, store: SessionStore, artifacts: ArtifactStore, places: Places, renderer: RenderClient, quotas: Quotas
    ) -> None:
        self._store = store
        self._artifacts = artifacts
        self._places = places
        self._renderer = renderer
        self._quotas = quotas

    async def provide(self, caller: Caller, session_id: str, number: int, name: str) -> None:
        """Have the file `name` of a version (0: the latest) there, if it is the SVG of a theme that has its picture.

        Raises `ArtifactNotFoundError` with the reason when this one cannot be had as an SVG, `SessionNotFoundError`,
        `VersionNotFoundError`, `RunActiveError`, what keeps a slot from being given (`RunLimitError`, `CapacityError`),
        and `UpstreamError`, also for what went wrong at the renderer.
        """
        found = _NAME.fullmatch(name)
        if found is None:
            return
        theme = Theme(found[1])
        version = version_of(await self._store.get(caller.user, session_id), number)
        if not _lacks(version, theme, name):
            return
        async with (
            self._places.hold(caller, session_id, WorkKind.TOGGLE),
            self._quotas.storing(caller, session_id, MAX_BYTES),
        ):
            version = version_of(await self._store.get(caller.user, session_id), version.number)
            if _lacks(version, theme, name):
                svg = await self._draw(caller, version, theme, name)
                await unbroken(self._keep(session_id, version, theme, name, svg))

    async def _draw(self, caller: Caller, version: Version, theme: Theme, name: str) -> bytes:
        source = await asyncio.to_thread(swap_theme, await self._file(version, CODE_NAME), theme)
        if await asyncio.to_thread(validate, source):
            raise _missing(version, name, "the rules for scripts have changed since; create the plot again")
        data = (await self._file(version, DATA_NAME)).encode()
        job = RenderJob(str(uuid.uuid4()), version.library, source, data, theme, RENDER_MAX_S, vector=True)
        renderer = LeasedRenderer(self._places, self._renderer, caller, TOGGLE_LANE, WorkKind.TOGGLE.value)
        outcome = await renderer.render(job)
        if outcome.outcome in _OURS:
            raise UpstreamError
        if not outcome.svg:
            raise _missing(version, name, _why(outcome))
        return outcome.svg

    async def _file(self, version: Version, name: str) -> str:
        artifact = version.artifact(name)
        assert artifact is not None, "a version whose row exists has its code and its data"
        return (await self._artifacts.get(artifact.key)).decode()

    async def _keep(self, session_id: str, version: Version, theme: Theme, name: str, svg: bytes) -> None:
        artifact = await self._artifacts.put(session_id, name, svg)
        record = version.theme_record(theme)
        assert record is not None
        await self._store.add_theme(session_id, version.number, record, artifact)


def _why(outcome: RenderOutcome) -> str:
    """Why `outcome` has no SVG, without a full stop."""
    ending = ending_of(outcome)
    return ending.detail.removesuffix(".") if ending is not None else outcome.no_svg or "its library made none"


def _missing(version: Version, name: str, why: str) -> ArtifactNotFoundError:
    names = ", ".join(artifact.name for artifact in version.artifacts)
    return ArtifactNotFoundError(
        f"There is no {name} of this version: {why}.", metadata={"names": names, "reason": why}
    )


def _lacks(version: Version, theme: Theme, name: str) -> bool:
    record = version.theme_record(theme)
    return record is not None and record.has_picture and version.artifact(name) is None
