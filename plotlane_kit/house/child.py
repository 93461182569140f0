"""A child: one supervised service process, from its start to its address and its end."""

from __future__ import annotations

import asyncio
import os
import signal
import sys
from collections.abc import Callable, Mapping
from contextlib import suppress
from pathlib import Path

from plotlane_kit.house.log_lines import readable
from plotlane_kit.house.service import Service, environment

Say = Callable[[str], None]
STOP_S = 15.0  # longer than any drain of profile local


class StartError(Exception):
    """A service ended before it served; its last words are in the message."""


class Child:
    """The process of one service. Its port, once known, stays its own over restarts."""

    def __init__(self, service: Service, data_dir: Path, port: int, lifeline_fd: int, lock_fd: int, say: Say) -> None:
        self.service = service
        self.port = port
        self.address = ""
        self._data_dir = data_dir
        self._lifeline_fd = lifeline_fd
        self._lock_fd = lock_fd
        self._say = say
        self._process: asyncio.subprocess.Process | None = None
        self._reader: asyncio.Task[str] | None = None

    @property
    def pid(self) -> int:
        return self._process.pid if self._process is not None else 0

    async def start(self, addresses: Mapping[str, str]) -> None:
        """Start the process and wait until it serves. Raises `StartError`."""
        ready_end, write_end = os.pipe()
        try:
            self._process = await self._spawn(addresses, write_end)
        finally:
            os.close(write_end)
        self._reader = asyncio.create_task(self._relay_output(self._process))
        address = await read_to_end(ready_end)
        if not address:
            await self._process.wait()
            raise StartError(f"{self.service.name} did not start: {await self._reader or 'no output'}")
        self.address = address
        self.port = int(address.rsplit(":", 1)[1])

    async def _spawn(self, addresses: Mapping[str, str], ready_fd: int) -> asyncio.subprocess.Process:
        variables = environment(self.service, self.port, ready_fd, self._data_dir, addresses)
        variables[f"{self.service.prefix}LIFELINE_FD"] = str(self._lifeline_fd)
        return await asyncio.create_subprocess_exec(
            sys.executable,
            "-m",
            self.service.module,
            env={**os.environ, **variables},
            stdin=asyncio.subprocess.DEVNULL,
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
        """Ask it to drain; after `STOP_S` seconds, end it."""
        if self._process is None or self._process.returncode is not None:
            return
        with suppress(ProcessLookupError):
            self._process.send_signal(signal.SIGTERM)
        try:
            await asyncio.wait_for(self.wait(), STOP_S)
        except TimeoutError:
            self._say(f"{self.service.name:>9} | did not stop within {STOP_S:.0f} s and is ended")
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
