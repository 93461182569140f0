"""Reaching a house: the one that runs, or one that is brought up for a single call."""

from __future__ import annotations

import asyncio
import tempfile
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from pathlib import Path

from plotlane_kit.house.house import House
from plotlane_kit.house.register import Register, register_path
from plotlane_kit.house.service import SERVICES


def running_addresses(data_dir: Path) -> dict[str, str] | None:
    """The addresses of the house that runs on `data_dir`; None when none does."""
    register = Register.read(register_path(data_dir))
    if register is None:
        return None
    return {name: entry.address for name, entry in register.services.items()}


@asynccontextmanager
async def reach(data_dir: Path) -> AsyncIterator[dict[str, str]]:
    """The addresses of a house: the running one, else one of our own that lives in a temporary folder until the end."""
    running = running_addresses(data_dir)
    if running is not None:
        yield running
        return
    with tempfile.TemporaryDirectory(prefix="plotlane-") as folder:
        services = [service for service in SERVICES if service.name != "gateway"]
        async with House(Path(folder), {}, lambda _line: None, services) as house:
            watching = asyncio.ensure_future(house.run())
            try:
                yield house.addresses
            finally:
                watching.cancel()
                with suppress(asyncio.CancelledError):
                    await watching
