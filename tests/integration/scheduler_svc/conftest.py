"""A real scheduler behind a real server on a free port, and a wire that can be cut."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import AsyncExitStack
from itertools import count
from pathlib import Path
from typing import Final

import pytest

from plotlane_kit.clock import SystemClock
from plotlane_kit.serve import RunningServer, start_server
from scheduler_svc.server import build
from scheduler_svc.settings import RenderSettings, RunsSettings, SchedulerSettings

Start = Callable[..., Awaitable[RunningServer]]
PATIENCE_S: Final = 60.0  # how long a machine that has other work may take; nothing waits for it to pass


class Wire:
    """A TCP relay to whatever address it is pointed at; `cut` breaks what runs through it."""

    def __init__(self, target: str) -> None:
        self.target = target
        self.address = ""
        self.carried = asyncio.Event()
        self.refused = asyncio.Event()
        """Whether the target was not to be reached."""
        self._carries = asyncio.Event()
        self._carries.set()
        self._writers: set[asyncio.StreamWriter] = set()
        self._pumps: set[asyncio.Task[None]] = set()

    async def open(self) -> None:
        self._server = await asyncio.start_server(self._relay, "127.0.0.1", 0)
        host, port = self._server.sockets[0].getsockname()
        self.address = f"{host}:{port}"

    async def close(self) -> None:
        self._server.close()
        self.cut()
        for pump in self._pumps:
            pump.cancel()
        await asyncio.gather(*self._pumps, return_exceptions=True)

    def cut(self) -> None:
        self.carried.clear()
        for writer in self._writers:
            writer.transport.abort()

    def go_silent(self) -> None:
        """As when a machine loses its power: nothing comes through, and nobody is told. New connections work."""
        self._carries.clear()
        self._carries = asyncio.Event()
        self._carries.set()

    async def _relay(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        host, _, port = self.target.rpartition(":")
        try:
            far_reader, far_writer = await asyncio.open_connection(host, int(port))
        except OSError:
            writer.transport.abort()
            self.refused.set()
            return
        self._writers |= {writer, far_writer}
        for source, sink in ((reader, far_writer), (far_reader, writer)):
            pump = asyncio.create_task(self._pump(source, sink, self._carries))
            self._pumps.add(pump)
            pump.add_done_callback(self._pumps.discard)
        self.carried.set()

    async def _pump(self, source: asyncio.StreamReader, sink: asyncio.StreamWriter, carries: asyncio.Event) -> None:
        try:
            while data := await source.read(65_536):
                await carries.wait()
                sink.write(data)
                await sink.drain()
        except OSError:
            pass
        finally:
            sink.close()
            self._writers.discard(sink)


@pytest.fixture
def start(stack: AsyncExitStack, tmp_path: Path) -> Start:
    """Start a scheduler with one place and quick rhythms; keyword arguments are settings, two of them dicts."""

    number = count()

    async def start(
        runs: dict[str, object] | None = None, render: dict[str, object] | None = None, **settings: object
    ) -> RunningServer:
        folder = tmp_path / f"scheduler{next(number)}"
        quick = {
            "position_interval_s": 0.01,
            "position_heartbeat_s": 600.0,  # what is told within a test was told for a reason
            "lease_grace_s": 0.3,
            "drain_s": 0.0,
            "data_dir": folder,
        }
        whole = SchedulerSettings.model_validate(
            {
                **quick,
                **settings,
                "runs": RunsSettings.model_validate({"concurrency": 1, **(runs or {})}),
                "render": RenderSettings.model_validate(render or {}),
            }
        )
        running = await start_server(build(whole, SystemClock()), "127.0.0.1", 0)
        stack.push_async_callback(running.shutdown, 0)
        return running

    return start


@pytest.fixture
async def patience(request: pytest.FixtureRequest) -> AsyncIterator[None]:
    """Ends a test that waits for what does not come."""

    async def watch() -> None:
        await asyncio.sleep(PATIENCE_S)
        for task in asyncio.all_tasks():
            if getattr(task.get_coro(), "__name__", "") == request.function.__name__:
                task.cancel()

    watching = asyncio.create_task(watch())
    yield
    watching.cancel()


@pytest.fixture
async def wire(stack: AsyncExitStack) -> Wire:
    wire = Wire("")
    await wire.open()
    stack.push_async_callback(wire.close)
    return wire
