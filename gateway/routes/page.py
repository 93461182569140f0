"""The page: its files as they are, kept by browsers but asked for each time."""

from __future__ import annotations

from pathlib import Path

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import BaseRoute, Mount, Route
from starlette.staticfiles import StaticFiles
from starlette.types import Scope


class PageFiles(StaticFiles):
    """Static files with an ETag that browsers have to check."""

    async def get_response(self, path: str, scope: Scope) -> Response:
        response = await super().get_response(path, scope)
        response.headers["Cache-Control"] = "no-cache"
        return response


class PageRoutes:
    """GET / and /static/…"""

    def __init__(self, folder: Path) -> None:
        self._files = PageFiles(directory=folder)

    def routes(self) -> list[BaseRoute]:
        return [Route("/", self.index), Mount("/static", self._files, name="static")]

    async def index(self, request: Request) -> Response:
        return await self._files.get_response("index.html", request.scope)
