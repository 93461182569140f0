"""The vector picture: the SVG of a theme that a version has, drawn when somebody asks for the file."""

from __future__ import annotations

import asyncio
import re
import uuid
from typing import Final

from agent_svc.code.theme import Theme, swap_theme
from agent_svc.code.validate import validate
from agent_svc.pipeline.deadline import RENDER_MAX_S
from agent_svc.pipeline.render import RenderJob
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

        A library that cannot draw this one as an SVG leaves it missing. Raises `SessionNotFoundError`,
        `VersionNotFoundError`, `RunActiveError`, and what keeps a slot from being given (`RunLimitError`,
        `CapacityError`, `UpstreamError`).
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
            if _lacks(version, theme, name) and (svg := await self._draw(caller, version, theme)):
                await unbroken(self._keep(session_id, version, theme, name, svg))

    async def _draw(self, caller: Caller, version: Version, theme: Theme) -> bytes:
        source = await asyncio.to_thread(swap_theme, await self._file(version, CODE_NAME), theme)
        if await asyncio.to_thread(validate, source):
            return b""
        data = (await self._file(version, DATA_NAME)).encode()
        job = RenderJob(str(uuid.uuid4()), version.library, source, data, theme, RENDER_MAX_S, vector=True)
        renderer = LeasedRenderer(self._places, self._renderer, caller, TOGGLE_LANE, WorkKind.TOGGLE.value)
        return (await renderer.render(job)).svg

    async def _file(self, version: Version, name: str) -> str:
        artifact = version.artifact(name)
        assert artifact is not None, "a version whose row exists has its code and its data"
        return (await self._artifacts.get(artifact.key)).decode()

    async def _keep(self, session_id: str, version: Version, theme: Theme, name: str, svg: bytes) -> None:
        artifact = await self._artifacts.put(session_id, name, svg)
        record = version.theme_record(theme)
        assert record is not None
        await self._store.add_theme(session_id, version.number, record, artifact)


def _lacks(version: Version, theme: Theme, name: str) -> bool:
    record = version.theme_record(theme)
    return record is not None and record.has_picture and version.artifact(name) is None
