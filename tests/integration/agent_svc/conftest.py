"""A house for each test: its own agent and scheduler, and one renderer for all."""

from __future__ import annotations

from collections.abc import AsyncIterator
from dataclasses import replace
from pathlib import Path

import pytest

from plotlane_kit.event_log import event_log
from plotlane_kit.serve import RunningServer, start_server
from plotlane_kit.settings import load_settings
from renderer_svc.house import House, build_desk, build_executor, build_house
from renderer_svc.server import build_app
from renderer_svc.settings import RendererSettings
from tests.integration.agent_svc.agent_house import AgentHouse, Guest, endless_catalogue


@pytest.fixture(scope="session")
def renderer_settings() -> RendererSettings:
    return load_settings(
        RendererSettings, render_slots=2, start_memory_bytes=0, memory_floor_bytes=0, sandbox_uid_base=83_000
    )


@pytest.fixture(scope="session")
def warm(renderer_settings: RendererSettings) -> House:
    """Walls and libraries, tested once for all tests of this folder."""
    return build_house(renderer_settings, event_log("test"))


@pytest.fixture
async def renderer(warm: House, renderer_settings: RendererSettings) -> AsyncIterator[RunningServer]:
    log = event_log("test")
    executor = build_executor(renderer_settings, log)
    desk = build_desk(executor, warm.desk.libraries, renderer_settings, log, on_stuck=lambda: None)
    server = await start_server(build_app(replace(warm, desk=desk)), "127.0.0.1", 0)
    yield server
    await server.shutdown(0)


@pytest.fixture
async def empty_house(renderer: RunningServer, tmp_path: Path) -> AsyncIterator[AgentHouse]:
    """A house in which only the renderer serves yet."""
    house = AgentHouse(tmp_path / "agent", renderer.address)
    yield house
    await house.close()


@pytest.fixture
async def house(empty_house: AgentHouse) -> AgentHouse:
    await empty_house.start_scheduler()
    await empty_house.start_agent()
    return empty_house


@pytest.fixture
async def endless_house(empty_house: AgentHouse, tmp_path: Path) -> AgentHouse:
    """A house in which a scatter plot never ends by itself; a bar chart does. One run at a time."""
    await empty_house.start_scheduler(runs={"concurrency": 1})
    await empty_house.start_agent(catalogue_dir=endless_catalogue(tmp_path / "catalogue"))
    return empty_house


@pytest.fixture
def anna(house: AgentHouse) -> Guest:
    return house.guest()
