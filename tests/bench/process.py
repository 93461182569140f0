"""The process: one of our services, or a bare server to compare with, as a real process on a free port."""

from __future__ import annotations

import asyncio
import os
import sys
import tempfile
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Final

_TICKS: Final = os.sysconf("SC_CLK_TCK")


@dataclass(frozen=True, slots=True)
class Served:
    """A process that serves at `address` (host:port)."""

    address: str
    pid: int

    def memory_bytes(self) -> int:
        """Its own resident memory."""
        status = Path(f"/proc/{self.pid}/status").read_text().splitlines()
        return next(int(line.split()[1]) * 1024 for line in status if line.startswith("VmRSS:"))

    def cpu_s(self) -> float:
        """The processor time that it has used so far."""
        fields = Path(f"/proc/{self.pid}/stat").read_text().rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / _TICKS


@asynccontextmanager
async def served(module: str, environment: Mapping[str, str], ready_name: str) -> AsyncIterator[Served]:
    """Run `python -m module`; `ready_name` is the variable that tells it where to write its address."""
    with tempfile.TemporaryFile() as words:
        ready, ready_fd = os.pipe()
        process = await asyncio.create_subprocess_exec(
            sys.executable,
            "-m",
            module,
            env={**os.environ, **environment, ready_name: str(ready_fd)},
            pass_fds=[ready_fd],
            stdout=words,
            stderr=words,
        )
        os.close(ready_fd)
        address = (await asyncio.to_thread(os.read, ready, 100)).decode()
        os.close(ready)
        try:
            if not address:
                await process.wait()
                words.seek(0)
                raise RuntimeError(f"{module} did not start: {words.read().decode(errors='replace')}")
            yield Served(address, process.pid)
        finally:
            if process.returncode is None:
                process.terminate()
                await process.wait()
