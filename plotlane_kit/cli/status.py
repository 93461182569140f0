"""`plotlane status`: is it up, and what waits and runs."""

from __future__ import annotations

import asyncio
import http.client
from pathlib import Path
from typing import Annotated

import grpc
import typer
from grpc_health.v1 import health_pb2, health_pb2_grpc

from plotlane.scheduler.v1 import scheduler_pb2, scheduler_pb2_grpc
from plotlane_kit.channel import open_channel
from plotlane_kit.cli.dial import open_dial
from plotlane_kit.cli.listing import stalled
from plotlane_kit.cli.reach import running_addresses
from plotlane_kit.house.service import SERVICES
from plotlane_kit.settings import data_home

DEADLINE_S = 2.0


def status(
    data_dir: Annotated[
        Path | None, typer.Option(envvar="PLOTLANE_DATA_DIR", help="Where everything is kept.", show_default=False)
    ] = None,
) -> None:
    """Say for each service whether it serves, and for each pool what waits and runs; exit code 1 when one is down."""
    addresses = running_addresses(data_dir or data_home())
    if addresses is None:
        typer.echo("Plotlane is not running here; start it with: plotlane up", err=True)
        raise typer.Exit(1)
    raise typer.Exit(0 if asyncio.run(_report(addresses)) else 1)


async def _report(addresses: dict[str, str]) -> bool:
    healthy = True
    for service in SERVICES:
        address = addresses.get(service.name, "")
        word = await health(service.name, address)
        healthy = healthy and word == "SERVING"
        typer.echo(f"{service.name:>9}  {address:<21}  {word}")
    for line in await pools(addresses["scheduler"]):
        typer.echo(line)
    return healthy


async def health(name: str, address: str) -> str:
    """What the service at `address` says of itself: SERVING, NOT_SERVING, or `no answer`."""
    if name == "gateway":
        return await asyncio.to_thread(_page_answers, address)
    async with open_channel(address) as channel:
        stub = health_pb2_grpc.HealthStub(channel)
        try:
            answer = await stub.Check(health_pb2.HealthCheckRequest(), timeout=DEADLINE_S)
        except grpc.aio.AioRpcError:
            return "no answer"
    return str(health_pb2.HealthCheckResponse.ServingStatus.Name(answer.status))


def _page_answers(address: str) -> str:
    connection = http.client.HTTPConnection(address, timeout=DEADLINE_S)
    try:
        connection.request("GET", "/readyz")
        return "SERVING" if connection.getresponse().status == 200 else "NOT_SERVING"
    except (OSError, http.client.HTTPException):
        return "no answer"
    finally:
        connection.close()


async def pools(address: str) -> list[str]:
    """One line a pool of the scheduler at `address`; none when it does not answer."""
    async with open_dial()(address) as channel:
        stub = scheduler_pb2_grpc.SchedulerServiceStub(channel)
        try:
            answer = await stub.GetStatus(scheduler_pb2.GetStatusRequest(), timeout=DEADLINE_S)
        except grpc.aio.AioRpcError:
            return []
    return [
        f"{pool.pool:>9}  {pool.in_flight} of {pool.concurrency} in flight, {pool.waiting} of {pool.capacity} waiting"
        + "".join(f"; {line}" for line in stalled([pool]))
        for pool in answer.pools
    ]
