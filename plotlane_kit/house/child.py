"""A child: one supervised service process, from its start to its address and its end."""

from __future__ import annotations

import asyncio
import json
import os
import signal
import sys
from collections.abc import Callable, Mapping
from contextlib import suppress
from pathlib import Path
from typing import Final

from plotlane_kit.house.log_lines import readable
from plotlane_kit.house.service import Service, environment, neighbours

Say = Callable[[str], None]
STOP_S: Final = 15.0  # longer than any drain of profile local


class StartError(Exception):
    """A service ended before it served; its last words are in the message."""


class Child:
    """The process of one service. Its port, once known, stays its own over restarts."""

    def __init__(
        self,
        service: Service,
        data_dir: Path,
        port: int,
        lifeline_fd: int,
        lock_fd: int,
        say: Say,
        stop_s: float = STOP_S,
    ) -> None:
        """`stop_s`: seconds that it gets to drain when it is told to stop."""
        self.service = service
        self.port = port
        self.address = ""
        self._data_dir = data_dir
        self._lifeline_fd = lifeline_fd
        self._lock_fd = lock_fd
        self._say = say
        self._stop_s = stop_s
        self._process: asyncio.subprocess.Process | None = None
        self._reader: asyncio.Task[str] | None = None
        self._ready_end: int | None = None

    @property
    def pid(self) -> int:
        return self._process.pid if self._process is not None else 0

    async def load(self) -> None:
        """Let the process load its program already; it serves after `start`."""
        self._ready_end, write_end = os.pipe()
        try:
            self._process = await self._spawn(write_end)
        finally:
            os.close(write_end)
        self._reader = asyncio.create_task(self._relay_output(self._process))

    async def start(self, addresses: Mapping[str, str]) -> None:
        """Start the process, unless it is loading, and wait until it serves. Raises `StartError`."""
        if self._ready_end is None:
            await self.load()
        assert self._ready_end is not None
        assert self._process is not None
        assert self._reader is not None
        ready_end, self._ready_end = self._ready_end, None
        await self._tell(self._process, neighbours(self.service, addresses))
        address = await read_to_end(ready_end)
        if not address:
            await self._process.wait()
            raise StartError(f"{self.service.name} did not start: {await self._reader or 'no output'}")
        self.address = address
        self.port = int(address.rsplit(":", 1)[1])

    async def _tell(self, process: asyncio.subprocess.Process, variables: Mapping[str, str]) -> None:
        assert process.stdin is not None
        with suppress(ConnectionError):  # it has ended: its last words say why
            process.stdin.write(json.dumps(variables).encode())
            await process.stdin.drain()
        process.stdin.close()

    async def _spawn(self, ready_fd: int) -> asyncio.subprocess.Process:
        variables = environment(self.service, self.port, ready_fd, self._data_dir)
        variables[f"{self.service.prefix}LIFELINE_FD"] = str(self._lifeline_fd)
        return await asyncio.create_subprocess_exec(
            sys.executable,
            "-m",
            "plotlane_kit.house.enter",
            self.service.module,
            env={**os.environ, **variables},
            stdin=asyncio.subprocess.PIPE,
            stdout=asyncio.subprocess.PIPE,
            stderr=asyncio.subprocess.STDOUT,
            pass_fds=(self._lifeline_fd, self._lock_fd, ready_fd),
            limit=1024 * 1024,  # bytes of one log line
            start_new_session=True,  # a Ctrl-C at the terminal reaches the supervisor only, which stops them in order
        )

    async def _relay_output(self, process: asyncio.subprocess.Process) -> str:
        """Pass every line on; returns the last one."""
        assert process.stdout is not None
        last = ""
        async for raw in process.stdout:
            last = raw.decode(errors="replace").rstrip()
            self._say(readable(self.service.name, last))
        return last

    async def wait(self) -> int:
        """The exit code, once the process has ended."""
        assert self._process is not None
        code = await self._process.wait()
        if self._reader is not None:
            await self._reader
        return code

    async def stop(self) -> None:
        """Ask it to drain; end it when it has not ended in its time."""
        if self._ready_end is not None:
            os.close(self._ready_end)
            self._ready_end = None
        if self._process is None or self._process.returncode is not None:
            return
        with suppress(ProcessLookupError):
            self._process.send_signal(signal.SIGTERM)
        try:
            await asyncio.wait_for(self.wait(), self._stop_s)
        except TimeoutError:
            self._say(f"{self.service.name:>9} | did not stop within {self._stop_s:g} s and is ended")
            self._process.kill()
            await self.wait()


async def read_to_end(fd: int) -> str:
    """What the other end of the pipe `fd` writes before it closes it; closes `fd`."""
    loop = asyncio.get_running_loop()
    reader = asyncio.StreamReader()
    transport, _ = await loop.connect_read_pipe(lambda: asyncio.StreamReaderProtocol(reader), os.fdopen(fd, "rb"))
    try:
        return (await reader.read()).decode()
    finally:
        transport.close()
