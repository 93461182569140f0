"""`plotlane up`: start the house and watch over it until Ctrl-C."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Annotated

import typer

from plotlane_kit.house.child import STOP_S, StartError
from plotlane_kit.house.house import House
from plotlane_kit.house.register import Register, register_path
from plotlane_kit.house.service import SERVICES, STOP_ORDER
from plotlane_kit.serve import stop_event
from plotlane_kit.settings import data_home

DEFAULT_PORTS = {service.name: service.default_port for service in SERVICES}


def up(
    port: Annotated[
        int, typer.Option(help="Port of the page; the services take the next three. 0: free ones.", min=0, max=65532)
    ] = DEFAULT_PORTS["gateway"],
    data_dir: Annotated[
        Path | None, typer.Option(envvar="PLOTLANE_DATA_DIR", help="Where everything is kept.", show_default=False)
    ] = None,
    stop_s: Annotated[
        float,
        typer.Option(
            envvar="PLOTLANE_STOP_S",
            help="Seconds that each service gets to stop; more than the longest *_DRAIN_S.",
            min=1,
            max=3600,
        ),
    ] = STOP_S,
) -> None:
    """Start all four services, print the page's address, and restart what dies; Ctrl-C stops them in order."""
    folder = data_dir or data_home()
    running = Register.read(register_path(folder))
    if running is not None:
        typer.echo(f"Plotlane already runs at http://{running.services['gateway'].address}/", err=True)
        raise typer.Exit(1)
    raise typer.Exit(asyncio.run(_up(folder, ports_from(port), stop_s)))


def ports_from(port: int) -> dict[str, int]:
    """The gateway's port and the three after it; all 0 for 0."""
    names = ("gateway", "scheduler", "renderer", "agent")
    return {name: port + offset if port else 0 for offset, name in enumerate(names)}


async def _up(folder: Path, ports: dict[str, int], stop_s: float) -> int:
    stopping = asyncio.ensure_future(stop_event().wait())
    living = asyncio.ensure_future(_live(folder, ports, stop_s))
    await asyncio.wait({stopping, living}, return_when=asyncio.FIRST_COMPLETED)
    if not living.done():
        typer.echo(f"stopping: {', '.join(STOP_ORDER)}")
    living.cancel()
    try:
        await living
    except asyncio.CancelledError:
        return 0
    except StartError as error:
        typer.echo(f"{error}\n`plotlane doctor` says what is missing.", err=True)
    finally:
        stopping.cancel()
    return 1


async def _live(folder: Path, ports: dict[str, int], stop_s: float) -> None:
    async with House(folder, ports, typer.echo, stop_s=stop_s) as house:
        typer.echo(f"Plotlane is ready: http://{house.addresses['gateway']}/")
        await house.run()
