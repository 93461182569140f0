"""Operations: probes, numbers, and a process that starts, serves and stops as its supervisor expects."""

from __future__ import annotations

import asyncio
import os
import signal
import sys
from pathlib import Path
from typing import Any

import httpx
import pytest

from tests.integration.gateway.browser import browser
from tests.integration.gateway.conftest import OpenGateway
from tests.integration.gateway.scripted_agent import ScriptedAgent, paused_turn, ready

pytestmark = pytest.mark.asyncio(loop_scope="session")


async def test_ready_means_that_the_services_behind_serve(
    page: httpx.AsyncClient, open_gateway: OpenGateway, unused_tcp_port: int
) -> None:
    assert ((await page.get("/readyz")).status_code, (await page.get("/readyz")).json()) == (
        200,
        {"agent": True, "scheduler": True},
    )
    lonely = await open_gateway(agent_address=f"127.0.0.1:{unused_tcp_port}")
    async with browser(lonely.address) as other:
        answer = await other.get("/readyz")
        assert (answer.status_code, answer.json()) == (503, {"agent": False, "scheduler": True})
        assert (await other.get("/healthz")).status_code == 200


async def test_requests_are_counted_by_route_and_never_by_what_was_asked_for(page: httpx.AsyncClient) -> None:
    await page.get("/v1/sessions/my-secret-id")
    await page.get("/no/such/thing")
    text = (await page.get("/metrics")).text
    assert 'plotlane_gateway_requests_total{route="/v1/sessions/{sid}",status="2xx"}' in text
    assert 'plotlane_gateway_requests_total{route="other",status="4xx"}' in text
    assert "my-secret-id" not in text
    assert "/no/such" not in text


async def test_sigterm_ends_streams_with_a_farewell_and_the_process_with_0(
    settings: dict[str, Any], agent: ScriptedAgent
) -> None:
    agent.scripts["sigterm"] = paused_turn([ready()])
    ready_end, write_end = os.pipe()
    process = await asyncio.create_subprocess_exec(
        sys.executable, "-m", "gateway", env=environment(settings, READY_FD=str(write_end)), pass_fds=(write_end,)
    )
    os.close(write_end)
    address = await asyncio.to_thread(os.read, ready_end, 100)
    os.close(ready_end)
    async with browser(address.decode()) as page:
        body = {"action": "create_plot"}
        async with page.stream("POST", "/v1/sessions/sigterm/messages", json=body) as response:
            lines = response.aiter_lines()
            assert await anext(lines) == "id: 1"
            process.send_signal(signal.SIGTERM)
            assert "retry: 1000" in [line async for line in lines]
    assert await asyncio.wait_for(process.wait(), 10) == 0


async def test_a_port_that_is_taken_is_named(page: httpx.AsyncClient, open_gateway: OpenGateway) -> None:
    with pytest.raises(OSError, match=f"127.0.0.1:{page.base_url.port} cannot be listened on"):
        await open_gateway(port=page.base_url.port)


async def test_a_tokens_file_that_is_wrong_is_told_by_line_and_field(settings: dict[str, Any], tmp_path: Path) -> None:
    path = tmp_path / "tokens"
    path.write_text('\n{"sha256": "abc", "user": "ada", "tier": "premium"}\n')
    code, output = await run({**settings, "identity": "tokens", "tokens_file": path})
    assert code == 2
    assert f"{path}, line 2: sha256: " in output
    assert output.count("\n") == 1


async def run(settings: dict[str, Any]) -> tuple[int | None, str]:
    """Start the process, which is expected to end by itself: its exit code and what it says."""
    process = await asyncio.create_subprocess_exec(
        sys.executable, "-m", "gateway", env=environment(settings), stderr=asyncio.subprocess.PIPE
    )
    _, errors = await asyncio.wait_for(process.communicate(), 10)
    return process.returncode, errors.decode()


def environment(settings: dict[str, Any], **more: str) -> dict[str, str]:
    named = {**{key.upper(): str(value) for key, value in settings.items()}, **more}
    return {**os.environ, **{f"PLOTLANE_GATEWAY_{key}": value for key, value in named.items()}}
