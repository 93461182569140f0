"""Houses and a database for tests: one for many, or a test's own."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable, Iterator, Mapping
from contextlib import AsyncExitStack
from pathlib import Path

import grpc
import pytest

from plotlane_kit.channel import open_channel
from tests_support import RunningHouse, start_house
from tests_support.dial import Dial
from tests_support.postgres import Postgres


@pytest.fixture(scope="session")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RunningHouse]:
    """One house of profile local for every test that leaves it as it was."""
    running = start_house(tmp_path_factory.mktemp("house"))
    yield running
    assert running.stop() == 0, "\n".join(running.lines[-40:])


@pytest.fixture
def own_house(tmp_path: Path) -> Iterator[Callable[..., RunningHouse]]:
    """Starts houses of the test's own, with the given environment and, to find what an earlier one kept, its folder."""
    started: list[RunningHouse] = []

    def start(environment: Mapping[str, str], data_dir: Path | None = None) -> RunningHouse:
        running = start_house(data_dir or tmp_path / f"house{len(started)}", environment)
        started.append(running)
        return running

    yield start
    for running in started:
        if running.process.poll() is None:
            assert running.stop() == 0, "\n".join(running.lines[-40:])


@pytest.fixture(scope="session")
def postgres() -> Iterator[Postgres]:
    """One PostgreSQL for all; each test asks it for a database."""
    server = Postgres()
    yield server
    server.stop()


@pytest.fixture
async def stack() -> AsyncIterator[AsyncExitStack]:
    """What a test opens and must close; closed in reverse when it ends."""
    async with AsyncExitStack() as stack:
        yield stack


@pytest.fixture
def dial(stack: AsyncExitStack) -> Dial:
    """Opens channels that are closed when the test ends."""

    def dial(address: str) -> grpc.aio.Channel:
        channel = open_channel(address)
        stack.push_async_callback(channel.close)
        return channel

    return dial


@pytest.fixture(scope="session")
def repository() -> Path:
    """The folder that the project lives in."""
    return Path(__file__).resolve().parent.parent
