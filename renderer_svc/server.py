"""The composition root: settings in, a serving renderer out."""

from __future__ import annotations

import asyncio

import grpc

from plotlane.renderer.v1 import renderer_pb2, renderer_pb2_grpc
from plotlane_kit.event_log import event_log
from plotlane_kit.serve import ServiceApp, serve
from renderer_svc.house import House, build_house
from renderer_svc.service import RendererService
from renderer_svc.settings import RendererSettings

SERVICE_NAME = renderer_pb2.DESCRIPTOR.services_by_name["RendererService"].full_name


def build_app(house: House) -> ServiceApp:
    """The renderer as something to serve."""

    def register(server: grpc.aio.Server) -> None:
        renderer_pb2_grpc.add_RendererServiceServicer_to_server(RendererService(house), server)

    async def drain() -> None:
        house.desk.drain()

    return ServiceApp("renderer", [SERVICE_NAME], register, drain=drain, stop=house.desk.close)


async def run(settings: RendererSettings) -> int:
    """Serve until told to stop; the exit code. Raises `WallsOpen` or `UnknownMachine` instead of serving unsafely."""
    house = await asyncio.to_thread(build_house, settings, event_log("renderer"))
    await serve(build_app(house), settings)
    return 70 if house.desk.stuck else 0
