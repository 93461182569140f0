"""Serving: one gRPC server per process, with health, reflection, and a drain that lets running calls end."""

from __future__ import annotations

import asyncio
import gc
import os
import signal
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass, field
from typing import Final

import grpc
from grpc_health.v1 import health_pb2, health_pb2_grpc
from grpc_health.v1.health import aio as health_aio
from grpc_reflection.v1alpha import reflection
from prometheus_client import CollectorRegistry
from structlog.typing import FilteringBoundLogger

from plotlane_kit.able import Able
from plotlane_kit.callers.build import build_check
from plotlane_kit.callers.check import Check
from plotlane_kit.callers.doorkeeper import Doorkeeper
from plotlane_kit.channel import CHANNEL_OPTIONS
from plotlane_kit.clock import Clock, SystemClock
from plotlane_kit.event_log import configure_event_log, event_log
from plotlane_kit.gate import Gate
from plotlane_kit.interceptor import ErrorInterceptor
from plotlane_kit.metrics import metrics_page, new_registry
from plotlane_kit.settings import GrpcServiceSettings

LAST_WORD_S: Final = 1.0  # what calls get to deliver what a long drain has told them
Hook = Callable[[], Awaitable[None]]


async def _nothing(*_: str) -> None:
    return None


@dataclass(frozen=True)
class ServiceApp:
    """What a composition root hands over to be served."""

    name: str  # scheduler, agent, renderer: the `service` of log lines
    service_names: Sequence[str]  # full proto names, for health and reflection
    register: Callable[[grpc.aio.Server], None]
    start: Hook = field(default=_nothing)  # before the first call is taken
    begin: Hook = field(default=_nothing)  # while it listens but does not serve; a standby waits here for its turn
    serving: Callable[[str], Awaitable[None]] = field(default=_nothing)  # it serves at this address, host:port
    certain: Hook | None = None  # before each call: returns once this process may answer it; None: it always may
    able: Able = field(default_factory=Able)  # whether it can do its work, once it serves: its health follows
    drain: Hook = field(default=_nothing)  # take no new work; returns when waiting streams have been told
    stop: Hook = field(default=_nothing)  # after the last call has ended
    registry: CollectorRegistry = field(default_factory=new_registry)  # what its page of metrics shows


class RunningServer:
    """A server that listens; `address` is where."""

    def __init__(
        self,
        app: ServiceApp,
        server: grpc.aio.Server,
        health: health_aio.HealthServicer,
        gate: Gate,
        address: str,
        clock: Clock | None = None,
    ) -> None:
        self._app = app
        self._server = server
        self._health = health
        self._gate = gate
        self._clock = clock or SystemClock()
        self.address = address
        self._following: asyncio.Task[None] | None = None

    async def begin(self) -> None:
        """Report NOT_SERVING until the service is ready, then SERVING. Raises what the service's `begin` raises."""
        await self._say(serving=False)
        await self._app.begin()
        self._gate.open()
        await self._say(serving=True)
        self._following = asyncio.create_task(self._follow())
        await self._app.serving(self.address)

    async def _say(self, *, serving: bool) -> None:
        status = health_pb2.HealthCheckResponse.SERVING if serving else health_pb2.HealthCheckResponse.NOT_SERVING
        for name in ("", *_listed(self._app)):
            await self._health.set(name, status)

    async def _follow(self) -> None:
        async for able in self._app.able.changes():
            await self._say(serving=able)

    async def shutdown(self, drain_s: float) -> None:
        """Stop admitting, tell waiting streams, give running calls `drain_s` seconds, then end. Safe to call twice.

        A service that waits for its work in its own drain has used these seconds up; calls then get their last word.
        """
        if self._following is not None:
            self._following.cancel()
        await self._health.enter_graceful_shutdown()
        began = self._clock.monotonic()
        await self._app.drain()
        left_s = drain_s - (self._clock.monotonic() - began)
        await self._server.stop(min(drain_s, max(LAST_WORD_S, left_s)))
        await self._app.stop()


async def start_server(app: ServiceApp, host: str, port: int, check: Check | None = None) -> RunningServer:
    """Listen on `host:port` (0: a free port) and report SERVING. Raises OSError when the port is taken."""
    running = await listen(app, host, port, check)
    try:
        await running.begin()
    except BaseException:
        await running.shutdown(0)
        raise
    return running


async def listen(app: ServiceApp, host: str, port: int, check: Check | None = None) -> RunningServer:
    """Listen on `host:port` without serving yet. Raises OSError when the port is taken.

    `check`: what callers must pass; None: nothing is asked of them.
    """
    await app.start()
    options = (*CHANNEL_OPTIONS, ("grpc.so_reuseport", 0), ("grpc.server.max_pending_requests", 20_000))
    gate = Gate(app.service_names, app.certain)
    door = [Doorkeeper(check, event_log(app.name))] if check is not None else []
    server = grpc.aio.server(interceptors=[*door, gate, ErrorInterceptor(app.name)], options=options)
    app.register(server)
    health = health_aio.HealthServicer()
    health_pb2_grpc.add_HealthServicer_to_server(health, server)
    reflection.enable_server_reflection((*_listed(app), reflection.SERVICE_NAME), server)
    try:
        bound = server.add_insecure_port(f"{host}:{port}")
    except RuntimeError as error:
        await app.stop()
        raise OSError(f"{host}:{port} cannot be listened on; is another Plotlane running?") from error
    await server.start()
    return RunningServer(app, server, health, gate, f"{host}:{bound}")


def _listed(app: ServiceApp) -> tuple[str, ...]:
    return (*app.service_names, health_pb2.DESCRIPTOR.services_by_name["Health"].full_name)


async def serve(app: ServiceApp, settings: GrpcServiceSettings) -> None:
    """Serve until SIGTERM or SIGINT, then drain for at most `settings.drain_s` seconds.

    Raises OSError when the port, or the one of its metrics, is taken.
    """
    configure_event_log(settings.log_level)
    log = event_log(app.name)
    async with metrics_page(app.registry, settings.metrics_host, settings.metrics_port) as page:
        if page is not None:
            log.info("metrics", address=page)
        await _serve(app, settings, log)


async def _serve(app: ServiceApp, settings: GrpcServiceSettings, log: FilteringBoundLogger) -> None:
    stopping = stop_event(settings.lifeline_fd)
    running = await listen(app, settings.host, settings.port, build_check(settings.callers))
    log.info("listening", address=running.address)
    if await _begun(running, stopping):
        gc.freeze()
        log.info("serving", address=running.address)
        announce(settings.ready_fd, running.address)
        await stopping.wait()
        log.info("draining")
    await running.shutdown(settings.drain_s)
    log.info("stopped")


async def _begun(running: RunningServer, stopping: asyncio.Event) -> bool:
    """Whether it serves; not when it was told to stop before."""
    begin = asyncio.create_task(running.begin())
    stop = asyncio.create_task(stopping.wait())
    try:
        await asyncio.wait((begin, stop), return_when=asyncio.FIRST_COMPLETED)
        if begin.done():
            begin.result()
        return begin.done()
    except BaseException:
        await running.shutdown(0)
        raise
    finally:
        begin.cancel()
        stop.cancel()


def stop_event(lifeline_fd: int | None = None) -> asyncio.Event:
    """An event that SIGTERM and SIGINT set, in the running loop.

    `lifeline_fd` is the reading end of a pipe that a supervisor holds open: it ends when the supervisor is gone,
    however it went, and then sets the event too.
    """
    stopping = asyncio.Event()
    loop = asyncio.get_running_loop()
    for number in (signal.SIGTERM, signal.SIGINT):
        loop.add_signal_handler(number, stopping.set)
    if lifeline_fd is not None:

        def supervisor_is_gone() -> None:
            loop.remove_reader(lifeline_fd)
            stopping.set()

        loop.add_reader(lifeline_fd, supervisor_is_gone)
    return stopping


def announce(ready_fd: int | None, address: str) -> None:
    """Tell the supervisor at the other end of `ready_fd`, if there is one, where this service serves."""
    if ready_fd is None:
        return
    os.write(ready_fd, address.encode())
    os.close(ready_fd)
