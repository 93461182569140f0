"""The files of a session: a table that is uploaded."""

from __future__ import annotations

from starlette.requests import Request
from starlette.responses import JSONResponse
from starlette.routing import Route

from gateway.body import BodyReader
from gateway.errors import InvalidRequest
from gateway.identity.gatekeeper import caller_of
from gateway.multipart import file_in
from gateway.params import path_id
from gateway.table_client import TableClient
from plotlane_kit.errors import Violation

LONGEST_SHEET = 255


class FileRoutes:
    """/v1/sessions/{sid}/files"""

    def __init__(self, tables: TableClient, bodies: BodyReader, *, upload_s: float) -> None:
        """`upload_s`: seconds within which a file must have arrived."""
        self._tables = tables
        self._bodies = bodies
        self._upload_s = upload_s

    def routes(self) -> list[Route]:
        return [Route("/v1/sessions/{sid}/files", self.upload, methods=["POST"])]

    async def upload(self, request: Request) -> JSONResponse:
        session_id, sheet = path_id(request, "sid"), request.query_params.get("sheet", "")
        if len(sheet) > LONGEST_SHEET:
            raise InvalidRequest(violations=[Violation("sheet", f"at most {LONGEST_SHEET} characters")])
        body = await self._bodies.read_form(request, self._upload_s)
        file = file_in(request.headers["content-type"], body)
        return JSONResponse(await self._tables.upload(caller_of(request), session_id, file.name, sheet, file.data))
