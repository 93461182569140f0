"""The composition root: reads the settings, builds the agent, serves it."""

from __future__ import annotations

from contextlib import AsyncExitStack
from typing import Final

import grpc
from alembic.util.exc import CommandError
from sqlalchemy.exc import SQLAlchemyError

from agent_svc.agent import Agent
from agent_svc.catalogue import BrokenChartError, Catalogue, load_catalogue
from agent_svc.libraries import Libraries
from agent_svc.models.offline.provider import OfflineModel
from agent_svc.quotas import ScheduledQuotas
from agent_svc.renderer_client import RendererClient
from agent_svc.scheduling import ScheduledPlaces
from agent_svc.service import AgentService
from agent_svc.sessions.artifacts import open_artifacts
from agent_svc.sessions.database import Database, open_database, sqlite_url
from agent_svc.sessions.datasets import Datasets
from agent_svc.sessions.desk import Desk
from agent_svc.sessions.sql import SqlSessionStore
from agent_svc.settings import AgentSettings
from agent_svc.turns.conversation import Conversation
from agent_svc.turns.keeper import Keeper
from agent_svc.turns.plotter import Plotter
from agent_svc.turns.toggle import Toggle
from agent_svc.turns.turns import Turns
from plotlane.agent.v1 import agent_pb2, agent_pb2_grpc
from plotlane_kit.channel import open_channel
from plotlane_kit.clock import Clock, SystemClock
from plotlane_kit.serve import ServiceApp
from plotlane_kit.settings import SettingsError
from scheduler_svc.client import QuotaClient, SchedulerClient

NAME: Final = "agent"
DATABASE_NAME: Final = "agent.db"
ARTIFACTS_NAME: Final = "artifacts"
SERVICE_NAMES: Final = (agent_pb2.DESCRIPTOR.services_by_name["AgentService"].full_name,)


def build_app(settings: AgentSettings) -> ServiceApp:
    """The agent as `settings` want it, ready to be served. Raises SettingsError for a broken catalogue."""
    try:
        catalogue = load_catalogue(settings.catalogue_dir)
    except BrokenChartError as error:
        raise SettingsError(f"PLOTLANE_AGENT_CATALOGUE_DIR: {error.message}") from error
    clock = SystemClock()
    opened = AsyncExitStack()
    agent: Agent

    async def start() -> None:
        nonlocal agent
        agent = await _build(settings, catalogue, clock, opened)

    def register(server: grpc.aio.Server) -> None:
        agent_pb2_grpc.add_AgentServiceServicer_to_server(AgentService(agent), server)

    async def drain() -> None:
        await agent.turns.drain(settings.drain_s)

    return ServiceApp(NAME, SERVICE_NAMES, register, start=start, drain=drain, stop=opened.aclose)


async def _database(settings: AgentSettings) -> Database:
    try:
        return await open_database(settings.database_url or sqlite_url(settings.data_dir / DATABASE_NAME))
    except (SQLAlchemyError, CommandError, ImportError) as error:
        # Only the first line, and of the driver where it speaks: the rest may hold the address with its password.
        why = str(getattr(error, "orig", None) or error).splitlines()[0]
        raise SettingsError(f"PLOTLANE_AGENT_DATABASE_URL: the database cannot be opened: {why}") from error


async def _build(settings: AgentSettings, catalogue: Catalogue, clock: Clock, opened: AsyncExitStack) -> Agent:
    settings.data_dir.mkdir(mode=0o700, parents=True, exist_ok=True)
    database = await _database(settings)
    opened.push_async_callback(database.close)
    scheduler, renderer = open_channel(settings.scheduler_address), open_channel(settings.renderer_address)
    opened.push_async_callback(scheduler.close)
    opened.push_async_callback(renderer.close)

    store = SqlSessionStore(database)
    artifacts = open_artifacts(settings.data_dir / ARTIFACTS_NAME)
    datasets = Datasets(artifacts)
    places = ScheduledPlaces(SchedulerClient(scheduler), clock)
    quotas = ScheduledQuotas(QuotaClient(scheduler), artifacts)
    client = RendererClient(renderer, clock, settings.renderer_patience_s)
    opened.push_async_callback(client.close)
    turns = Turns(places, clock, settings.reader_grace_s)
    plotter = Plotter(store, datasets, catalogue, Keeper(store, artifacts, clock), places, client, quotas, clock)
    model = OfflineModel()
    return Agent(
        catalogue=catalogue,
        libraries=Libraries(catalogue, client),
        desk=Desk(store, artifacts, datasets, catalogue, places, quotas, clock),
        turns=turns,
        conversation=Conversation(turns, store, catalogue, plotter, model, quotas, clock),
        toggle=Toggle(store, artifacts, catalogue, places, client, quotas, clock),
        model=model,
    )
