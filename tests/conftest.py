"""Houses and a database for tests: one for many, or a test's own."""

from __future__ import annotations

import gc
from collections.abc import AsyncIterator, Callable, Generator, Iterator, Mapping
from contextlib import AsyncExitStack
from pathlib import Path

import grpc
import httpx2
import pytest
import structlog
from hypothesis import settings

from plotlane_kit.channel import open_channel
from plotlane_kit.settings import is_loopback
from tests_support import RunningHouse, kept_house, start_house
from tests_support.dial import Dial
from tests_support.postgres import Postgres


def pytest_configure(config: pytest.Config) -> None:
    """Let invariants draw the same examples each time in `make test`, which judges a change, and new ones elsewhere.

    Neither has a deadline: a busy machine is not slow code.
    """
    settings.register_profile("judging", deadline=None, derandomize=True)
    settings.register_profile("searching", deadline=None, print_blob=True)
    settings.load_profile("judging" if config.option.markexpr == "not full" else "searching")


@pytest.hookimpl(wrapper=True)
def pytest_collection() -> Generator[None, object, object]:
    """Collect no garbage among a million objects that stay until the end: not while they are made, nor in a test."""
    gc.disable()
    try:
        return (yield)
    finally:
        gc.freeze()
        gc.enable()


@pytest.fixture(scope="session")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RunningHouse]:
    """One house of profile local for every test that leaves it as it was."""
    with kept_house(tmp_path_factory.mktemp("house")) as running:
        yield running


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
            running.expect_a_good_end()


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


@pytest.fixture(autouse=True)
def each_test_has_a_log_of_its_own() -> Iterator[None]:
    """A command or a server that a test runs in this process sends the log to that test's output, closed by now."""
    yield
    structlog.reset_defaults()


@pytest.fixture(autouse=True, scope="session")
def no_call_leaves_this_machine() -> Iterator[None]:
    """Real model calls fail: in this process for any address but loopback, in the houses by a setting."""
    send = httpx2.AsyncHTTPTransport.handle_async_request

    async def stay(self: httpx2.AsyncHTTPTransport, request: httpx2.Request) -> httpx2.Response:
        assert is_loopback(request.url.host), f"a test was about to call {request.url.host}"
        return await send(self, request)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(httpx2.AsyncHTTPTransport, "handle_async_request", stay)
        patch.setenv("PLOTLANE_AGENT_MODEL__REACH", "loopback")
        yield
