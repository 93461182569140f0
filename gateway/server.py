"""The composition root: reads the secret and the tokens, opens the channels, serves, and stops in order."""

from __future__ import annotations

import asyncio
import gc
import math
import socket
from collections.abc import Generator, Sequence
from contextlib import contextmanager
from typing import Final

import grpc
import uvicorn

from gateway.app import Parts, build_app
from gateway.entrance import guest_rules_of, verifier_of
from gateway.identity.opaque import OpaqueIds, load_secret
from gateway.scheduler_client import SchedulerClient
from gateway.settings import GatewaySettings
from gateway.stream_limit import check_queue, make_room
from gateway.streams import OpenStreams
from plotlane_kit.callers.dialing import dialer
from plotlane_kit.event_log import configure_event_log, event_log
from plotlane_kit.serve import announce, stop_event

BACKLOG: Final = 2048
QUEUE_WITHIN_S: Final = 5.0  # the scheduler has for saying how long its queue may be


class HttpServer(uvicorn.Server):
    """uvicorn, whose life is in our hands: it leaves the signals alone and says when it serves."""

    def __init__(self, config: uvicorn.Config) -> None:
        super().__init__(config)
        self.serving = asyncio.Event()

    @contextmanager
    def capture_signals(self) -> Generator[None, None, None]:
        yield

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        self.serving.set()


class RunningGateway:
    """A gateway that listens; `address` (host:port) is where."""

    def __init__(self, http: HttpServer, address: str, streams: OpenStreams, channels: Sequence[grpc.aio.Channel]):
        self._http = http
        self._streams = streams
        self._channels = channels
        self._task: asyncio.Task[None] | None = None
        self.address = address

    async def start(self, listening: socket.socket) -> None:
        """Serve on `listening`; returns when requests are taken."""
        self._task = asyncio.create_task(self._http.serve([listening]))
        await self._http.serving.wait()

    async def shutdown(self) -> None:
        """Take no new request, let streams say farewell and requests end within the grace, then close."""
        self._streams.drain()
        self._http.should_exit = True
        if self._task is not None:
            await self._task
        for channel in self._channels:
            await channel.close()


async def start_gateway(settings: GatewaySettings) -> RunningGateway:
    """Listen. Raises SettingsError (secret, tokens, streams) and OSError (the port is taken)."""
    parts = _parts(settings)
    make_room(settings.stream_limit)
    await _check(settings, parts)
    listening = _listen(settings.host, settings.port)
    config = uvicorn.Config(
        build_app(settings, parts),
        http="h11",
        ws="none",
        lifespan="off",
        log_config=None,
        log_level="critical",  # our own log says what happened, without anybody's data
        access_log=False,
        server_header=False,
        proxy_headers=False,  # who asks and over which scheme is nothing a client may claim
        timeout_graceful_shutdown=math.ceil(settings.drain_s),
    )
    _tune(listening, settings.slow_reader_s)
    host, port = listening.getsockname()[:2]
    address = f"[{host}]:{port}" if ":" in host else f"{host}:{port}"
    running = RunningGateway(HttpServer(config), address, parts.streams, (parts.agent, parts.scheduler))
    await running.start(listening)
    return running


async def serve(settings: GatewaySettings) -> None:
    """Serve until SIGTERM or SIGINT, then stop within about `settings.drain_s` seconds."""
    configure_event_log(settings.log_level)
    log = event_log("gateway")
    stopping = stop_event(settings.lifeline_fd)
    running = await start_gateway(settings)
    # Thousands of open streams make full collections long; few are needed.
    gc.freeze()
    gc.set_threshold(100_000, 50, 1000)
    log.info("serving", address=running.address)
    announce(settings.ready_fd, running.address)
    await stopping.wait()
    log.info("draining")
    await running.shutdown()
    log.info("stopped")


async def _check(settings: GatewaySettings, parts: Parts) -> None:
    try:
        scheduler = SchedulerClient(parts.scheduler, QUEUE_WITHIN_S)
        await check_queue(scheduler, settings.stream_limit, settings.stream_reserve)
    except BaseException:
        for channel in (parts.agent, parts.scheduler):
            await channel.close()
        raise


def _parts(settings: GatewaySettings) -> Parts:
    secret = load_secret(settings.data_dir)
    dial = dialer(settings.callers)
    return Parts(
        agent=dial(settings.agent_address),
        scheduler=dial(settings.scheduler_address),
        verifier=verifier_of(settings),
        ids=OpaqueIds(secret),
        streams=OpenStreams(settings.stream_limit - settings.stream_reserve),
        guests=guest_rules_of(settings, secret),
    )


def _listen(host: str, port: int) -> socket.socket:
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    try:
        return socket.create_server((host, port), family=family, backlog=BACKLOG)
    except OSError as error:
        raise OSError(f"gateway: {host}:{port} cannot be listened on; is another Plotlane running?") from error


def _tune(listening: socket.socket, slow_reader_s: float) -> None:
    """Set what accepted connections inherit."""
    # asyncio does this only for sockets that name their protocol; without it each small event waits 40 ms for an
    # acknowledgement.
    listening.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
    # A reader that stops reading would keep its connection for ever: what was written to it cannot be flushed.
    if hasattr(socket, "TCP_USER_TIMEOUT"):
        listening.setsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT, int(slow_reader_s * 1000))
