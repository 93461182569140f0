"""The catalogue: which charts there are, and what may be drawn with what."""

from __future__ import annotations

from starlette.requests import Request
from starlette.responses import JSONResponse
from starlette.routing import Route

from gateway.agent_client import AgentClient
from gateway.identity.gatekeeper import caller_of
from gateway.params import path_id, query_text


class ChartRoutes:
    """GET /v1/charts, /v1/charts/{chart}, /v1/eligibility"""

    def __init__(self, agent: AgentClient) -> None:
        self._agent = agent

    def routes(self) -> list[Route]:
        return [
            Route("/v1/charts", self.list),
            Route("/v1/charts/{chart}", self.show),
            Route("/v1/eligibility", self.eligibility),
        ]

    async def list(self, request: Request) -> JSONResponse:
        return JSONResponse({"charts": await self._agent.charts(caller_of(request))})

    async def show(self, request: Request) -> JSONResponse:
        return JSONResponse(await self._agent.chart(caller_of(request), path_id(request, "chart")))

    async def eligibility(self, request: Request) -> JSONResponse:
        chart_id, library = query_text(request, "chart"), query_text(request, "library")
        return JSONResponse(await self._agent.eligibility(caller_of(request), chart_id, library))
