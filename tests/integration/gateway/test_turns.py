"""Turns: their streams from the first byte to `done`, whatever happens to the reader, the agent or the gateway."""

from __future__ import annotations

import asyncio
import os
import signal
import socket
import sys
import time
from typing import Any

import httpx
import pytest

from gateway.server import RunningGateway
from plotlane.agent.v1 import agent_pb2 as pb
from plotlane_kit.errors import Reason, RemoteError
from tests.integration.gateway.browser import Event, all_events, browser, events
from tests.integration.gateway.conftest import OpenGateway
from tests.integration.gateway.scripted_agent import (
    ScriptedAgent,
    done,
    paused_turn,
    queued,
    ready,
    rendering,
    said,
    whole_turn,
)

pytestmark = pytest.mark.asyncio(loop_scope="session")
CREATE = {"action": "create_plot", "theme": "dark"}


async def play(page: httpx.AsyncClient, session_id: str, body: object = CREATE) -> list[Event]:
    async with page.stream("POST", f"/v1/sessions/{session_id}/messages", json=body) as response:
        assert response.status_code == 200
        return await all_events(response)


def names(stream: list[Event]) -> list[str]:
    return [event.name for event in stream]


async def test_a_turn_is_streamed_event_by_event_with_its_ids(page: httpx.AsyncClient, agent: ScriptedAgent) -> None:
    agent.scripts["whole"] = whole_turn(ready("t-whole"), queued(2), rendering(), said("Zwei\nZeilen"), done(version=1))
    stream = await play(page, "whole")
    assert stream == [
        Event("1", "ready", {"v": "plotlane/1", "turn_id": "t-whole"}),
        Event("2", "status", {"step": "queued", "position": 2, "waiting": 9, "estimated_wait_s": 42}),
        Event("3", "status", {"step": "rendering", "attempt": 1}),
        Event("4", "message", {"text": "Zwei\nZeilen"}),
        Event("5", "done", {"outcome": "ok", "version": 1}),
    ]


async def test_the_button_and_the_message_reach_the_agent_as_such(
    page: httpx.AsyncClient, agent: ScriptedAgent
) -> None:
    agent.scripts["asks"] = whole_turn(ready(), done())
    await play(page, "asks", CREATE)
    assert agent.last("StartTurn")[0].create_plot.theme == 2
    await play(page, "asks", {"text": "log scale"})
    assert agent.last("StartTurn")[0].text == "log scale"


async def test_the_first_event_comes_at_once_and_unbuffered(page: httpx.AsyncClient, agent: ScriptedAgent) -> None:
    agent.scripts["first"] = script = paused_turn([ready()], [done()])
    async with page.stream("POST", "/v1/sessions/first/messages", json=CREATE) as response:
        assert response.headers["content-type"].startswith("text/event-stream")
        assert response.headers["x-accel-buffering"] == "no"
        assert response.headers["cache-control"] == "no-store"
        stream = events(response)
        assert (await anext(stream)).name == "ready"
        script.go.set()
        assert (await anext(stream)).name == "done"


async def test_a_quiet_stream_is_pinged(open_gateway: OpenGateway, agent: ScriptedAgent) -> None:
    gateway = await open_gateway(ping_s=0.02)
    agent.scripts["quiet"] = paused_turn([ready()])
    async with (
        browser(gateway.address) as page,
        page.stream("POST", "/v1/sessions/quiet/messages", json=CREATE) as response,
    ):
        pings = 0
        async for line in response.aiter_lines():
            pings += line == ": ping"
            if pings == 2:
                break


@pytest.mark.parametrize(
    ("reason", "status"),
    [(Reason.RUN_ACTIVE, 409), (Reason.INVALID, 422), (Reason.NOT_FOUND, 404), (Reason.BUDGET, 429)],
)
async def test_what_is_known_before_a_turn_starts_is_an_http_answer(
    page: httpx.AsyncClient, agent: ScriptedAgent, reason: Reason, status: int
) -> None:
    agent.refusals[f"before-{status}"] = RemoteError(reason, "refused", metadata={"kind": "turn"})
    answer = await page.post(f"/v1/sessions/before-{status}/messages", json=CREATE)
    assert answer.status_code == status
    assert answer.json()["error"]["details"] == {"kind": "turn"}


async def test_a_refusal_in_mid_stream_is_an_error_event_and_done(
    page: httpx.AsyncClient, agent: ScriptedAgent
) -> None:
    agent.scripts["drained"] = script = whole_turn(ready(), queued())
    script.error = RemoteError(Reason.CAPACITY, "full", metadata={"waiting": "60"}, retry_after_s=30)
    stream = await play(page, "drained")
    assert names(stream) == ["ready", "status", "error", "done"]
    assert stream[2].data["code"] == "capacity"
    assert stream[2].data["details"] == {"waiting": "60", "retry_after_s": "30"}
    assert stream[3].data == {"outcome": "failed", "version": None}


async def test_an_agent_that_ends_a_turn_without_done_is_reported(
    page: httpx.AsyncClient, agent: ScriptedAgent
) -> None:
    agent.scripts["no-done"] = whole_turn(ready(), rendering())
    stream = await play(page, "no-done")
    assert names(stream) == ["ready", "status", "error", "done"]
    assert stream[2].data["code"] == "upstream"


async def test_a_code_that_nobody_knows_becomes_internal(page: httpx.AsyncClient, agent: ScriptedAgent) -> None:
    strange = pb.TurnEvent(error=pb.TurnError(code="gremlins", text="?"))
    agent.scripts["strange"] = whole_turn(ready(), strange, done("failed"))
    assert (await play(page, "strange"))[1].data["code"] == "internal"


async def test_a_reader_who_comes_back_gets_what_it_missed_and_no_more(
    page: httpx.AsyncClient, agent: ScriptedAgent
) -> None:
    agent.scripts["back"] = script = paused_turn([ready("t-back"), queued(2), queued(1)], [rendering(), done()])
    async with page.stream("POST", "/v1/sessions/back/messages", json=CREATE) as response:
        stream = events(response)
        seen = [await anext(stream), await anext(stream)]
    await asyncio.wait_for(script.left.wait(), 5)  # the cut connection has reached the agent
    script.go.set()
    headers = {"Last-Event-ID": seen[-1].event_id}
    async with page.stream("GET", "/v1/sessions/back/turns/t-back/events", headers=headers) as response:
        assert [event.event_id for event in await all_events(response)] == ["3", "4", "5"]
    assert agent.last("WatchTurn")[0].turn_id == "t-back"


async def test_a_reader_who_comes_back_while_nothing_happens_waits_for_what_comes(
    page: httpx.AsyncClient, agent: ScriptedAgent
) -> None:
    agent.scripts["still"] = script = paused_turn([ready("t-still"), rendering()], [done()])
    headers = {"Last-Event-ID": "2"}
    async with page.stream("GET", "/v1/sessions/still/turns/t-still/events", headers=headers) as response:
        assert response.status_code == 200  # although no event has come
        script.go.set()
        assert names(await all_events(response)) == ["done"]


async def test_a_stream_can_be_taken_up_by_its_address_and_from_an_event_of_the_gateway(
    page: httpx.AsyncClient, agent: ScriptedAgent
) -> None:
    agent.scripts["after"] = whole_turn(ready("t-after"), rendering(), done())
    async with page.stream("GET", "/v1/sessions/after/turns/t-after/events?after=1") as response:
        assert [event.event_id for event in await all_events(response)] == ["2", "3"]
    async with page.stream(
        "GET", "/v1/sessions/after/turns/t-after/events?after=1", headers={"Last-Event-ID": "2.2"}
    ) as response:
        assert [event.event_id for event in await all_events(response)] == ["3"]


async def test_the_head_of_a_stream_opens_no_stream(page: httpx.AsyncClient, agent: ScriptedAgent) -> None:
    before = len(agent.asked)
    answer = await page.head("/v1/sessions/s1/turns/t1/events")
    assert (answer.status_code, answer.headers["allow"]) == (405, "GET")
    assert len(agent.asked) == before


@pytest.mark.parametrize("bad", ["x", "-1", "4294967296", "1e3"])
async def test_a_resume_point_that_is_no_event_id_is_422(page: httpx.AsyncClient, bad: str) -> None:
    answer = await page.get("/v1/sessions/s1/turns/t1/events", headers={"Last-Event-ID": bad})
    assert answer.status_code == 422


async def test_a_turn_that_is_silent_for_too_long_ends_with_upstream_and_is_cancelled(
    open_gateway: OpenGateway, agent: ScriptedAgent
) -> None:
    gateway = await open_gateway(silence_s=0.1)
    agent.scripts["silent"] = paused_turn([ready(), rendering()])
    async with browser(gateway.address) as page:
        stream = await play(page, "silent")
    assert [event.event_id for event in stream] == ["1", "2", "2.1", "2.2"]
    assert stream[2].data["code"] == "upstream"
    assert agent.last("CancelTurn")[0].session_id == "silent"


async def test_a_turn_that_can_no_longer_run_in_time_leaves_the_queue_with_capacity(
    open_gateway: OpenGateway, agent: ScriptedAgent
) -> None:
    gateway = await open_gateway(turn_max_s=100.05, run_max_s=100)
    agent.scripts["late"] = paused_turn([ready(), queued(9)])
    async with browser(gateway.address) as page:
        stream = await play(page, "late")
    assert stream[2].data["code"] == "capacity"
    assert names(stream)[-1] == "done"
    assert agent.last("CancelTurn")[0].session_id == "late"


async def test_a_turn_that_does_not_say_that_it_exists_is_504(open_gateway: OpenGateway, agent: ScriptedAgent) -> None:
    gateway = await open_gateway(first_event_s=0.05)
    agent.scripts["mute"] = script = paused_turn([])
    async with browser(gateway.address) as page:
        assert (await page.post("/v1/sessions/mute/messages", json=CREATE)).status_code == 504
    await asyncio.wait_for(script.left.wait(), 5)


async def test_an_agent_that_is_killed_in_mid_stream_ends_it_with_upstream_and_the_next_one_works(
    open_gateway: OpenGateway,
) -> None:
    first = await spawn_agent(0)
    gateway = await open_gateway(agent_address=f"127.0.0.1:{first.port}")
    async with browser(gateway.address) as page:
        async with page.stream("POST", "/v1/sessions/s1/messages", json=CREATE) as response:
            stream = events(response)
            assert (await anext(stream)).name == "ready"
            await first.kill()
            ending = [event async for event in stream]
        assert [(event.name, event.data.get("code")) for event in ending] == [("error", "upstream"), ("done", None)]
        assert (await page.get("/v1/charts")).status_code == 502
        second = await spawn_agent(first.port)
        assert await eventually_200(page, "/v1/charts")
        await second.kill()


async def test_a_reader_that_does_not_read_holds_the_agent_back_and_is_cut(
    open_gateway: OpenGateway, agent: ScriptedAgent
) -> None:
    gateway = await open_gateway(slow_reader_s=0.2, drain_s=60)
    many = 6_000
    agent.scripts["flood"] = script = whole_turn(ready(), *(said("x" * 3000) for _ in range(many)), done())
    agent.scripts["beside"] = whole_turn(ready(), done())
    host, port = gateway.address.split(":")
    raw = socket.socket()
    raw.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
    raw.setblocking(False)
    await asyncio.get_running_loop().sock_connect(raw, (host, int(port)))
    body = b'{"text": "go"}'
    head = (
        f"POST /v1/sessions/flood/messages HTTP/1.1\r\nHost: {gateway.address}\r\nContent-Type: application/json\r\n"
        f"X-Plotlane-Client: plotlane-chat/1\r\nContent-Length: {len(body)}\r\n\r\n"
    )
    await asyncio.get_running_loop().sock_sendall(raw, head.encode() + body)
    async with browser(gateway.address) as page:
        assert names(await play(page, "beside")) == ["ready", "done"]
    await asyncio.wait_for(script.left.wait(), 5)
    assert script.said < many / 2
    # Its connection is gone as well, although it still reads nothing: a shutdown need not wait for it.
    await asyncio.wait_for(gateway.shutdown(), 10)
    raw.close()


async def test_a_gateway_that_stops_says_farewell_and_the_turn_can_be_taken_up_elsewhere(
    open_gateway: OpenGateway, agent: ScriptedAgent, page: httpx.AsyncClient
) -> None:
    stopping = await open_gateway()
    agent.scripts["moves"] = script = paused_turn([ready("t-moves"), queued()], [done()])
    async with (
        browser(stopping.address) as old_page,
        old_page.stream("POST", "/v1/sessions/moves/messages", json=CREATE) as response,
    ):
        lines = response.aiter_lines()
        while not (await anext(lines)).startswith("id: 2"):
            pass
        shutdown = asyncio.create_task(stopping.shutdown())
        farewell = [line async for line in lines]
        await shutdown
    assert "retry: 1000" in farewell
    assert not any(line.startswith("event: done") for line in farewell)
    script.go.set()
    async with page.stream(
        "GET", "/v1/sessions/moves/turns/t-moves/events", headers={"Last-Event-ID": "2"}
    ) as response:
        assert names(await all_events(response)) == ["done"]


async def test_open_streams_are_counted_and_uncounted(
    gateway: RunningGateway, page: httpx.AsyncClient, agent: ScriptedAgent
) -> None:
    agent.scripts["count"] = script = paused_turn([ready()])
    async with page.stream("POST", "/v1/sessions/count/messages", json=CREATE) as response:
        await anext(events(response))
        assert "plotlane_gateway_open_streams 1.0" in (await page.get("/metrics")).text
    await asyncio.wait_for(script.left.wait(), 5)
    assert await eventually(page, "/metrics", lambda answer: "plotlane_gateway_open_streams 0.0" in answer.text)


class SpawnedAgent:
    """A scripted agent in a process of its own, which can be killed."""

    def __init__(self, process: asyncio.subprocess.Process, port: int) -> None:
        self._process = process
        self.port = port

    async def kill(self) -> None:
        os.kill(self._process.pid, signal.SIGKILL)
        await self._process.communicate()


async def spawn_agent(port: int) -> SpawnedAgent:
    process = await asyncio.create_subprocess_exec(
        sys.executable, "-m", "tests.integration.gateway.paused_agent", str(port), stdout=asyncio.subprocess.PIPE
    )
    assert process.stdout is not None
    address = (await process.stdout.readline()).decode().strip()
    return SpawnedAgent(process, int(address.rpartition(":")[2]))


async def eventually_200(page: httpx.AsyncClient, path: str) -> bool:
    return await eventually(page, path, lambda answer: answer.status_code == 200)


async def eventually(page: httpx.AsyncClient, path: str, wanted: Any) -> bool:
    """Ask again until the answer is `wanted`, for at most 5 s."""
    deadline = time.monotonic() + 5
    while time.monotonic() < deadline:
        if wanted(await page.get(path)):
            return True
    return False
