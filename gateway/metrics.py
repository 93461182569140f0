"""The gateway's own numbers, for Prometheus: requests by route and status class, and open streams."""

from __future__ import annotations

from collections.abc import Callable

from prometheus_client import CONTENT_TYPE_LATEST, CollectorRegistry, Counter, Gauge, generate_latest
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route
from starlette.types import ASGIApp, Message, Receive, Scope, Send


class Metrics:
    """One registry per gateway."""

    def __init__(self, open_streams: Callable[[], int]) -> None:
        self._registry = CollectorRegistry()
        self._requests = Counter(
            "plotlane_gateway_requests",
            "Requests answered, by route and class of status.",
            ("route", "status"),
            registry=self._registry,
        )
        streams = Gauge("plotlane_gateway_open_streams", "Streams open now.", registry=self._registry)
        streams.set_function(lambda: float(open_streams()))

    def answered(self, route: str, status: int) -> None:
        """Count one answer; `status` as HTTP has it."""
        self._requests.labels(route, f"{status // 100}xx").inc()

    async def endpoint(self, request: Request) -> Response:  # noqa: ARG002  # an endpoint takes its request
        """GET /metrics"""
        return Response(generate_latest(self._registry), media_type=CONTENT_TYPE_LATEST)


class CountAnswers:
    """ASGI middleware that counts answers; the label is the route's pattern, never a path that somebody sent."""

    def __init__(self, app: ASGIApp, metrics: Metrics) -> None:
        self._app = app
        self._metrics = metrics

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        async def counting_send(message: Message) -> None:
            if message["type"] == "http.response.start":
                route = scope.get("route")
                self._metrics.answered(route.path if isinstance(route, Route) else "other", message["status"])
            await send(message)

        await self._app(scope, receive, counting_send)
