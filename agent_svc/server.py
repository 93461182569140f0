"""The composition root: reads the settings, builds the agent, serves it."""

from __future__ import annotations

import asyncio
from contextlib import AsyncExitStack
from typing import Final

import grpc

from agent_svc.agent import Agent
from agent_svc.catalogue import Catalogue
from agent_svc.fanout.book import FanOutBook
from agent_svc.fanout.copies import Copies
from agent_svc.fanout.expected import ExpectedTimes
from agent_svc.fanout.fanout import Workshop
from agent_svc.fanout.fanouts import FanOuts
from agent_svc.feedback.desk import FeedbackDesk
from agent_svc.feedback.shelf import FOLDER_NAME as FEEDBACK_NAME
from agent_svc.feedback.shelf import open_shelf
from agent_svc.guard.data_guard import DataGuard
from agent_svc.guard.guard import Guard
from agent_svc.lease_book import LeaseBook
from agent_svc.libraries import Libraries
from agent_svc.makers import Makers
from agent_svc.opening import idle_limits, open_catalogue, open_handlers, open_models, open_rows
from agent_svc.quotas import ScheduledQuotas
from agent_svc.renderer_client import RendererClient
from agent_svc.scheduled_groups import PATIENCE, PATIENT_SLOTS, ScheduledGroups
from agent_svc.scheduling import ScheduledPlaces
from agent_svc.service import AgentService
from agent_svc.sessions.artifacts import open_artifacts
from agent_svc.sessions.datasets import Datasets
from agent_svc.sessions.desk import Desk
from agent_svc.sessions.removal import Removal
from agent_svc.sessions.sql import SqlSessionStore
from agent_svc.sessions.sweep import Sweep
from agent_svc.sessions.table_desk import TableDesk
from agent_svc.settings import AgentSettings
from agent_svc.signals.bell import Bell
from agent_svc.signals.book import SignalBook
from agent_svc.signals.errand import Tools
from agent_svc.signals.fan_out import FanOutSignal
from agent_svc.signals.new_data import NewData
from agent_svc.signals.rooms import Rooms
from agent_svc.signals.shop import SignalShop
from agent_svc.signals.signals import Signals
from agent_svc.spending.ledger import ScheduledLedger
from agent_svc.turns.conversation import Conversation
from agent_svc.turns.interrupted import answer_interrupted
from agent_svc.turns.keeper import Keeper
from agent_svc.turns.table_jobs import LeasedTables
from agent_svc.turns.toggle import Toggle
from agent_svc.turns.turns import Turns
from agent_svc.turns.vector import VectorPictures
from plotlane.agent.v1 import agent_pb2, agent_pb2_grpc
from plotlane_kit.caller import Caller
from plotlane_kit.callers.dialing import dialer
from plotlane_kit.clock import Clock, SystemClock
from plotlane_kit.serve import ServiceApp
from scheduler_svc.client import AMID_WORK_S, QuotaClient, SchedulerClient

NAME: Final = "agent"
ARTIFACTS_NAME: Final = "artifacts"
SERVICE_NAMES: Final = (agent_pb2.DESCRIPTOR.services_by_name["AgentService"].full_name,)


def build_app(settings: AgentSettings, clock: Clock | None = None) -> ServiceApp:
    """The agent as `settings` want it, ready to be served. Raises SettingsError for a broken catalogue."""
    catalogue = open_catalogue(settings)
    clock = clock or SystemClock()
    opened = AsyncExitStack()
    agent: Agent

    async def start() -> None:
        nonlocal agent
        try:
            agent = await _build(settings, catalogue, clock, opened)
        except BaseException:
            await opened.aclose()
            raise

    def register(server: grpc.aio.Server) -> None:
        agent_pb2_grpc.add_AgentServiceServicer_to_server(AgentService(agent), server)

    async def drain() -> None:
        drain_s = settings.drain_s
        await asyncio.gather(agent.turns.drain(drain_s), agent.fanouts.drain(drain_s), agent.signals.drain(drain_s))

    return ServiceApp(NAME, SERVICE_NAMES, register, start=start, drain=drain, stop=opened.aclose)


async def _build(settings: AgentSettings, catalogue: Catalogue, clock: Clock, opened: AsyncExitStack) -> Agent:
    settings.data_dir.mkdir(mode=0o700, parents=True, exist_ok=True)
    database = await open_rows(settings)
    opened.push_async_callback(database.close)
    dial = dialer(settings.callers)
    scheduler, renderer = dial(settings.scheduler_address), dial(settings.renderer_address)
    opened.push_async_callback(scheduler.close)
    opened.push_async_callback(renderer.close)

    store = SqlSessionStore(database, clock)
    artifacts = open_artifacts(settings.data_dir / ARTIFACTS_NAME)
    datasets = Datasets(artifacts)
    queue, book = SchedulerClient(scheduler), LeaseBook(database)
    await book.end_left(queue)
    places = ScheduledPlaces(queue, book, clock)
    amid_work = QuotaClient(scheduler, AMID_WORK_S)
    quotas = ScheduledQuotas(QuotaClient(scheduler), amid_work, artifacts)
    models = await open_models(settings.model, ScheduledLedger(amid_work), opened)
    guard = Guard(quotas)
    client = RendererClient(renderer, clock, settings.renderer_patience_s, dial=dial)
    opened.push_async_callback(client.close)
    turns = Turns(places, clock, settings.reader_grace_s)
    makers = Makers(
        store=store,
        artifacts=artifacts,
        datasets=datasets,
        catalogue=catalogue,
        keeper=Keeper(store, artifacts, clock),
        renderer=client,
        quotas=quotas,
        guard=guard,
        clock=clock,
        models=models,
        review=settings.model.review,
    )
    data_guard = DataGuard(guard, models)
    limits = idle_limits(settings)
    removal = Removal(store, artifacts, quotas)
    desk = Desk(store, artifacts, datasets, catalogue, places, quotas, clock, data_guard, limits, removal)

    def tables_of(caller: Caller) -> LeasedTables:
        return LeasedTables(places, client, caller)

    patient = ScheduledPlaces(SchedulerClient(scheduler, PATIENT_SLOTS), book, clock)
    groups = ScheduledGroups(SchedulerClient(scheduler, PATIENCE))
    copies = Copies(store, artifacts, catalogue, places, quotas, clock)
    libraries, expected = Libraries(catalogue, client), ExpectedTimes()
    workshop = Workshop(groups, patient, makers.plotter, store, FanOutBook(database), expected, clock)
    fanouts = FanOuts(copies, libraries, workshop)
    await fanouts.recover()
    await answer_interrupted(store, clock)
    bell = Bell()
    shop = SignalShop(
        book=SignalBook(database),
        handlers=open_handlers(settings, FanOutSignal(store, catalogue, libraries, expected)),
        rooms=Rooms(desk, copies),
        groups=groups,
        tools=Tools(NewData(store, datasets, catalogue, data_guard, quotas, clock), makers.replies, patient),
        clock=clock,
        claim_next=settings.signals.claim_next,
        asks_a_model=lambda prompt: models is not None and bool(prompt.text.strip() or settings.model.review),
        changed=bell.ring,
    )
    signals = Signals(shop, quotas, bell)
    await signals.start()
    opened.push_async_callback(signals.close)
    sweep = Sweep(store, removal, places, clock, limits.swept_every_s)
    sweep.start()
    opened.push_async_callback(sweep.close)
    return Agent(
        catalogue=catalogue,
        libraries=libraries,
        desk=desk,
        tables=TableDesk(desk, store, datasets, places, quotas, data_guard, tables_of),
        turns=turns,
        conversation=Conversation(turns, store, makers.replies(places), quotas),
        toggle=Toggle(store, artifacts, catalogue, places, client, quotas, clock),
        vectors=VectorPictures(store, artifacts, places, client, quotas),
        fanouts=fanouts,
        feedback=FeedbackDesk(store, artifacts, open_shelf(settings.data_dir / FEEDBACK_NAME), quotas, clock),
        signals=signals,
        provider=settings.model.provider.value,
        models=() if models is None else tuple(sorted(set(settings.model.ids.values()))),
    )
