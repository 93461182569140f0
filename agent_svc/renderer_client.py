"""The renderer's client: one render over a stream, patient with a cold start, and never leaving work behind."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator, Awaitable, Callable
from typing import Final, TypeVar

import grpc

from agent_svc.pipeline.render import LimitHit, Outcome, RenderJob, RenderOutcome, Runtime, ScriptError
from plotlane.common.v1 import common_pb2
from plotlane.renderer.v1 import renderer_pb2, renderer_pb2_grpc
from plotlane_kit.channel import open_channel
from plotlane_kit.chunks import split
from plotlane_kit.clock import Clock
from plotlane_kit.errors import PlotlaneError, Reason, UpstreamError
from plotlane_kit.grpc_errors import from_rpc_error

RETRY_DELAYS_S: Final = (1.0, 3.0, 8.0, 15.0)
PATIENCE_S: Final = 30.0
ANSWER_SLACK_S: Final = 30.0  # what a call may take beyond the script's own time, before the renderer counts as gone
CANCEL_WITHIN_S: Final = 5.0

T = TypeVar("T")
_RETRIED: Final = frozenset({Reason.UPSTREAM, Reason.SLOTS_BUSY})
_THEMES: Final = {"light": common_pb2.THEME_LIGHT, "dark": common_pb2.THEME_DARK}


class RendererClient:
    """Renders with the renderer that a lease names, or with the one behind `channel` when it names none.

    Tries again after 1, 3, 8 and 15 s, for at most `patience_s`, when the renderer cannot be reached or has no free
    slot; its other answers are final. What it gives up or is cancelled in, it cancels at the renderer.
    """

    def __init__(
        self,
        channel: grpc.aio.Channel,
        clock: Clock,
        patience_s: float = PATIENCE_S,
        sleep: Callable[[float], Awaitable[None]] = asyncio.sleep,
    ) -> None:
        self._stub = renderer_pb2_grpc.RendererServiceStub(channel)
        self._named: dict[str, tuple[grpc.aio.Channel, renderer_pb2_grpc.RendererServiceStub]] = {}
        self._clock = clock
        self._patience_s = patience_s
        self._sleep = sleep

    async def close(self) -> None:
        """Close the channels to renderers that leases have named; the first one is its owner's."""
        for channel, _ in self._named.values():
            await channel.close()

    async def render(self, job: RenderJob, lease_id: str, token: int, renderer: str = "") -> RenderOutcome:
        """Run `job` in the slot that the lease pays for, at `renderer` (host:port) when the lease names it.

        Raises `UpstreamError` or the renderer's refusal.
        """
        lease = common_pb2.Lease(id=lease_id, token=token, renderer=renderer)
        stub = self._stub_of(renderer)
        over = False
        try:
            outcome = await self._patiently(lambda: _render_once(stub, job, lease))
            over = True
            return outcome
        finally:
            if not over:
                await _cancel(stub, job.job_id)

    async def runtime(self, library: str) -> Runtime:
        """What `library` runs with now; nothing known of one that the renderer cannot run. Raises `UpstreamError`."""
        runtimes = await self._patiently(self._list_runtimes)
        return runtimes.get(library, Runtime())

    async def libraries(self, within_s: float) -> tuple[str, ...]:
        """The libraries that can draw now, by name. Raises `UpstreamError` without an answer `within_s` seconds."""
        return tuple(sorted(await self._list_runtimes(within_s)))

    def _stub_of(self, renderer: str) -> renderer_pb2_grpc.RendererServiceStub:
        if not renderer:
            return self._stub
        if renderer not in self._named:
            channel = open_channel(renderer)
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
                if error.reason not in _RETRIED or late:
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


async def _render_once(
    stub: renderer_pb2_grpc.RendererServiceStub, job: RenderJob, lease: common_pb2.Lease
) -> RenderOutcome:
    name = f"plot-{job.theme.value}.png"
    png = bytearray()
    call = stub.Render(_requests(job, lease), timeout=job.timeout_s + ANSWER_SLACK_S)
    try:
        async for response in call:
            kind = response.WhichOneof("event")
            if kind == "chunk" and response.chunk.name == name:
                png += response.chunk.data
            elif kind == "result":
                return _outcome(response.result, bytes(png))
    except grpc.aio.AioRpcError as error:
        raise from_rpc_error(error) from error
    except asyncio.CancelledError:
        # A stream that the renderer cut says the same as our own cancellation.
        if (task := asyncio.current_task()) is None or task.cancelling():
            raise
    finally:
        call.cancel()
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
            job_id=job.job_id, library=job.library, themes=[theme], timeout_s=job.timeout_s, lease=lease
        )
    )
    for chunk in split(job.data):
        yield renderer_pb2.RenderRequest(chunk=chunk)


def _outcome(result: renderer_pb2.RenderResult, png: bytes) -> RenderOutcome:
    name = renderer_pb2.Outcome.Name(result.outcome).removeprefix("OUTCOME_").lower()
    if name not in {outcome.value for outcome in Outcome}:
        raise UpstreamError  # a renderer that is newer than this agent
    return RenderOutcome(
        outcome=Outcome(name),
        exit_code=result.exit_code,
        limit=LimitHit(result.limit.name, result.limit.limit, result.limit.measured)
        if result.HasField("limit")
        else None,
        error=ScriptError(result.error.kind, result.error.line, result.error.message)
        if result.HasField("error")
        else None,
        png=png,
        stdout=result.stdout,
        stderr=result.stderr,
        probe=_probe(result.probe_json),
        wall_ms=result.wall_ms,
        start_ms=result.start_ms,
        cpu_ms=result.cpu_ms,
        peak_memory_bytes=result.peak_memory_bytes,
    )


def _probe(text: str) -> dict[str, object] | None:
    try:
        found = json.loads(text) if text else None
    except (ValueError, RecursionError):
        return None
    return found if isinstance(found, dict) else None
