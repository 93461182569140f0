"""A gateway on a free port, in front of a scripted agent and scheduler; one for all tests, or a test's own."""

from __future__ import annotations

from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import AsyncExitStack
from pathlib import Path
from typing import Any

import httpx
import pytest
import pytest_asyncio

from gateway.server import RunningGateway, start_gateway
from gateway.settings import GatewaySettings
from plotlane_kit.serve import RunningServer
from plotlane_kit.settings import load_settings
from tests.integration.gateway.browser import browser
from tests.integration.gateway.scripted_agent import ScriptedAgent, serve_agent
from tests.integration.gateway.scripted_scheduler import serve_scheduler

OpenGateway = Callable[..., Awaitable[RunningGateway]]


@pytest_asyncio.fixture(scope="session", loop_scope="session")
async def agent() -> ScriptedAgent:
    """The agent behind every gateway of these tests; each test uses sessions of its own."""
    return ScriptedAgent()


@pytest_asyncio.fixture(scope="session", loop_scope="session")
async def agent_server(agent: ScriptedAgent) -> AsyncIterator[RunningServer]:
    server = await serve_agent(agent)
    yield server
    await server.shutdown(0)


@pytest_asyncio.fixture(scope="session", loop_scope="session")
async def scheduler_server() -> AsyncIterator[RunningServer]:
    server = await serve_scheduler()
    yield server
    await server.shutdown(0)


@pytest_asyncio.fixture(scope="session", loop_scope="session")
async def settings(
    agent_server: RunningServer, scheduler_server: RunningServer, tmp_path_factory: pytest.TempPathFactory
) -> dict[str, Any]:
    """Settings of a gateway that reaches the scripted services."""
    return {
        "port": 0,
        "agent_address": agent_server.address,
        "scheduler_address": scheduler_server.address,
        "data_dir": tmp_path_factory.mktemp("gateway"),
        "drain_s": 2,
    }


@pytest_asyncio.fixture(scope="session", loop_scope="session")
async def gateway(settings: dict[str, Any]) -> AsyncIterator[RunningGateway]:
    """One gateway for every test that leaves it as it was."""
    running = await start_gateway(load_settings(GatewaySettings, **settings))
    yield running
    await running.shutdown()


@pytest_asyncio.fixture(loop_scope="session")
async def page(gateway: RunningGateway) -> AsyncIterator[httpx.AsyncClient]:
    """A browser at the shared gateway."""
    async with browser(gateway.address) as client:
        yield client


@pytest_asyncio.fixture(loop_scope="session")
async def open_gateway(settings: dict[str, Any]) -> AsyncIterator[OpenGateway]:
    """Starts gateways of a test's own; keyword arguments change their settings."""
    async with AsyncExitStack() as stack:

        async def start(**changes: Any) -> RunningGateway:
            running = await start_gateway(load_settings(GatewaySettings, **{**settings, **changes}))
            stack.push_async_callback(running.shutdown)
            return running

        yield start


@pytest.fixture
def tokens_file(tmp_path: Path) -> Path:
    """Two users: ada (premium) with the token `ada-token`, bob (public) with `bob-token`."""
    path = tmp_path / "tokens.jsonl"
    path.write_text(
        "# sha256 of ada-token, then of bob-token\n"
        f'{{"sha256": "{ADA}", "user": "ada", "tier": "premium"}}\n\n'
        f'{{"sha256": "{BOB}", "user": "bob", "tier": "public"}}\n'
    )
    return path


ADA = "54a976f1f7ea57f6add41516b340083a827ac641daefa7ce4e5f13cc1f9351d8"
BOB = "97dd3707015dcf069cf73022ed7173b1165db6eff24b441cb57fd069a8c4e525"
