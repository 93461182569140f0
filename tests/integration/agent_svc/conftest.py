"""A house for each test: its own agent and scheduler, and one renderer for all."""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterator
from contextlib import closing
from dataclasses import replace
from pathlib import Path

import pytest

from plotlane_kit.event_log import event_log
from plotlane_kit.serve import RunningServer, start_server
from plotlane_kit.settings import Profile, load_settings
from renderer_svc.house import House, build_desk, build_house, prepare_tools
from renderer_svc.job import JobKind
from renderer_svc.server import build_app
from renderer_svc.settings import RendererSettings
from renderer_svc.tool import Tool
from tests.integration.agent_svc.agent_house import AgentHouse, Guest, endless_catalogue
from tests.integration.agent_svc.model_house import ModelGuest, model_settings
from tests_support.scripted_model import ScriptedModel, scripted_model


@pytest.fixture(scope="session")
def renderer_settings() -> RendererSettings:
    return load_settings(
        RendererSettings, render_slots=2, start_memory_bytes=0, memory_floor_bytes=0, sandbox_uid_base=83_000
    )


@pytest.fixture(scope="session")
def warm(renderer_settings: RendererSettings) -> Iterator[House]:
    """Walls and libraries, tested once for all tests of this folder."""
    with closing(build_house(renderer_settings, event_log("test"))) as house:
        yield house


@pytest.fixture(scope="session")
def tools(warm: House, renderer_settings: RendererSettings) -> dict[JobKind, Tool]:
    """What runs data code and converts files."""
    return prepare_tools(warm.executor, renderer_settings)


@pytest.fixture
async def renderer(
    warm: House, renderer_settings: RendererSettings, tools: dict[JobKind, Tool]
) -> AsyncIterator[RunningServer]:
    log = event_log("test")
    desk = build_desk(warm.executor, warm.desk.libraries, renderer_settings, log, lambda: None, tools)
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


@pytest.fixture
async def server() -> AsyncIterator[ScriptedModel]:
    """A model that answers what the test has written."""
    async with scripted_model() as model:
        yield model


@pytest.fixture
async def ada(empty_house: AgentHouse, server: ScriptedModel) -> ModelGuest:
    """A user of an agent with a model."""
    await empty_house.start_scheduler()
    await empty_house.start_agent(model=model_settings(server))
    return ModelGuest(empty_house, server)


@pytest.fixture
async def ada_with_budget(empty_house: AgentHouse, server: ScriptedModel) -> ModelGuest:
    """The same where a day has tokens for next to nothing."""
    await empty_house.start_scheduler(profile=Profile.SERVER, quotas={"tokens_per_day": 500})
    await empty_house.start_agent(model=model_settings(server))
    return ModelGuest(empty_house, server)


@pytest.fixture
async def reviewing_house(empty_house: AgentHouse, server: ScriptedModel) -> AgentHouse:
    """A house in which each new picture is looked at."""
    await empty_house.start_scheduler()
    await empty_house.start_agent(model=model_settings(server, review=True))
    return empty_house


@pytest.fixture
async def busy_ada(ada: ModelGuest, monkeypatch: pytest.MonkeyPatch) -> ModelGuest:
    """A user whose agent waits only a moment between the tries of a model call."""
    monkeypatch.setattr("agent_svc.models.retry._FIRST_S", 0.001)
    return ada


@pytest.fixture
async def ada_with_a_small_day(empty_house: AgentHouse, server: ScriptedModel) -> ModelGuest:
    """A user whose day has tokens for a few calls."""
    await empty_house.start_scheduler(profile=Profile.SERVER, quotas={"tokens_per_day": 100_000})
    await empty_house.start_agent(model=model_settings(server))
    return ModelGuest(empty_house, server)
