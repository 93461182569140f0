"""The set-up of a plot: which columns fill which roles, and the chart's options."""

from __future__ import annotations

import sys
from typing import Annotated, Final, TypeGuard

from pydantic import PlainValidator, RootModel
from starlette.requests import Request
from starlette.responses import JSONResponse
from starlette.routing import Route

from gateway.agent_client import AgentClient, OptionValue
from gateway.body import Body, BodyReader
from gateway.identity.gatekeeper import caller_of
from gateway.params import path_id

OPTION_VALUE: Final = "a number, a text, true or false, a list of two numbers (null: open), or null"


def option_value(value: object) -> OptionValue:
    """`value` when an option can have it; whether this one takes it is the agent's to say. Raises ValueError."""
    if value is None or isinstance(value, bool | str):
        return value
    if is_number(value):
        return value
    if isinstance(value, list) and len(value) == 2 and all(each is None or is_number(each) for each in value):
        return value
    raise ValueError(OPTION_VALUE)


def is_number(value: object) -> TypeGuard[float]:
    """Whether JSON's number is one that a double holds."""
    # Numbers travel as doubles; this refuses NaN as well.
    return isinstance(value, int | float) and not isinstance(value, bool) and abs(value) <= sys.float_info.max


class BindingLine(Body):
    """A role and the column that fills it; families repeat the role."""

    role: str
    column: str


class BindingLines(RootModel[list[BindingLine]]):
    """All bindings of the session."""


class OptionValues(RootModel[dict[str, Annotated[OptionValue, PlainValidator(option_value)]]]):
    """Options to set, by name; null takes a default back."""


class SetupRoutes:
    """/v1/sessions/{sid}/bindings and .../options"""

    def __init__(self, agent: AgentClient, bodies: BodyReader) -> None:
        self._agent = agent
        self._bodies = bodies

    def routes(self) -> list[Route]:
        return [
            Route("/v1/sessions/{sid}/bindings", self.bind, methods=["PUT"]),
            Route("/v1/sessions/{sid}/options", self.set_options, methods=["PUT"]),
        ]

    async def bind(self, request: Request) -> JSONResponse:
        session_id = path_id(request, "sid")
        lines = (await self._bodies.read(request, BindingLines)).root
        pairs = [(line.role, line.column) for line in lines]
        return JSONResponse(await self._agent.set_bindings(caller_of(request), session_id, pairs))

    async def set_options(self, request: Request) -> JSONResponse:
        session_id = path_id(request, "sid")
        options = (await self._bodies.read(request, OptionValues)).root
        return JSONResponse(await self._agent.set_options(caller_of(request), session_id, options))
