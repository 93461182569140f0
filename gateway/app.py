"""The application: every route, behind the guard and the gatekeeper."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Final

import grpc
from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.requests import Request
from starlette.responses import JSONResponse
from starlette.routing import BaseRoute, Route

from gateway.agent_client import AgentClient, Deadlines
from gateway.artifact_client import ArtifactClient
from gateway.body import BodyReader
from gateway.boundary import Boundary
from gateway.clocks import TurnBook
from gateway.errors import NoSuchPath, RequestRefused, WrongMethod
from gateway.fanout_client import FanOutClient
from gateway.guard import Guard, Policy
from gateway.headers import SafeHeaders
from gateway.identity.gatekeeper import Gatekeeper, GuestRules
from gateway.identity.mode import SIGN_IN, Verifier
from gateway.identity.opaque import OpaqueIds
from gateway.metrics import CountAnswers, Metrics
from gateway.problem import problem
from gateway.routes.charts import ChartRoutes
from gateway.routes.dataset import DatasetRoutes
from gateway.routes.fanout import FanOutRoutes
from gateway.routes.feedback import FeedbackRoutes
from gateway.routes.files import FileRoutes
from gateway.routes.login import LoginRoutes
from gateway.routes.page import PageRoutes
from gateway.routes.probes import ProbeRoutes
from gateway.routes.sessions import SessionRoutes
from gateway.routes.setup import SetupRoutes
from gateway.routes.status import StatusRoutes
from gateway.routes.steps import StepRoutes
from gateway.routes.turns import StreamRules, TurnRoutes
from gateway.routes.versions import VersionRoutes
from gateway.scheduler_client import SchedulerClient
from gateway.settings import GatewaySettings
from gateway.streams import OpenStreams
from gateway.table_client import TableClient
from gateway.turn_client import TurnClient
from plotlane_kit.clock import SystemClock
from plotlane_kit.errors import PlotlaneError

PAGE_FOLDER: Final = Path(__file__).parent / "static"
STREAM_SLACK_S: Final = 30  # the agent's stream may outlive the turn by this much: our own clocks end it in words


@dataclass(frozen=True, slots=True)
class Parts:
    """What the application is built of."""

    agent: grpc.aio.Channel
    scheduler: grpc.aio.Channel
    verifier: Verifier
    ids: OpaqueIds
    streams: OpenStreams
    guests: GuestRules | None = None  # None: everybody has to sign in


def build_app(settings: GatewaySettings, parts: Parts) -> Starlette:
    """The ASGI application over open channels."""
    metrics = Metrics(lambda: len(parts.streams))
    policy = Policy(hosts=settings.hosts, origins=frozenset(settings.allowed_origins))
    app = Starlette(
        routes=_routes(settings, parts, metrics),
        middleware=[
            Middleware(CountAnswers, metrics),
            Middleware(SafeHeaders),
            Middleware(Boundary),
            Middleware(Guard, policy),
            Middleware(Gatekeeper, parts.verifier, parts.ids, parts.guests),
        ],
        exception_handlers={PlotlaneError: _refused, HTTPException: _not_routed},
    )
    # An address with another ending is another address; and a redirect would be made of what the request says.
    app.router.redirect_slashes = False
    return app


def _routes(settings: GatewaySettings, parts: Parts, metrics: Metrics) -> list[BaseRoute]:
    deadlines = Deadlines(call_s=settings.call_s, cancel_s=settings.cancel_s, toggle_s=settings.toggle_s)
    agent = AgentClient(parts.agent, deadlines)
    bodies = BodyReader(settings.body_s)
    tables = TableClient(parts.agent, call_s=settings.call_s, upload_s=settings.upload_s)
    signs_in = parts.verifier.mode in SIGN_IN
    return [
        *StatusRoutes(agent, SchedulerClient(parts.scheduler, settings.call_s), parts.verifier.mode).routes(),
        *ChartRoutes(agent).routes(),
        *SessionRoutes(agent, bodies).routes(),
        *DatasetRoutes(agent, bodies).routes(),
        *FileRoutes(tables, bodies, upload_s=settings.upload_s).routes(),
        *StepRoutes(tables, bodies).routes(),
        *SetupRoutes(agent, bodies).routes(),
        *_turns(settings, parts, agent, bodies).routes(),
        *_fan_outs(settings, parts, bodies).routes(),
        *FeedbackRoutes(agent, bodies).routes(),
        *VersionRoutes(agent, ArtifactClient(parts.agent, settings.artifact_s), bodies).routes(),
        *(LoginRoutes(parts.verifier, bodies, secure=settings.secure_cookies).routes() if signs_in else ()),
        *ProbeRoutes({"agent": parts.agent, "scheduler": parts.scheduler}).routes(),
        Route("/metrics", metrics.endpoint),
        *PageRoutes(PAGE_FOLDER).routes(),
    ]


def _turns(settings: GatewaySettings, parts: Parts, agent: AgentClient, bodies: BodyReader) -> TurnRoutes:
    longest_s = settings.turn_max_s + STREAM_SLACK_S
    return TurnRoutes(
        agent,
        TurnClient(parts.agent, first_event_s=settings.first_event_s, longest_s=longest_s),
        bodies,
        parts.streams,
        TurnBook(settings.turn_limits),
        SystemClock(),
        StreamRules(ping_s=settings.ping_s, slow_reader_s=settings.slow_reader_s),
    )


def _fan_outs(settings: GatewaySettings, parts: Parts, bodies: BodyReader) -> FanOutRoutes:
    client = FanOutClient(parts.agent, start_s=settings.call_s, cancel_s=settings.cancel_s)
    rules = StreamRules(ping_s=settings.ping_s, slow_reader_s=settings.slow_reader_s)
    return FanOutRoutes(client, bodies, parts.streams, SystemClock(), rules)


async def _refused(request: Request, error: Exception) -> JSONResponse:  # noqa: ARG001  # Starlette's signature
    assert isinstance(error, PlotlaneError)
    return problem(error)


async def _not_routed(request: Request, error: Exception) -> JSONResponse:  # noqa: ARG001  # Starlette's signature
    assert isinstance(error, HTTPException)
    refused: RequestRefused = WrongMethod() if error.status_code == 405 else NoSuchPath()
    response = problem(refused)
    response.headers.update(error.headers or {})
    return response
