"""The dataset of a session: pasted, and read another way."""

from __future__ import annotations

from starlette.requests import Request
from starlette.responses import JSONResponse
from starlette.routing import Route

from gateway.agent_client import AgentClient
from gateway.body import PASTE_BYTES, Body, BodyReader
from gateway.identity.gatekeeper import caller_of
from gateway.params import path_id


class Paste(Body):
    """Pasted text; what it may hold is the agent's to say."""

    text: str


class Reading(Body):
    """Decisions of the parse report to flip: subject to choice."""

    choices: dict[str, str]


class DatasetRoutes:
    """/v1/sessions/{sid}/dataset and .../reading"""

    def __init__(self, agent: AgentClient, bodies: BodyReader) -> None:
        self._agent = agent
        self._bodies = bodies

    def routes(self) -> list[Route]:
        return [
            Route("/v1/sessions/{sid}/dataset", self.paste, methods=["POST"]),
            Route("/v1/sessions/{sid}/dataset/reading", self.read_again, methods=["PUT"]),
        ]

    async def paste(self, request: Request) -> JSONResponse:
        session_id = path_id(request, "sid")
        body = await self._bodies.read(request, Paste, PASTE_BYTES)
        return JSONResponse(await self._agent.set_dataset(caller_of(request), session_id, body.text))

    async def read_again(self, request: Request) -> JSONResponse:
        session_id = path_id(request, "sid")
        body = await self._bodies.read(request, Reading)
        return JSONResponse(await self._agent.set_reading(caller_of(request), session_id, body.choices))
