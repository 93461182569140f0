"""The gRPC face of the renderer: takes requests apart, asks the desk, and puts answers together."""

# ruff: noqa: ARG002 (gRPC decides the signatures)

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import aclosing
from typing import Any

from plotlane.renderer.v1 import renderer_pb2, renderer_pb2_grpc
from plotlane_kit.errors import Violation
from renderer_svc import convert, meter
from renderer_svc.errors import InvalidJob
from renderer_svc.house import House
from renderer_svc.job import Job


class RendererService(renderer_pb2_grpc.RendererServiceServicer):
    """plotlane.renderer.v1.RendererService."""

    def __init__(self, house: House) -> None:
        self._house = house

    async def Render(
        self, request_iterator: AsyncIterator[renderer_pb2.RenderRequest], context: Any
    ) -> AsyncIterator[renderer_pb2.RenderResponse]:
        job = await _read_job(request_iterator)
        async with aclosing(self._house.desk.render(job)) as events:
            async for event in events:
                for message in convert.from_event(event):
                    yield message

    async def Cancel(self, request: renderer_pb2.CancelRequest, context: Any) -> renderer_pb2.CancelResponse:
        return renderer_pb2.CancelResponse(was_running=await self._house.desk.cancel(request.job_id))

    async def GetStatus(self, request: renderer_pb2.GetStatusRequest, context: Any) -> renderer_pb2.GetStatusResponse:
        return renderer_pb2.GetStatusResponse(
            slots=self._house.desk.slots,
            busy=self._house.desk.busy,
            memory_available_bytes=meter.available_memory(),
            sandbox=self._house.kind,
            walls=convert.from_walls(self._house.walls),
        )

    async def ListRuntimes(
        self, request: renderer_pb2.ListRuntimesRequest, context: Any
    ) -> renderer_pb2.ListRuntimesResponse:
        libraries = self._house.desk.libraries.values()
        return renderer_pb2.ListRuntimesResponse(runtimes=map(convert.from_library, libraries))


async def _read_job(requests: AsyncIterator[renderer_pb2.RenderRequest]) -> Job:
    header: renderer_pb2.RenderJob | None = None
    data = bytearray()
    async for request in requests:
        if header is None:
            if request.WhichOneof("part") != "job":
                raise InvalidJob(violations=[Violation("job", "must come first, before any chunk")])
            header = request.job
        elif request.WhichOneof("part") == "job":
            raise InvalidJob(violations=[Violation("job", "came twice; send one job per call")])
        else:
            data += request.chunk
            if len(data) > convert.MAX_DATA_BYTES:
                message = f"has more than {convert.MAX_DATA_BYTES} bytes; send fewer rows"
                raise InvalidJob(violations=[Violation("chunk", message)])
    if header is None:
        raise InvalidJob(violations=[Violation("job", "is missing; send it first")])
    return convert.to_job(header, bytes(data))
