"""The data steps of a session: taken one by one, and undone from the last."""

from __future__ import annotations

from typing import Annotated, Any, Final

from pydantic import Field, JsonValue, RootModel, StringConstraints, model_validator
from starlette.requests import Request
from starlette.responses import JSONResponse
from starlette.routing import Route

from gateway.body import BodyReader
from gateway.identity.gatekeeper import caller_of
from gateway.params import path_id
from gateway.routes.setup import is_number
from gateway.table_client import TableClient

MOST_FIELDS: Final = 20
DEEPEST: Final = 4
Name = Annotated[str, StringConstraints(min_length=1, max_length=64)]


class StepWish(RootModel[Annotated[dict[Name, JsonValue], Field(max_length=MOST_FIELDS)]]):
    """A step: its op, and whatever that takes; what it may be is the agent's to say."""

    @model_validator(mode="after")
    def _has_an_op(self) -> StepWish:
        if not isinstance(self.root.get("op"), str):
            raise ValueError("op: required, a text such as filter")
        if not all(_travels(value, DEEPEST) for value in self.root.values()):
            raise ValueError(f"holds a number that is none, or lists more than {DEEPEST} deep")
        return self


def _travels(value: object, depth: int) -> bool:
    """Whether a value fits the wire: numbers are doubles there."""
    if isinstance(value, dict | list):
        inner = value.values() if isinstance(value, dict) else value
        return depth > 0 and all(_travels(each, depth - 1) for each in inner)
    return value is None or isinstance(value, bool | str) or is_number(value)


class StepRoutes:
    """/v1/sessions/{sid}/steps and .../steps/last"""

    def __init__(self, tables: TableClient, bodies: BodyReader) -> None:
        self._tables = tables
        self._bodies = bodies

    def routes(self) -> list[Route]:
        return [
            Route("/v1/sessions/{sid}/steps", self.apply, methods=["POST"]),
            Route("/v1/sessions/{sid}/steps/last", self.undo, methods=["DELETE"]),
        ]

    async def apply(self, request: Request) -> JSONResponse:
        session_id = path_id(request, "sid")
        step: dict[str, Any] = dict((await self._bodies.read(request, StepWish)).root)
        op = str(step.pop("op"))
        return JSONResponse(await self._tables.apply_step(caller_of(request), session_id, op, step))

    async def undo(self, request: Request) -> JSONResponse:
        return JSONResponse(await self._tables.undo_step(caller_of(request), path_id(request, "sid")))
