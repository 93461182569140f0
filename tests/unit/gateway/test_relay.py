"""The relay: every stream ends in words, and time is the clock's."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence

from gateway.clocks import TurnClocks, TurnLimits
from gateway.relay import FAREWELL, Relay
from gateway.sse import SseEvent, frame
from plotlane_kit.clock import ManualClock
from plotlane_kit.errors import PlotlaneError, Reason, RemoteError

LIMITS = TurnLimits(turn_max_s=890, silence_s=190, run_max_s=180)
READY = SseEvent("1", "ready", {"v": "plotlane/1", "turn_id": "t1"})
QUEUED = SseEvent("2", "status", {"step": "queued", "position": 1})
DONE = SseEvent("3", "done", {"outcome": "ok", "version": 1})


class ScriptedTurn:
    """Gives the events it was made with, lets time pass before each, and then does what `then` says."""

    def __init__(self, clock: ManualClock, events: Sequence[tuple[float, SseEvent]], then: Exception | None = None):
        self.first: SseEvent | None = READY
        self.closed = False
        self._clock = clock
        self._events = list(events)
        self._then = then

    async def next(self) -> SseEvent | None:
        if self._events:
            wait, event = self._events.pop(0)
            self._clock.advance(wait)
            return event
        if self._then is not None:
            raise self._then
        return None

    def close(self) -> None:
        self.closed = True


async def relayed(
    events: Sequence[tuple[float, SseEvent]],
    then: Exception | None = None,
    *,
    stopping: bool = False,
    refuses_to_stop: bool = False,
) -> tuple[list[str], list[str]]:
    """The names (with codes) of what comes out, and what was asked of the agent."""
    clock = ManualClock()
    turn = ScriptedTurn(clock, events, then)
    asked: list[str] = []
    stop: asyncio.Future[None] = asyncio.get_running_loop().create_future()
    if stopping:
        stop.set_result(None)

    async def stop_turn() -> None:
        asked.append("stop")
        if refuses_to_stop:
            raise RemoteError(Reason.UPSTREAM, "down")

    relay = Relay(turn, TurnClocks(LIMITS, started_at=0, now=0), clock, stop=stop, stop_turn=stop_turn)
    frames = [piece.decode() async for piece in relay.frames()]
    assert turn.closed
    return [short(text) for text in frames], asked


def short(text: str) -> str:
    if text == FAREWELL.decode():
        return "farewell"
    name = text.split("event: ")[1].split("\n")[0]
    code = text.split('"code":"')[1].split('"')[0] if '"code"' in text else ""
    return f"{name} {code}".strip()


async def test_a_turn_passes_unchanged() -> None:
    assert await relayed([(1, QUEUED), (1, DONE)]) == (["ready", "status", "done"], [])


async def test_nothing_is_read_after_done() -> None:
    assert await relayed([(1, DONE), (1, QUEUED)]) == (["ready", "done"], [])


async def test_a_stream_that_ends_early_is_upstream() -> None:
    assert await relayed([(1, QUEUED)]) == (["ready", "status", "error upstream", "done"], [])


async def test_a_refusal_of_the_guards_is_a_refusal_event() -> None:
    error = RemoteError(Reason.BUDGET, "used up")
    assert await relayed([], error) == (["ready", "refusal budget", "done"], [])


async def test_an_exception_that_nobody_foresaw_is_internal_and_its_text_stays_here() -> None:
    assert await relayed([], ValueError("secret")) == (["ready", "error internal", "done"], [])


async def test_a_turn_that_queues_past_the_last_moment_to_run_leaves_with_capacity() -> None:
    heartbeats = [(15.0, QUEUED)] * 48  # the last at 720 s, and 890 - 180 = 710
    names, asked = await relayed([*heartbeats, (0, DONE)])
    assert (names[-2:], asked) == (["error capacity", "done"], ["stop"])


async def test_a_turn_that_leaves_the_queue_in_time_is_left_alone() -> None:
    heartbeats = [(15.0, QUEUED)] * 47  # the last at 705 s
    running = SseEvent("9", "status", {"step": "rendering"})
    names, asked = await relayed([*heartbeats, (4, running), (170, DONE)])
    assert (names[-1], asked) == ("done", [])
    assert not any(name.startswith("error") for name in names)


async def test_a_turn_whose_budget_is_used_up_is_stopped_before_it_is_reported() -> None:
    running = SseEvent("2", "status", {"step": "rendering"})
    names, asked = await relayed([(190, running), (0, DONE)])
    assert (names, asked) == (["ready", "status", "error upstream", "done"], ["stop"])


async def test_a_turn_that_cannot_be_stopped_is_reported_all_the_same() -> None:
    running = SseEvent("2", "status", {"step": "rendering"})
    names, asked = await relayed([(900, running), (0, DONE)], refuses_to_stop=True)
    assert (names[-2:], asked) == (["error deadline", "done"], ["stop"])


async def test_a_gateway_that_stops_says_farewell_without_done() -> None:
    assert await relayed([(1, QUEUED)], stopping=True) == (["ready", "farewell"], [])


async def test_the_events_of_the_gateway_can_be_resumed_from() -> None:
    clock = ManualClock()
    stop: asyncio.Future[None] = asyncio.get_running_loop().create_future()

    async def stop_turn() -> None:
        return None

    turn = ScriptedTurn(clock, [(0, QUEUED)], PlotlaneError())
    relay = Relay(turn, TurnClocks(LIMITS, started_at=0, now=0), clock, stop=stop, stop_turn=stop_turn)
    ids = [piece.decode().split("\n")[0] async for piece in relay.frames()]
    assert ids == ["id: 1", "id: 2", "id: 2.1", "id: 2.2"]
    assert frame(QUEUED).startswith(b"id: 2\nevent: status\ndata: {")
