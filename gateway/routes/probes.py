"""Probes: whether the gateway lives, and whether the services behind it serve."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping

import grpc
from starlette.requests import Request
from starlette.responses import JSONResponse, PlainTextResponse
from starlette.routing import Route

from gateway.health_client import is_serving


class ProbeRoutes:
    """GET /healthz, /readyz"""

    def __init__(self, services: Mapping[str, grpc.aio.Channel]) -> None:
        self._services = services

    def routes(self) -> list[Route]:
        return [Route("/healthz", self.healthz), Route("/readyz", self.readyz)]

    async def healthz(self, request: Request) -> PlainTextResponse:  # noqa: ARG002  # an endpoint takes its request
        return PlainTextResponse("ok\n")

    async def readyz(self, request: Request) -> JSONResponse:  # noqa: ARG002  # an endpoint takes its request
        answers = await asyncio.gather(*(is_serving(channel) for channel in self._services.values()))
        ready = dict(zip(self._services, answers, strict=True))
        return JSONResponse(ready, 200 if all(answers) else 503)
