"""Feedback: a reaction to a version."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field
from starlette.requests import Request
from starlette.responses import JSONResponse
from starlette.routing import Route

from gateway.agent_client import AgentClient
from gateway.body import Body, BodyReader
from gateway.identity.gatekeeper import caller_of
from gateway.params import LAST_VERSION, path_id


class Reaction(Body):
    """What the user thinks of a version (0: the latest), and whether its data may be kept with that."""

    version: Annotated[int, Field(ge=0, le=LAST_VERSION)]
    reaction: Literal["up", "down"]
    text: str = ""
    include_data: bool


class FeedbackRoutes:
    """/v1/sessions/{sid}/feedback"""

    def __init__(self, agent: AgentClient, bodies: BodyReader) -> None:
        self._agent = agent
        self._bodies = bodies

    def routes(self) -> list[Route]:
        return [Route("/v1/sessions/{sid}/feedback", self.send, methods=["POST"])]

    async def send(self, request: Request) -> JSONResponse:
        session_id = path_id(request, "sid")
        body = await self._bodies.read(request, Reaction)
        await self._agent.send_feedback(
            caller_of(request), session_id, body.version, body.reaction, body.text, include_data=body.include_data
        )
        return JSONResponse({}, status_code=201)
