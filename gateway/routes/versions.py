"""Finished plots: the other theme, and the files."""

from __future__ import annotations

from typing import Final, Literal

from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route

from gateway.agent_client import AgentClient
from gateway.artifact_client import ArtifactClient
from gateway.artifact_response import ArtifactResponse
from gateway.body import Body, BodyReader
from gateway.identity.gatekeeper import caller_of
from gateway.params import file_name, path_id, path_version, query_version

DOWNLOAD: Final = "1"


class ThemeWish(Body):
    """Which theme to draw."""

    theme: Literal["light", "dark"]


class VersionRoutes:
    """/v1/sessions/{sid}/versions/{version}/render and .../artifacts/{name}"""

    def __init__(self, agent: AgentClient, artifacts: ArtifactClient, bodies: BodyReader) -> None:
        self._agent = agent
        self._artifacts = artifacts
        self._bodies = bodies

    def routes(self) -> list[Route]:
        return [
            Route("/v1/sessions/{sid}/versions/{version}/render", self.render, methods=["POST"]),
            Route("/v1/sessions/{sid}/artifacts/{name}", self.artifact),
        ]

    async def render(self, request: Request) -> JSONResponse:
        session_id, version = path_id(request, "sid"), path_version(request)
        body = await self._bodies.read(request, ThemeWish)
        return JSONResponse(await self._agent.render_theme(caller_of(request), session_id, version, body.theme))

    async def artifact(self, request: Request) -> Response:
        session_id, name, version = path_id(request, "sid"), file_name(request), query_version(request)
        artifact = await self._artifacts.open(caller_of(request), session_id, version, name)
        return ArtifactResponse(artifact, name, download=request.query_params.get("download") == DOWNLOAD)
