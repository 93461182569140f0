"""The renderer's client: one job over a stream, patient with a cold start, and never leaving work behind."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import aclosing
from dataclasses import replace
from typing import Final, TypeVar

import grpc

from agent_svc.pipeline.render import RenderJob, RenderOutcome, Runtime
from agent_svc.render_answer import render_outcome
from agent_svc.renderer_stream import answers
from agent_svc.table_calls import CONVERT_S, convert_once, run_data_once
from agent_svc.tables import Converted, DataJob, DataOutcome, FileJob, SheetChoice
from plotlane.common.v1 import common_pb2
from plotlane.renderer.v1 import renderer_pb2, renderer_pb2_grpc
from plotlane_kit.callers.dialing import Dial
from plotlane_kit.channel import open_channel
from plotlane_kit.chunks import split
from plotlane_kit.clock import Clock
from plotlane_kit.errors import PlotlaneError, Reason, UpstreamError
from plotlane_kit.grpc_errors import from_rpc_error
from plotlane_kit.run_tag import run_tag_pairs

RETRY_DELAYS_S: Final = (1.0, 3.0, 8.0, 15.0)
PATIENCE_S: Final = 30.0
ANSWER_SLACK_S: Final = 30.0  # what a call may take beyond the script's own time, before the renderer counts as gone
CANCEL_WITHIN_S: Final = 5.0

T = TypeVar("T")
Call = Callable[[renderer_pb2_grpc.RendererServiceStub, common_pb2.Lease], Awaitable[T]]
_THEMES: Final = {"light": common_pb2.THEME_LIGHT, "dark": common_pb2.THEME_DARK}


class RendererClient:
    """Runs jobs at the renderer that a lease names, or with the one behind `channel` when it names none.

    Tries again after 1, 3, 8 and 15 s, for at most `patience_s`, when the renderer cannot be reached or has no free
    slot; its other answers are final. What it gives up or is cancelled in, it cancels at the renderer.
    """

    def __init__(
        self,
        channel: grpc.aio.Channel,
        clock: Clock,
        patience_s: float = PATIENCE_S,
        sleep: Callable[[float], Awaitable[None]] = asyncio.sleep,
        dial: Dial = open_channel,
    ) -> None:
        """`dial`: how a renderer that a lease names is reached."""
        self._stub = renderer_pb2_grpc.RendererServiceStub(channel)
        self._named: dict[str, tuple[grpc.aio.Channel, renderer_pb2_grpc.RendererServiceStub]] = {}
        self._clock = clock
        self._patience_s = patience_s
        self._sleep = sleep
        self._dial = dial

    async def close(self) -> None:
        """Close the channels to renderers that leases have named; the first one is its owner's."""
        for channel, _ in self._named.values():
            await channel.close()

    async def render(self, job: RenderJob, lease_id: str, token: int, renderer: str = "") -> RenderOutcome:
        """Run `job` in the slot that the lease pays for, at `renderer` (host:port) when the lease names it.

        Raises `UpstreamError` or the renderer's refusal.
        """
        lease = common_pb2.Lease(id=lease_id, token=token, renderer=renderer)
        return await self._run(job.job_id, lease, lambda stub, lease: _render_once(stub, job, lease))

    async def run_data(self, job: DataJob, lease_id: str, token: int, renderer: str = "") -> DataOutcome:
        """Run data code; as `render`."""
        lease = common_pb2.Lease(id=lease_id, token=token, renderer=renderer)
        within_s = job.timeout_s + ANSWER_SLACK_S
        return await self._run(job.job_id, lease, lambda stub, lease: run_data_once(stub, job, lease, within_s))

    async def convert(self, job: FileJob, lease_id: str, token: int, renderer: str = "") -> Converted | SheetChoice:
        """Convert a file; as `render`. For what is no table it raises `FileRefusedError` or `FileTooLargeError`."""
        lease = common_pb2.Lease(id=lease_id, token=token, renderer=renderer)
        within_s = CONVERT_S + ANSWER_SLACK_S
        return await self._run(job.job_id, lease, lambda stub, lease: convert_once(stub, job, lease, within_s))

    async def runtime(self, library: str) -> Runtime:
        """What `library` runs with now; nothing known of one that the renderer cannot run. Raises `UpstreamError`."""
        runtimes = await self._patiently(self._list_runtimes)
        return runtimes.get(library, Runtime())

    async def libraries(self, within_s: float) -> tuple[str, ...]:
        """The libraries that can draw now, by name. Raises `UpstreamError` without an answer `within_s` seconds."""
        return tuple(sorted(await self._list_runtimes(within_s)))

    async def _run(self, job_id: str, lease: common_pb2.Lease, call: Call[T]) -> T:
        stub = self._stub_of(lease.renderer)
        over = False
        try:
            outcome = await self._patiently(lambda: call(stub, lease))
            over = True
            return outcome
        finally:
            if not over:
                await _cancel(stub, job_id)

    def _stub_of(self, renderer: str) -> renderer_pb2_grpc.RendererServiceStub:
        if not renderer:
            return self._stub
        if renderer not in self._named:
            channel = self._dial(renderer)
            self._named[renderer] = (channel, renderer_pb2_grpc.RendererServiceStub(channel))
        return self._named[renderer][1]

    async def _patiently(self, call: Callable[[], Awaitable[T]]) -> T:
        began = self._clock.monotonic()
        for delay_s in RETRY_DELAYS_S:
            try:
                return await call()
            except PlotlaneError as error:
                wait_s = error.retry_after_s or delay_s
                late = self._clock.monotonic() - began + wait_s > self._patience_s
                if not _is_retried(error) or late:
                    raise
            await self._sleep(wait_s)
        return await call()

    async def _list_runtimes(self, within_s: float = ANSWER_SLACK_S) -> dict[str, Runtime]:
        try:
            found = await self._stub.ListRuntimes(renderer_pb2.ListRuntimesRequest(), timeout=within_s)
        except grpc.aio.AioRpcError as error:
            raise from_rpc_error(error) from error
        return {
            runtime.library: Runtime(dict(runtime.versions), tuple(runtime.fonts))
            for runtime in found.runtimes
            if runtime.available
        }


def _is_retried(error: PlotlaneError) -> bool:
    """A broken transport, and the one answer of a renderer that asks for it; a refusal passed on is `RemoteError`."""
    return isinstance(error, UpstreamError) or error.reason is Reason.SLOTS_BUSY


async def _render_once(
    stub: renderer_pb2_grpc.RendererServiceStub, job: RenderJob, lease: common_pb2.Lease
) -> RenderOutcome:
    files = {f"plot-{job.theme.value}.{ending}": bytearray() for ending in ("png", "svg")}
    png, svg = files.values()
    within_s = job.timeout_s + ANSWER_SLACK_S
    call = stub.Render(_requests(job, lease), metadata=run_tag_pairs(), timeout=within_s)
    async with aclosing(answers(call)) as responses:
        async for response in responses:
            kind = response.WhichOneof("event")
            if kind == "chunk" and response.chunk.name in files:
                files[response.chunk.name] += response.chunk.data
            elif kind == "result":
                why = response.result.left_out.get(f"plot-{job.theme.value}.svg", "")
                return replace(render_outcome(response.result, bytes(png)), svg=bytes(svg), no_svg=why)
    raise UpstreamError


async def _cancel(stub: renderer_pb2_grpc.RendererServiceStub, job_id: str) -> None:
    cancelling = stub.Cancel(renderer_pb2.CancelRequest(job_id=job_id), timeout=CANCEL_WITHIN_S)
    try:
        await cancelling
    except grpc.aio.AioRpcError:
        return  # a renderer that is gone runs nothing; one that cannot be reached sees that its caller left


async def _requests(job: RenderJob, lease: common_pb2.Lease) -> AsyncIterator[renderer_pb2.RenderRequest]:
    theme = renderer_pb2.ThemedSource(theme=_THEMES[job.theme.value], source=job.source)
    yield renderer_pb2.RenderRequest(
        job=renderer_pb2.RenderJob(
            job_id=job.job_id,
            library=job.library,
            themes=[theme],
            timeout_s=job.timeout_s,
            lease=lease,
            slot_wait_ms=round(job.slot_wait_s * 1000),
            vector=job.vector,
        )
    )
    for chunk in split(job.data):
        yield renderer_pb2.RenderRequest(chunk=chunk)
