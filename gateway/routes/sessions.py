"""Sessions: made, listed, shown whole, switched to another chart, purged."""

from __future__ import annotations

from typing import Annotated

from pydantic import StringConstraints
from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route

from gateway.agent_client import AgentClient
from gateway.body import Body, BodyReader
from gateway.identity.gatekeeper import caller_of
from gateway.params import path_id

Name = Annotated[str, StringConstraints(max_length=128)]


class NewSession(Body):
    """What a session begins with; all of it may come later."""

    chart: Name | None = None
    library: Name | None = None
    locale: Name | None = None


class Switch(Body):
    """What to switch; null and absent change nothing."""

    chart: Name | None = None
    library: Name | None = None


class SessionRoutes:
    """/v1/sessions and /v1/sessions/{sid}"""

    def __init__(self, agent: AgentClient, bodies: BodyReader) -> None:
        self._agent = agent
        self._bodies = bodies

    def routes(self) -> list[Route]:
        return [
            Route("/v1/sessions", self.list),
            Route("/v1/sessions", self.create, methods=["POST"]),
            Route("/v1/sessions/{sid}", self.show),
            Route("/v1/sessions/{sid}", self.update, methods=["PATCH"]),
            Route("/v1/sessions/{sid}", self.delete, methods=["DELETE"]),
        ]

    async def list(self, request: Request) -> JSONResponse:
        return JSONResponse({"sessions": await self._agent.sessions(caller_of(request))})

    async def create(self, request: Request) -> JSONResponse:
        body = await self._bodies.read(request, NewSession)
        session_id = await self._agent.create_session(
            caller_of(request), chart_id=body.chart or "", library=body.library or "", locale=body.locale or ""
        )
        return JSONResponse({"session_id": session_id}, 201)

    async def show(self, request: Request) -> JSONResponse:
        return JSONResponse(await self._agent.session(caller_of(request), path_id(request, "sid")))

    async def update(self, request: Request) -> JSONResponse:
        session_id = path_id(request, "sid")
        body = await self._bodies.read(request, Switch)
        session = await self._agent.update_session(
            caller_of(request), session_id, chart_id=body.chart or "", library=body.library or ""
        )
        return JSONResponse(session)

    async def delete(self, request: Request) -> Response:
        await self._agent.delete_session(caller_of(request), path_id(request, "sid"))
        return Response(status_code=204)
