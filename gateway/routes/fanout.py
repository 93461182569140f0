"""Fan-outs: started, watched again, stopped."""

from __future__ import annotations

from typing import Annotated, Final

from pydantic import Field
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from gateway.body import Body, BodyReader
from gateway.clocks import TurnClocks, TurnLimits
from gateway.fanout_client import FanOutClient
from gateway.identity.gatekeeper import caller_of
from gateway.params import after_event, path_id
from gateway.relay import Relay
from gateway.routes.turns import StreamRules
from gateway.streams import OpenStreams, Stop
from gateway.turn_client import OpenTurn
from gateway.turn_response import TurnResponse
from plotlane_kit.clock import Clock

MAX_LIBRARIES: Final = 32
_YEAR_S: Final = 365 * 86_400.0
#: It is no turn: its members wait for as long as the scheduler lets them, and end one by one.
_NO_CAP: Final = TurnLimits(turn_max_s=_YEAR_S, silence_s=_YEAR_S, run_max_s=0)


class Wish(Body):
    """Which libraries; none: all that can draw the session's chart."""

    libraries: list[Annotated[str, Field(min_length=1, max_length=64)]] = Field([], max_length=MAX_LIBRARIES)


class FanOutRoutes:
    """/v1/sessions/{sid}/fanout, /v1/fanouts/{group}/events and .../cancel"""

    def __init__(
        self, fan_outs: FanOutClient, bodies: BodyReader, streams: OpenStreams, clock: Clock, rules: StreamRules
    ) -> None:
        self._fan_outs = fan_outs
        self._bodies = bodies
        self._streams = streams
        self._clock = clock
        self._rules = rules

    def routes(self) -> list[Route]:
        watch = Route("/v1/fanouts/{group}/events", self.watch, methods=["GET"])
        watch.methods = {"GET"}  # without HEAD: a stream would be opened for nobody
        return [
            Route("/v1/sessions/{sid}/fanout", self.start, methods=["POST"]),
            watch,
            Route("/v1/fanouts/{group}/cancel", self.cancel, methods=["POST"]),
        ]

    async def start(self, request: Request) -> Response:
        session_id = path_id(request, "sid")
        wish = await self._bodies.read(request, Wish)
        stop = self._streams.admit()
        try:
            fan_out = await self._fan_outs.start(caller_of(request), session_id, wish.libraries)
        except BaseException:
            self._streams.leave(stop)
            raise
        return self._stream(fan_out, stop)

    async def watch(self, request: Request) -> Response:
        group_id, after = path_id(request, "group"), after_event(request)
        stop = self._streams.admit()
        try:
            fan_out = await self._fan_outs.watch(caller_of(request), group_id, after)
        except BaseException:
            self._streams.leave(stop)
            raise
        return self._stream(fan_out, stop, after)

    async def cancel(self, request: Request) -> Response:
        await self._fan_outs.cancel(caller_of(request), path_id(request, "group"))
        return Response(status_code=204)

    def _stream(self, fan_out: OpenTurn, stop: Stop, after: int = 0) -> TurnResponse:
        now = self._clock.monotonic()
        clocks = TurnClocks(_NO_CAP, started_at=now, now=now)
        relay = Relay(fan_out, clocks, self._clock, stop=stop, stop_turn=_nothing_to_stop, after=after)
        return TurnResponse(
            relay,
            ping_s=self._rules.ping_s,
            slow_reader_s=self._rules.slow_reader_s,
            on_end=lambda: self._streams.leave(stop),
        )


async def _nothing_to_stop() -> None:
    """No clock of ours ends a fan-out."""
