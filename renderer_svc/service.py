"""The gRPC face of the renderer: takes requests apart, asks the desk, and puts answers together."""

# ruff: noqa: ARG002 (gRPC decides the signatures)

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import aclosing
from typing import Any, Final

from plotlane.common.v1 import common_pb2
from plotlane.renderer.v1 import renderer_pb2, renderer_pb2_grpc
from renderer_svc import convert, meter, table_convert
from renderer_svc.house import House
from renderer_svc.intake import Intake
from renderer_svc.leases import Leases

_RENDER: Final = Intake[renderer_pb2.RenderJob]("job", convert.MAX_DATA_BYTES, "send fewer rows")
_DATA: Final = Intake[renderer_pb2.DataJob]("job", convert.MAX_DATA_BYTES, "send fewer rows")
_FILE: Final = Intake[renderer_pb2.ConvertHeader]("header", table_convert.MAX_FILE_BYTES, "send a smaller file")


class RendererService(renderer_pb2_grpc.RendererServiceServicer):
    """plotlane.renderer.v1.RendererService."""

    def __init__(self, house: House, leases: Leases | None = None) -> None:
        """`leases`: those that the scheduler has given out here; None: there is no scheduler, and anybody may ask."""
        self._house = house
        self._leases = leases
        self._places = None if leases is None else 1  # a lease pays for one slot, however many themes the job has

    async def Render(
        self, request_iterator: AsyncIterator[renderer_pb2.RenderRequest], context: Any
    ) -> AsyncIterator[renderer_pb2.RenderResponse]:
        header, data = await _RENDER.read(request_iterator)
        job = convert.to_job(header, data)
        await self._check(header.lease)
        async with aclosing(self._house.desk.render(job, self._places)) as events:
            async for event in events:
                for message in convert.from_event(event):
                    yield message

    async def RunData(
        self, request_iterator: AsyncIterator[renderer_pb2.RunDataRequest], context: Any
    ) -> AsyncIterator[renderer_pb2.RunDataResponse]:
        header, data = await _DATA.read(request_iterator)
        job = table_convert.to_data_job(header, data)
        await self._check(header.lease)
        async with aclosing(self._house.desk.render(job, self._places)) as events:
            async for event in events:
                for message in table_convert.from_data_event(event):
                    yield message

    async def Convert(
        self, request_iterator: AsyncIterator[renderer_pb2.ConvertRequest], context: Any
    ) -> AsyncIterator[renderer_pb2.ConvertResponse]:
        header, data = await _FILE.read(request_iterator)
        job = table_convert.to_conversion_job(header, data)
        await self._check(header.lease)
        async with aclosing(self._house.desk.render(job, self._places)) as events:
            async for event in events:
                for message in table_convert.from_conversion_event(event):
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
            ready=self._house.executor.kind.ready_now,
        )

    async def ListRuntimes(
        self, request: renderer_pb2.ListRuntimesRequest, context: Any
    ) -> renderer_pb2.ListRuntimesResponse:
        libraries = self._house.desk.libraries.values()
        return renderer_pb2.ListRuntimesResponse(runtimes=map(convert.from_library, libraries))

    async def _check(self, lease: common_pb2.Lease) -> None:
        if self._leases is not None:
            await self._leases.check(convert.to_lease(lease))
