"""The composition root: settings in, a serving renderer out."""

from __future__ import annotations

import asyncio

import grpc

from plotlane.renderer.v1 import renderer_pb2, renderer_pb2_grpc
from plotlane_kit.callers.dialing import dialer
from plotlane_kit.event_log import event_log
from plotlane_kit.serve import ServiceApp, serve
from renderer_svc.house import House, build_house, build_trials
from renderer_svc.registration import Registration
from renderer_svc.service import RendererService
from renderer_svc.settings import RendererSettings

SERVICE_NAME = renderer_pb2.DESCRIPTOR.services_by_name["RendererService"].full_name


def build_app(house: House, registration: Registration | None = None) -> ServiceApp:
    """The renderer as something to serve; with a `registration` its slots are the scheduler's to lease."""

    def register(server: grpc.aio.Server) -> None:
        leases = registration.leases if registration is not None else None
        renderer_pb2_grpc.add_RendererServiceServicer_to_server(RendererService(house, leases), server)

    async def serving(address: str) -> None:
        if registration is not None:
            registration.begin(address)

    async def drain() -> None:
        house.desk.drain()
        if registration is not None:
            registration.drain()

    async def stop() -> None:
        if registration is not None:
            await registration.end()
        await house.desk.close()

    return ServiceApp("renderer", [SERVICE_NAME], register, serving=serving, drain=drain, stop=stop)


def build_registration(house: House, settings: RendererSettings) -> Registration | None:
    """The registration with the scheduler that `settings` name; None when they name none."""
    if not settings.scheduler_address:
        return None
    slots = house.desk.slots
    return Registration(
        settings.scheduler_address,
        slots,
        slots * settings.limits.memory_bytes,
        event_log("renderer"),
        settings.advertised_address,
        dial=dialer(settings.callers),
    )


async def run(settings: RendererSettings) -> int:
    """Serve until told to stop; the exit code. Raises `WallsOpen` or `UnknownMachine` instead of serving unsafely."""
    house = await asyncio.to_thread(build_house, settings, event_log("renderer"))
    loop = asyncio.get_running_loop()
    trials = build_trials(
        house, settings, event_log("renderer"), lambda library: loop.call_soon_threadsafe(house.desk.relist, library)
    )
    trials.begin()
    try:
        await serve(build_app(house, build_registration(house, settings)), settings)
    finally:
        await asyncio.to_thread(trials.end)
        await asyncio.to_thread(house.close)
    return 70 if house.desk.stuck else 0
