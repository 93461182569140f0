"""The supervisor: starts the services in order, restarts what dies on its own address, and stops all in reverse."""

from __future__ import annotations

import asyncio
import os
from collections.abc import Mapping, Sequence
from pathlib import Path
from types import TracebackType
from typing import Self

from plotlane_kit.clock import Clock, SystemClock
from plotlane_kit.house.backoff import Backoff
from plotlane_kit.house.child import STOP_S, Child, Say, StartError
from plotlane_kit.house.lock import HouseTakenError, lock_house
from plotlane_kit.house.register import Entry, Register, register_path
from plotlane_kit.house.service import SERVICES, STOP_ORDER, Service


class House:
    """A running house. `async with House(...) as house:` starts it and stops it; `run()` watches over it meanwhile."""

    def __init__(
        self,
        data_dir: Path,
        ports: Mapping[str, int],
        say: Say,
        services: Sequence[Service] = SERVICES,
        clock: Clock | None = None,
        stop_s: float = STOP_S,
        patience_s: float | None = None,
    ) -> None:
        """`stop_s`: seconds that each service gets to drain at the end.

        `patience_s`: seconds to wait for another house of this folder whose supervisor died and that still drains;
        None: as long as ours would take.
        """
        self.data_dir = data_dir
        self._say = say
        self._clock = clock or SystemClock()
        self._services = services
        self._stop_s = stop_s
        self._patience_s = stop_s if patience_s is None else patience_s
        self._lifeline: tuple[int, int] | None = None
        self._lock: int | None = None
        self._children: dict[str, Child] = {}
        self._ports = ports

    @property
    def addresses(self) -> dict[str, str]:
        """host:port by service name; what is not started yet is missing."""
        return {name: child.address for name, child in self._children.items() if child.address}

    async def __aenter__(self) -> Self:
        """Start all services. Raises `StartError`, also when the folder cannot be written or is another house's."""
        lock = await self._take_folder()
        self._lock = lock
        self._lifeline = os.pipe()
        for service in self._services:
            port = self._ports.get(service.name, 0)
            self._children[service.name] = Child(
                service, self.data_dir, port, self._lifeline[0], lock, self._say, self._stop_s
            )
        try:
            await self._start_all()
        except BaseException:
            await self._stop_all()
            raise
        self._write_register()
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        await self._stop_all()

    async def run(self) -> None:
        """Restart what dies, for ever; cancel it to stop watching."""
        async with asyncio.TaskGroup() as watch:
            for child in self._children.values():
                watch.create_task(self._keep_alive(child))

    async def _take_folder(self) -> int:
        try:
            self.data_dir.mkdir(mode=0o700, parents=True, exist_ok=True)  # it holds what people pasted
            return await self._take_lock()
        except HouseTakenError as error:
            raise StartError(str(error)) from error
        except OSError as error:
            raise StartError(
                f"the data folder {self.data_dir} cannot be used ({error.strerror}); "
                "make it writable, or name another with --data-dir or PLOTLANE_DATA_DIR"
            ) from error

    async def _take_lock(self) -> int:
        try:
            return await lock_house(self.data_dir, 0, self._clock)
        except HouseTakenError:
            self._say(f"waiting for the Plotlane on {self.data_dir} to end")
            return await lock_house(self.data_dir, self._patience_s, self._clock)

    async def _start_all(self) -> None:
        """Start each service as soon as those that it needs serve; meanwhile it loads."""
        for child in self._children.values():
            await child.load()
        started = {service.name: asyncio.Event() for service in self._services}

        async def start(service: Service) -> None:
            for needed in service.needs:
                await started[needed].wait()
            await self._children[service.name].start(self.addresses)
            started[service.name].set()

        try:
            async with asyncio.TaskGroup() as group:
                for service in self._services:
                    group.create_task(start(service))
        except* StartError as errors:
            raise errors.exceptions[0] from None

    async def _keep_alive(self, child: Child) -> None:
        backoff = Backoff()
        while True:
            began = self._clock.monotonic()
            code = await child.wait()
            wait = backoff.after_life_of(self._clock.monotonic() - began)
            self._say(f"{child.service.name:>9} | ended ({describe_exit(code)}); starting again in {wait:g} s")
            await asyncio.sleep(wait)
            try:
                await child.start(self.addresses)
            except StartError as error:
                self._say(f"{child.service.name:>9} | {error}")
            self._write_register()

    async def _stop_all(self) -> None:
        register_path(self.data_dir).unlink(missing_ok=True)
        for name in STOP_ORDER:
            if name in self._children:
                await self._children[name].stop()
        if self._lifeline is not None:
            for fd in self._lifeline:
                os.close(fd)
            self._lifeline = None
        if self._lock is not None:
            os.close(self._lock)
            self._lock = None

    def _write_register(self) -> None:
        entries = {name: Entry(address=child.address, pid=child.pid) for name, child in self._children.items()}
        Register(supervisor_pid=os.getpid(), services=entries).write(register_path(self.data_dir))


def describe_exit(code: int) -> str:
    """`exit code 3` or `signal 9`."""
    return f"signal {-code}" if code < 0 else f"exit code {code}"
