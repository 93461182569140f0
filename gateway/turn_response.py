"""A turn's stream as an HTTP answer: headers, pings, and an end for readers that do not read."""

from __future__ import annotations

from collections.abc import Callable

from sse_starlette import EventSourceResponse, ServerSentEvent
from sse_starlette.sse import SendTimeoutError
from starlette.types import Receive, Scope, Send

from gateway.relay import Relay
from plotlane_kit.event_log import event_log

_log = event_log("gateway")


class TurnResponse(EventSourceResponse):
    """Streams a relay; pings every `ping_s`, and cuts a reader that takes nothing for `slow_reader_s` seconds."""

    def __init__(self, relay: Relay, *, ping_s: float, slow_reader_s: float, on_end: Callable[[], None]) -> None:
        super().__init__(
            relay.frames(),
            ping=ping_s,
            ping_message_factory=lambda: ServerSentEvent(comment="ping", sep="\n"),
            send_timeout=slow_reader_s,
        )
        self._relay = relay
        self._on_end = on_end

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        try:
            await super().__call__(scope, receive, send)
        except SendTimeoutError:
            _log.info("slow_reader_cut")
        finally:
            # Here and not in the generator alone: one that was never begun has no end either.
            self._relay.close()
            self._on_end()
