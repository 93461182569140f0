"""The renderer's client against a scripted renderer: patience, cancellation, and answers that are final."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable
from dataclasses import replace
from typing import Any

import pytest

from agent_svc.pipeline.outcome import Theme
from agent_svc.pipeline.render import LimitHit, Outcome, RenderJob, ScriptError
from agent_svc.renderer_client import RendererClient
from plotlane.renderer.v1 import renderer_pb2 as pb
from plotlane.renderer.v1 import renderer_pb2_grpc
from plotlane_kit.channel import open_channel
from plotlane_kit.chunks import split
from plotlane_kit.clock import ManualClock
from plotlane_kit.errors import PlotlaneError, Reason, RemoteError
from plotlane_kit.run_tag import RUN_TAG_KEY, carrying
from plotlane_kit.serve import RunningServer, ServiceApp, start_server

PNG = bytes(range(256)) * 3_000
DATA = b"a,b\n" + b"1,2\n" * 100_000
JOB = RenderJob("job-1", "matplotlib", "print(1)", DATA, Theme.DARK, timeout_s=20.0)


class ScriptedRenderer(renderer_pb2_grpc.RendererServiceServicer):
    """Fails as often as it is told to, then answers."""

    def __init__(self) -> None:
        self.failures: list[Exception] = []
        self.result = pb.RenderResult(outcome=pb.OUTCOME_OK)
        self.jobs: list[tuple[pb.RenderJob, bytes]] = []
        self.tags: dict[str, str] = {}
        self.cancelled: list[str] = []
        self.started = asyncio.Event()
        self.hangs = False

    async def Render(self, request_iterator: AsyncIterator[pb.RenderRequest], context: Any) -> AsyncIterator[Any]:
        parts = [request async for request in request_iterator]
        self.jobs.append((parts[0].job, b"".join(part.chunk for part in parts[1:])))
        self.tags[parts[0].job.job_id] = dict(context.invocation_metadata()).get(RUN_TAG_KEY, "")
        if self.failures:
            raise self.failures.pop(0)
        theme = parts[0].job.themes[0].theme
        yield pb.RenderResponse(theme=theme, started=pb.Started())
        self.started.set()
        if self.hangs:
            await asyncio.Event().wait()
        for piece in split(PNG):
            yield pb.RenderResponse(theme=theme, chunk=pb.OutputChunk(name="plot-dark.png", data=piece))
        yield pb.RenderResponse(theme=theme, result=self.result)

    async def Cancel(self, request: pb.CancelRequest, context: Any) -> pb.CancelResponse:
        self.cancelled.append(request.job_id)
        return pb.CancelResponse(was_running=True)


class Waits:
    """Sleeping that only turns the clock."""

    def __init__(self, clock: ManualClock) -> None:
        self.clock = clock
        self.seconds: list[float] = []
        self.then: Callable[[], Any] | None = None

    async def __call__(self, seconds: float) -> None:
        self.seconds.append(seconds)
        self.clock.advance(seconds)
        if self.then is not None:
            await self.then()


@pytest.fixture
def renderer() -> ScriptedRenderer:
    return ScriptedRenderer()


@pytest.fixture
async def server(renderer: ScriptedRenderer) -> AsyncIterator[RunningServer]:
    def register(server: Any) -> None:
        renderer_pb2_grpc.add_RendererServiceServicer_to_server(renderer, server)

    running = await start_server(ServiceApp("renderer", [], register), "127.0.0.1", 0)
    yield running
    await running.shutdown(0)


@pytest.fixture
def waits() -> Waits:
    return Waits(ManualClock())


@pytest.fixture
async def client(server: RunningServer, waits: Waits) -> AsyncIterator[RendererClient]:
    async with open_channel(server.address) as channel:
        yield RendererClient(channel, waits.clock, sleep=waits)


async def test_a_job_goes_out_whole_and_its_picture_comes_back_whole(
    client: RendererClient, renderer: ScriptedRenderer
) -> None:
    renderer.result = pb.RenderResult(outcome=pb.OUTCOME_OK, probe_json='{"size": [8, 4.5]}', wall_ms=250, stdout="1\n")
    outcome = await client.render(JOB, "run-1", 7)
    assert (outcome.outcome, outcome.png, outcome.probe) == (Outcome.OK, PNG, {"size": [8, 4.5]})
    assert (outcome.wall_ms, outcome.stdout) == (250, "1\n")
    ((job, data),) = renderer.jobs
    assert data == DATA
    assert (job.job_id, job.library, job.timeout_s, job.lease.id, job.lease.token) == (
        "job-1",
        "matplotlib",
        20.0,
        "run-1",
        7,
    )
    assert renderer.cancelled == []


async def test_jobs_of_runs_that_overlap_carry_the_tags_of_their_own_runs(
    client: RendererClient, renderer: ScriptedRenderer
) -> None:
    async def run(tag: str) -> None:
        with carrying(tag):
            await client.render(replace(JOB, job_id=f"job-{tag}"), "lease", 1)

    await asyncio.gather(run("aa"), run(""), run("bb"))
    assert renderer.tags == {"job-aa": "aa", "job-": "", "job-bb": "bb"}


async def test_what_ended_a_script_is_an_answer(client: RendererClient, renderer: ScriptedRenderer) -> None:
    renderer.result = pb.RenderResult(
        outcome=pb.OUTCOME_TIMEOUT,
        limit=pb.LimitHit(name="wall_s", limit=20, measured=20.1),
        error=pb.ScriptError(kind="KeyError", line=3, message="x"),
        probe_json="[1, 2",
    )
    outcome = await client.render(JOB, "run-1", 7)
    assert outcome.outcome is Outcome.TIMEOUT
    assert outcome.limit == LimitHit("wall_s", 20, 20.1)
    assert outcome.error == ScriptError("KeyError", 3, "x")
    assert outcome.probe is None


async def test_slots_busy_is_tried_again_after_what_the_renderer_says(
    client: RendererClient, renderer: ScriptedRenderer, waits: Waits
) -> None:
    renderer.failures = [
        RemoteError(Reason.SLOTS_BUSY, "busy", retry_after_s=0.5),
        RemoteError(Reason.SLOTS_BUSY, "busy"),
    ]
    assert (await client.render(JOB, "run-1", 7)).outcome is Outcome.OK
    assert waits.seconds == [0.5, 3.0]
    assert {job.job_id for job, _ in renderer.jobs} == {"job-1"}


@pytest.mark.parametrize(
    "reason",
    [Reason.LOW_MEMORY, Reason.JOB_CONFLICT, Reason.NOT_ELIGIBLE, Reason.DRAINING, Reason.NOT_FOUND, Reason.UPSTREAM],
)
async def test_other_answers_of_the_renderer_are_final(
    client: RendererClient, renderer: ScriptedRenderer, waits: Waits, reason: Reason
) -> None:
    renderer.failures = [RemoteError(reason, "no")]
    with pytest.raises(PlotlaneError) as refused:
        await client.render(JOB, "run-1", 7)
    assert (refused.value.reason, waits.seconds, len(renderer.jobs)) == (reason, [], 1)


async def test_a_renderer_that_starts_late_is_waited_for(renderer: ScriptedRenderer, waits: Waits) -> None:
    def register(server: Any) -> None:
        renderer_pb2_grpc.add_RendererServiceServicer_to_server(renderer, server)

    app = ServiceApp("renderer", [], register)
    first = await start_server(app, "127.0.0.1", 0)
    await first.shutdown(0)
    host, _, port = first.address.rpartition(":")
    running: list[RunningServer] = []

    async with open_channel(first.address) as channel:

        async def start_at_the_second_wait() -> None:
            if len(waits.seconds) == 2:
                running.append(await start_server(app, host, int(port)))
                await channel.channel_ready()

        waits.then = start_at_the_second_wait
        outcome = await RendererClient(channel, waits.clock, sleep=waits).render(JOB, "run-1", 7)
    assert outcome.outcome is Outcome.OK
    assert waits.seconds == [1.0, 3.0]
    await running[0].shutdown(0)


async def test_a_renderer_that_never_comes_is_given_up_within_thirty_seconds(waits: Waits) -> None:
    async with open_channel("127.0.0.1:9") as channel:
        with pytest.raises(PlotlaneError) as refused:
            await RendererClient(channel, waits.clock, sleep=waits).render(JOB, "run-1", 7)
    assert (refused.value.reason, waits.seconds) == (Reason.UPSTREAM, [1.0, 3.0, 8.0, 15.0])


async def test_a_cancelled_render_is_cancelled_at_the_renderer(
    client: RendererClient, renderer: ScriptedRenderer
) -> None:
    renderer.hangs = True
    rendering = asyncio.create_task(client.render(JOB, "run-1", 7))
    await renderer.started.wait()
    rendering.cancel()
    with pytest.raises(asyncio.CancelledError):
        await rendering
    assert renderer.cancelled == ["job-1"]


async def test_a_job_goes_to_the_renderer_that_its_lease_names_and_otherwise_to_the_configured_one(
    client: RendererClient, renderer: ScriptedRenderer
) -> None:
    other = ScriptedRenderer()

    def register(server: Any) -> None:
        renderer_pb2_grpc.add_RendererServiceServicer_to_server(other, server)

    running = await start_server(ServiceApp("renderer", [], register), "127.0.0.1", 0)
    try:
        await client.render(replace(JOB, job_id="job-2"), "run-2", 8, running.address)
        await client.render(replace(JOB, job_id="job-3"), "run-3", 9, running.address)
        await client.render(JOB, "run-1", 7)
    finally:
        await client.close()
        await running.shutdown(0)
    assert [(job.job_id, job.lease.renderer) for job, _ in other.jobs] == [
        ("job-2", running.address),
        ("job-3", running.address),
    ]
    assert [job.job_id for job, _ in renderer.jobs] == ["job-1"]
