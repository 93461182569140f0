"""How a client tries again: soon at first, and never with more than a second in between."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from typing import Any

import grpc
import pytest

from plotlane.scheduler.v1 import scheduler_pb2_grpc
from plotlane_kit.caller import Caller, Tier
from plotlane_kit.channel import CHANNEL_OPTIONS
from scheduler_svc.client import Patience, SchedulerClient
from tests_support.breaking_call import BreakingCall


class EnoughError(Exception):
    """The test has seen what it wanted."""


class Nobody:
    """What answers instead of a scheduler: nothing."""

    def __aiter__(self) -> AsyncIterator[Any]:
        return self

    async def __anext__(self) -> Any:
        raise grpc.aio.AioRpcError(grpc.StatusCode.UNAVAILABLE, grpc.aio.Metadata(), grpc.aio.Metadata())

    def cancel(self) -> None:
        pass


async def test_tries_to_reach_the_scheduler_again_are_at_most_a_second_apart(monkeypatch: pytest.MonkeyPatch) -> None:
    pauses: list[float] = []

    async def pause(seconds: float) -> None:
        pauses.append(seconds)
        if len(pauses) == 8:
            raise EnoughError

    monkeypatch.setattr(scheduler_pb2_grpc, "SchedulerServiceStub", lambda _: Stub())
    client = SchedulerClient(None, Patience(first_s=3_600))  # type: ignore[arg-type]  # nobody is there to be reached
    monkeypatch.setattr(asyncio, "sleep", pause)
    with pytest.raises(EnoughError):
        async with client.run(Caller("ada", Tier.PUBLIC), kind="plot"):
            pytest.fail("entered without a scheduler")
    assert pauses == [0.05, 0.1, 0.2, 0.4, 0.8, 1.0, 1.0, 1.0]
    assert dict(CHANNEL_OPTIONS)["grpc.max_reconnect_backoff_ms"] <= 1_000


class Stub:
    """Calls of nobody."""

    def Submit(self, *_: Any, **__: Any) -> Nobody:
        return Nobody()


class BreakingStub:
    """Calls whose streams are all the same one."""

    def __init__(self, call: BreakingCall) -> None:
        self._call = call

    def Submit(self, *_: Any, **__: Any) -> BreakingCall:
        return self._call

    async def Cancel(self, *_: Any, **__: Any) -> None:
        """Nothing is left to cancel."""


async def test_who_waits_leaves_also_when_the_stream_breaks_in_that_moment(monkeypatch: pytest.MonkeyPatch) -> None:
    call = BreakingCall()
    monkeypatch.setattr(scheduler_pb2_grpc, "SchedulerServiceStub", lambda _: BreakingStub(call))
    client = SchedulerClient(None, Patience(first_s=3_600))  # type: ignore[arg-type]  # nobody is there to be reached

    async def wait_for_a_place() -> None:
        async with client.run(Caller("ada", Tier.PUBLIC), kind="plot"):
            pytest.fail("entered without a scheduler")

    waiting = asyncio.create_task(wait_for_a_place())
    await call.opened.wait()
    waiting.cancel()
    done, _ = await asyncio.wait({waiting}, timeout=10)
    assert done
    assert waiting.cancelled()
