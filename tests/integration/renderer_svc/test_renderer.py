"""The renderer over real gRPC, with real sandboxes, on a free port."""

from __future__ import annotations

import asyncio
import contextlib
import os
import signal
import sys
from collections import Counter
from collections.abc import AsyncIterator, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import grpc
import pytest

from plotlane.common.v1 import common_pb2
from plotlane.renderer.v1 import renderer_pb2, renderer_pb2_grpc
from plotlane_kit.channel import open_channel
from plotlane_kit.chunks import split
from plotlane_kit.errors import PlotlaneError, Reason
from plotlane_kit.event_log import event_log
from plotlane_kit.grpc_errors import from_rpc_error
from plotlane_kit.serve import start_server
from plotlane_kit.settings import load_settings
from renderer_svc.house import House, build_desk, build_house
from renderer_svc.sandbox.tree import tree
from renderer_svc.server import build_app
from renderer_svc.settings import RendererSettings

LIGHT, DARK = common_pb2.THEME_LIGHT, common_pb2.THEME_DARK
REPOSITORY = Path(__file__).resolve().parents[3]
SLEEPER = "import time\ntime.sleep(50)\n"
PLOT = """\
import pandas as pd
import matplotlib.pyplot as plt
df = pd.read_csv("data.csv")
fig, ax = plt.subplots(figsize=(8, 4.5), dpi=400)
ax.scatter(df["a"], df["b"])
print(len(df))
fig.savefig("plot-{theme}.png", dpi=400)
"""
DATA = b"a,b\n" + b"".join(b"%d,%d\n" % (n, n * n) for n in range(60_000))

Stub = renderer_pb2_grpc.RendererServiceStub


@pytest.fixture(scope="module")
def settings() -> RendererSettings:
    return load_settings(
        RendererSettings, render_slots=1, start_memory_bytes=0, memory_floor_bytes=0, sandbox_uid_base=81_000
    )


@pytest.fixture(scope="module")
def ready(settings: RendererSettings) -> Iterator[House]:
    """Walls and libraries, tested once for all tests of this file."""
    with contextlib.closing(build_house(settings, event_log("test"))) as house:
        yield house


@pytest.fixture
async def stub(ready: House, settings: RendererSettings) -> AsyncIterator[Stub]:
    log = event_log("test")
    desk = build_desk(ready.executor, ready.desk.libraries, settings, log, on_stuck=lambda: None)
    house = replace(ready, desk=desk)
    server = await start_server(build_app(house), "127.0.0.1", 0)
    async with open_channel(server.address) as channel:
        yield renderer_pb2_grpc.RendererServiceStub(channel)
    await server.shutdown(0)


def job(job_id: str, *themes: tuple[Any, str], **fields: Any) -> renderer_pb2.RenderJob:
    sources = [renderer_pb2.ThemedSource(theme=theme, source=source) for theme, source in themes]
    return renderer_pb2.RenderJob(**{"job_id": job_id, "library": "matplotlib", "themes": sources, **fields})


def parts(header: renderer_pb2.RenderJob, data: bytes = b"a,b\n1,2\n") -> Iterator[renderer_pb2.RenderRequest]:
    yield renderer_pb2.RenderRequest(job=header)
    for piece in split(data):
        yield renderer_pb2.RenderRequest(chunk=piece)


async def render(stub: Stub, header: renderer_pb2.RenderJob, data: bytes = b"a,b\n1,2\n") -> list[Any]:
    return [message async for message in stub.Render(parts(header, data))]


async def refusal(stub: Stub, header: renderer_pb2.RenderJob) -> PlotlaneError:
    with pytest.raises(grpc.aio.AioRpcError) as raised:
        await render(stub, header)
    return from_rpc_error(raised.value)


async def test_both_themes_of_a_job_come_back_as_pictures_with_their_probe(stub: Stub) -> None:
    themes = [(theme, PLOT.format(theme=name)) for theme, name in ((LIGHT, "light"), (DARK, "dark"))]
    messages = await render(stub, job("j1", *themes), DATA)
    results = [message for message in messages if message.WhichOneof("event") == "result"]
    assert [(message.theme, message.result.outcome) for message in results] == [
        *((LIGHT, renderer_pb2.OUTCOME_OK), (DARK, renderer_pb2.OUTCOME_OK))
    ]
    for theme in (LIGHT, DARK):
        picture = b"".join(message.chunk.data for message in messages if message.theme == theme)
        assert (picture[16:20], picture[20:24]) == ((3200).to_bytes(4, "big"), (1800).to_bytes(4, "big"))
    assert next(message for message in messages if message.theme == DARK).WhichOneof("event") == "started"
    assert results[0].result.stdout == "60000\n"
    assert '"width_px": 3200' in results[0].result.probe_json


async def test_a_job_that_wants_an_svg_gets_it_beside_its_picture(stub: Stub) -> None:
    messages = await render(stub, job("j-svg", (DARK, PLOT.format(theme="dark")), vector=True))
    names = {message.chunk.name for message in messages if message.WhichOneof("event") == "chunk"}
    assert names == {"plot-dark.png", "plot-dark.svg"}
    text = b"".join(message.chunk.data for message in messages if message.chunk.name == "plot-dark.svg")
    assert text.startswith(b"<?xml")
    again = await refusal(stub, job("j-svg", (DARK, PLOT.format(theme="dark"))))
    assert again.reason is Reason.JOB_CONFLICT


async def test_a_script_that_raises_is_a_normal_answer(stub: Stub) -> None:
    message = (await render(stub, job("j1", (LIGHT, "x = 1\nraise KeyError('dose')\n"))))[-1]
    assert message.result.outcome == renderer_pb2.OUTCOME_FAILED
    assert message.result.error == renderer_pb2.ScriptError(kind="KeyError", line=2, message="'dose'")


async def test_a_replay_gets_the_stored_answer_and_other_content_is_a_conflict(stub: Stub) -> None:
    source = "import os\nprint(os.urandom(8).hex())\n"
    first = await render(stub, job("j1", (LIGHT, source)))
    assert await render(stub, job("j1", (LIGHT, source))) == first
    assert (await refusal(stub, job("j1", (LIGHT, "print(2)")))).reason is Reason.JOB_CONFLICT


async def test_cancel_ends_the_job_and_frees_its_place(stub: Stub) -> None:
    call: Any = stub.Render(parts(job("j1", (LIGHT, SLEEPER))))
    assert (await call.read()).WhichOneof("event") == "started"
    assert (await refusal(stub, job("j2", (LIGHT, "pass")))).reason is Reason.SLOTS_BUSY
    assert (await stub.Cancel(renderer_pb2.CancelRequest(job_id="j1"))).was_running
    assert (await call.read()).result.outcome == renderer_pb2.OUTCOME_CANCELLED
    assert (await stub.GetStatus(renderer_pb2.GetStatusRequest())).busy == 0


async def test_a_caller_that_goes_away_stops_its_sandbox(stub: Stub, ready: House) -> None:
    call = stub.Render(parts(job("j1", (LIGHT, SLEEPER))))
    await call.read()
    call.cancel()
    async with asyncio.timeout(30):
        while (await stub.GetStatus(renderer_pb2.GetStatusRequest())).busy:
            pass
    assert (await render(stub, job("j2", (LIGHT, "print(1)"))))[-1].result.stdout == "1\n"


async def test_the_timeout_of_a_job_is_kept_and_reported(stub: Stub) -> None:
    message = (await render(stub, job("j1", (LIGHT, SLEEPER), timeout_s=1)))[-1]
    assert message.result.outcome == renderer_pb2.OUTCOME_TIMEOUT
    assert (message.result.limit.name, message.result.limit.limit) == ("wall_s", 1)
    assert 1 <= message.result.limit.measured < 10


@pytest.mark.parametrize(
    ("requests", "field"),
    [
        ([], "job"),
        ([renderer_pb2.RenderRequest(chunk=b"x")], "job"),
        ([renderer_pb2.RenderRequest(job=job("a")), renderer_pb2.RenderRequest(job=job("a"))], "job"),
        ([renderer_pb2.RenderRequest(job=job("a"))], "job.themes"),
    ],
)
async def test_a_malformed_stream_is_refused_with_the_field(stub: Stub, requests: list[Any], field: str) -> None:
    with pytest.raises(grpc.aio.AioRpcError) as raised:
        async for _ in stub.Render(iter(requests)):
            pass
    error = from_rpc_error(raised.value)
    assert error.reason is Reason.INVALID
    assert [violation.field for violation in error.violations] == [field]


async def test_status_names_the_walls_and_runtimes_their_versions(stub: Stub) -> None:
    status = await stub.GetStatus(renderer_pb2.GetStatusRequest())
    assert (status.slots, status.sandbox) == (1, "zygote")
    assert status.memory_available_bytes > 0
    assert Counter(wall.sandbox for wall in status.walls) == {"zygote": 15, "bubblewrap": 15}
    assert all(wall.holds for wall in status.walls)
    assert {wall.kept_by for wall in status.walls} == {"kernel", "polled"}
    assert (
        len({wall.kept_by for wall in status.walls if wall.name == "memory_of_all"}) == 1
    )  # both have groups, or none
    runtimes = (await stub.ListRuntimes(renderer_pb2.ListRuntimesRequest())).runtimes
    runtime = next(runtime for runtime in runtimes if runtime.library == "matplotlib")
    assert (runtime.library, runtime.available, runtime.remedy) == ("matplotlib", True, "")
    assert set(runtime.versions) == {"python", "matplotlib", "numpy", "pandas"}
    assert "DejaVu Sans" in runtime.fonts
    assert len(runtimes) == 8
    assert all(runtime.available and runtime.versions and "Noto Sans CJK TC" in runtime.fonts for runtime in runtimes)


class Renderer:
    """A renderer as a process of its own."""

    def __init__(self, process: asyncio.subprocess.Process, address: str) -> None:
        self.process = process
        self.address = address


@pytest.fixture
async def renderer() -> AsyncIterator[Renderer]:
    reading, writing = os.pipe()
    process = await asyncio.create_subprocess_exec(
        *(sys.executable, "-m", "renderer_svc"),
        cwd=REPOSITORY,
        env={"PLOTLANE_RENDERER_READY_FD": str(writing), "PLOTLANE_RENDERER_DRAIN_S": "0.1"},
        pass_fds=(writing,),
        stderr=asyncio.subprocess.DEVNULL,
    )
    os.close(writing)
    with os.fdopen(reading, "rb") as ready:
        address = await asyncio.to_thread(ready.read)
    assert address, "the renderer ended before it served"
    yield Renderer(process, address.decode())
    with contextlib.suppress(ProcessLookupError):
        process.kill()
    await process.wait()


@contextlib.asynccontextmanager
async def sleeping_job(renderer: Renderer) -> AsyncIterator[list[int]]:
    """A job that sleeps; descriptors of all processes below the renderer, its sandbox's among them."""
    async with open_channel(renderer.address) as channel:
        call = renderer_pb2_grpc.RendererServiceStub(channel).Render(parts(job("j1", (LIGHT, SLEEPER))))
        await call.read()
        yield [os.pidfd_open(pid) for pid in tree(renderer.process.pid) if pid != renderer.process.pid]


async def gone(pidfd: int) -> None:
    """Wait until the process behind `pidfd` has ended."""
    ended = asyncio.Event()
    loop = asyncio.get_running_loop()
    loop.add_reader(pidfd, ended.set)
    try:
        async with asyncio.timeout(30):
            await ended.wait()
    finally:
        loop.remove_reader(pidfd)
        os.close(pidfd)


@pytest.mark.parametrize("how", [signal.SIGKILL, signal.SIGTERM], ids=["kill -9", "sigterm"])
async def test_no_sandbox_outlives_its_renderer(renderer: Renderer, how: signal.Signals) -> None:
    async with sleeping_job(renderer) as inside:
        assert len(inside) >= 4  # the jail's guard, the zygote, the warden and its script
        renderer.process.send_signal(how)
        for process in inside:
            await gone(process)
    assert await renderer.process.wait() == (-9 if how is signal.SIGKILL else 0)


async def test_a_renderer_whose_sandbox_can_not_start_says_so_in_one_line_and_does_not_serve(tmp_path: Path) -> None:
    fake = (
        "import sys\n"
        "from renderer_svc.sandbox.zygote import process\n"
        "process.jail_command = lambda *ends: ['/nowhere/python']\n"
    )
    process = await asyncio.create_subprocess_exec(
        *(sys.executable, "-c", fake + "from renderer_svc.cli import main\nsys.exit(main([]))"),
        cwd=REPOSITORY,
        env={},
        stderr=asyncio.subprocess.PIPE,
    )
    _, errors = await process.communicate()
    assert process.returncode == 1
    assert errors.decode().splitlines()[-1].startswith("renderer: no sandbox can be started here")
    assert b'"serving"' not in errors
