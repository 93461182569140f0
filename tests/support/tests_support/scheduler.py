"""A scheduler process under test: it can be killed at any moment and started again at the same address."""

from __future__ import annotations

import asyncio
import os
import signal
import sys
from asyncio.subprocess import PIPE, Process, create_subprocess_exec
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import ClassVar


class SchedulerProcess:
    """`python -m scheduler_svc` with settings of its own. `lines` is what it has logged over all its lives."""

    module: ClassVar = "scheduler_svc"
    prefix: ClassVar = "PLOTLANE_SCHEDULER_"
    known: ClassVar[Mapping[str, object]] = {"journal_room_mb": 0}

    def __init__(self, data_dir: Path, launcher: Sequence[str] = (), **settings: object) -> None:
        """`launcher`: what runs the command line that follows it. `settings`: PLOTLANE_SCHEDULER_*, in lower case."""
        self.address = ""
        self.lines: list[str] = []
        self._launcher = launcher
        self._settings = {"data_dir": data_dir, **self.known, **settings}
        self._process: Process | None = None
        self._reader: asyncio.Task[None] | None = None
        self._heard = asyncio.Condition()
        self._life = 0

    @property
    def pid(self) -> int:
        assert self._process is not None
        return self._process.pid

    async def start(self) -> None:
        """Start it and wait until it serves."""
        await self.spawn()
        await self.logged('"event": "serving"')

    async def spawn(self) -> None:
        """Start it and wait until it listens; a standby does no more than that."""
        port = self.address.rpartition(":")[2] or "0"
        own = {f"{self.prefix}{name.upper()}": str(value) for name, value in self._settings.items()}
        self._process = await create_subprocess_exec(
            *self._launcher,
            sys.executable,
            "-m",
            self.module,
            env={**os.environ, **own, f"{self.prefix}PORT": port},
            stderr=PIPE,
            stdout=asyncio.subprocess.DEVNULL,
        )
        self._life = len(self.lines)
        self._reader = asyncio.create_task(self._follow(self._process))
        line = await self.logged('"event": "listening"')
        self.address = line.partition('"address": "')[2].partition('"')[0]

    async def logged(self, part: str, within_s: float = 30.0) -> str:
        """The first line of this life that holds `part`, once it is there."""
        async with asyncio.timeout(within_s), self._heard:
            while True:
                found = next((line for line in reversed(self.lines[self._life :]) if part in line), None)
                if found is not None:
                    return found
                assert self._reader is not None
                assert not self._reader.done(), f"{self.module} ended: {self.lines[-3:]}"
                await self._heard.wait()

    async def _follow(self, process: Process) -> None:
        assert process.stderr is not None
        async for line in process.stderr:
            async with self._heard:
                self.lines.append(line.decode().rstrip())
                self._heard.notify_all()
        async with self._heard:
            self._heard.notify_all()

    def send(self, number: signal.Signals) -> None:
        """Send it a signal."""
        assert self._process is not None
        self._process.send_signal(number)

    async def kill(self) -> None:
        """End it as nothing else does, and wait until it is gone."""
        self.send(signal.SIGKILL)
        await self.ended()

    async def ended(self, within_s: float = 30.0) -> int:
        """Its exit code, once it has ended."""
        assert self._process is not None
        assert self._reader is not None
        async with asyncio.timeout(within_s):
            code = await self._process.wait()
            await self._reader
        return code

    async def stop(self) -> None:
        """End it in an orderly way if it runs."""
        if self._process is not None and self._process.returncode is None:
            self.send(signal.SIGCONT)
            self.send(signal.SIGTERM)
            await self.ended()
