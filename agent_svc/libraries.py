"""The libraries: which ones can draw now, in the catalogue and at the renderer."""

from __future__ import annotations

from contextlib import suppress
from typing import Final

from agent_svc.catalogue import Catalogue
from agent_svc.renderer_client import RendererClient
from agent_svc.sessions.eligibility import why_not_eligible
from plotlane_kit.errors import UpstreamError

STATUS_WITHIN_S: Final = 1.0


class Libraries:
    """Asks the renderer; keeps its last answer for when it is not there."""

    def __init__(self, catalogue: Catalogue, renderer: RendererClient) -> None:
        self._catalogue = catalogue
        self._renderer = renderer
        self._known: tuple[str, ...] = ()

    async def available(self) -> list[str]:
        """The libraries of the catalogue that the renderer can run; as last known when it does not answer."""
        with suppress(UpstreamError):
            self._known = await self._renderer.libraries(STATUS_WITHIN_S)
        return [library for library in self._catalogue.libraries if library in self._known]

    async def why_not(self, chart_id: str, library: str) -> str:
        """Why a chart cannot be drawn here, one sentence; empty when it can. Raises UnknownChartError."""
        why_not = why_not_eligible(self._catalogue.get(chart_id), library)
        if why_not or library in await self.available():
            return why_not
        return f"The renderer cannot run {library} right now; start it, or install the library there."
