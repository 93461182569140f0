"""The scheduler as a process: it starts, says where it serves, drains on SIGTERM, and explains a wrong setting."""

from __future__ import annotations

import asyncio
import os
import signal
import sys
from asyncio.subprocess import PIPE, Process, create_subprocess_exec
from pathlib import Path

import pytest

from plotlane.scheduler.v1 import scheduler_pb2 as pb
from plotlane.scheduler.v1 import scheduler_pb2_grpc
from tests_support.dial import Dial


async def spawn(ready_fd: int, folder: Path, **settings: str) -> Process:
    environment = {
        **os.environ,
        "PLOTLANE_SCHEDULER_DATA_DIR": str(folder),
        "PLOTLANE_SCHEDULER_READY_FD": str(ready_fd),
        **{f"PLOTLANE_SCHEDULER_{name}": value for name, value in settings.items()},
    }
    return await create_subprocess_exec(
        sys.executable, "-m", "scheduler_svc", env=environment, stderr=PIPE, pass_fds=[ready_fd]
    )


async def test_it_serves_until_sigterm_tells_the_waiting_and_exits_cleanly(dial: Dial, tmp_path: Path) -> None:
    ready, ready_fd = os.pipe()
    process = await spawn(ready_fd, tmp_path, RUNS__CONCURRENCY="1", DRAIN_S="0")
    os.close(ready_fd)
    address = await asyncio.to_thread(os.read, ready, 100)
    os.close(ready)
    stub = scheduler_pb2_grpc.SchedulerServiceStub(dial(address.decode()))
    async with asyncio.timeout(60):
        first = stub.Submit(pb.SubmitRequest(run_id="first", pool="runs"))
        async for response in first:
            if response.status.state == pb.RUN_STATE_STARTED:
                break
        async for response in stub.Submit(pb.SubmitRequest(run_id="second", pool="runs")):
            if response.status.state == pb.RUN_STATE_QUEUED:
                process.send_signal(signal.SIGTERM)
        assert response.status.end == pb.END_REASON_DRAINED
        assert await process.wait() == 0
    assert process.stderr is not None
    assert b'"event": "stopped"' in await process.stderr.read()


@pytest.mark.parametrize(
    ("name", "value", "told"),
    [
        ("RUNS__PUBLIC_CAP", "none", "PLOTLANE_SCHEDULER_RUNS__PUBLIC_CAP"),
        ("HOST", "0.0.0.0", "not a loopback address"),
    ],
)
async def test_a_wrong_setting_is_told_in_one_line(name: str, value: str, told: str, tmp_path: Path) -> None:
    ready, ready_fd = os.pipe()
    process = await spawn(ready_fd, tmp_path, **{name: value})
    os.close(ready_fd)
    _, errors = await process.communicate()
    os.close(ready)
    assert process.returncode == 1
    assert errors.decode().count("\n") == 1
    assert told in errors.decode()
