"""Turns: started, watched again, stopped."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass
from typing import Literal, Self

from pydantic import model_validator
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from gateway.agent_client import AgentClient
from gateway.body import Body, BodyReader
from gateway.clocks import TurnBook
from gateway.identity.gatekeeper import caller_of
from gateway.params import after_event, path_id
from gateway.problem import new_ref
from gateway.relay import Relay
from gateway.streams import OpenStreams, Stop
from gateway.turn_client import OpenTurn, TurnClient
from gateway.turn_response import TurnResponse
from plotlane_kit.caller import Caller
from plotlane_kit.clock import Clock


class Message(Body):
    """A message (`text`), or the button "Create plot" (`action`, with `theme` when one is wanted)."""

    text: str | None = None
    action: Literal["create_plot"] | None = None
    theme: Literal["light", "dark"] | None = None

    @model_validator(mode="after")
    def _one_of_two(self) -> Self:
        if (self.text is None) == (self.action is None):
            raise ValueError("send either `text` or `action`")
        if self.theme is not None and self.action is None:
            raise ValueError("`theme` goes with `action` alone")
        return self


@dataclass(frozen=True, slots=True)
class StreamRules:
    """How streams are kept, in seconds."""

    ping_s: float
    slow_reader_s: float


class TurnRoutes:
    """/v1/sessions/{sid}/messages, .../turns/{turn}/events, .../cancel"""

    def __init__(
        self,
        agent: AgentClient,
        turns: TurnClient,
        bodies: BodyReader,
        streams: OpenStreams,
        book: TurnBook,
        clock: Clock,
        rules: StreamRules,
    ) -> None:
        self._agent = agent
        self._turns = turns
        self._bodies = bodies
        self._streams = streams
        self._book = book
        self._clock = clock
        self._rules = rules
        self._stopping: set[asyncio.Task[None]] = set()

    def routes(self) -> list[Route]:
        watch = Route("/v1/sessions/{sid}/turns/{turn}/events", self.watch, methods=["GET"])
        watch.methods = {"GET"}  # without HEAD: a stream would be opened for nobody
        return [
            Route("/v1/sessions/{sid}/messages", self.start, methods=["POST"]),
            watch,
            Route("/v1/sessions/{sid}/cancel", self.cancel, methods=["POST"]),
        ]

    async def start(self, request: Request) -> Response:
        caller, session_id = caller_of(request), path_id(request, "sid")
        body = await self._bodies.read(request, Message)
        stop = self._streams.admit()
        try:
            if body.text is not None:
                turn = await self._turns.send_text(caller, session_id, body.text)
            else:
                turn = await self._turns.create_plot(caller, session_id, body.theme)
        except BaseException:
            self._streams.leave(stop)
            raise
        return self._stream(caller, session_id, turn, stop)

    async def watch(self, request: Request) -> Response:
        caller, session_id, turn_id = caller_of(request), path_id(request, "sid"), path_id(request, "turn")
        after = after_event(request)
        stop = self._streams.admit()
        try:
            turn = await self._turns.watch(caller, session_id, turn_id, after)
        except BaseException:
            self._streams.leave(stop)
            raise
        return self._stream(caller, session_id, turn, stop, turn_id=turn_id, after=after)

    async def cancel(self, request: Request) -> Response:
        await self._agent.cancel_turn(caller_of(request), path_id(request, "sid"))
        return Response(status_code=204)

    def _stream(
        self, caller: Caller, session_id: str, turn: OpenTurn, stop: Stop, *, turn_id: str = "", after: int = 0
    ) -> TurnResponse:
        said = {} if turn.first is None else turn.first.data
        turn_id = turn_id or str(said.get("turn_id") or new_ref())
        relay = Relay(
            turn,
            self._book.clocks(turn_id, self._clock.monotonic()),
            self._clock,
            stop=stop,
            stop_turn=lambda: self._stop_turn(caller, session_id),
            after=after,
        )
        return TurnResponse(
            relay,
            ping_s=self._rules.ping_s,
            slow_reader_s=self._rules.slow_reader_s,
            on_end=lambda: self._streams.leave(stop),
        )

    async def _stop_turn(self, caller: Caller, session_id: str) -> None:
        # A reader who goes away now must not leave a turn half stopped.
        task = asyncio.create_task(self._agent.cancel_turn(caller, session_id))
        self._stopping.add(task)
        task.add_done_callback(self._stopping.discard)
        await asyncio.shield(task)
