"""The agent as a process: settings, readiness, reflection, SIGTERM."""

from __future__ import annotations

import asyncio
import os
import signal
import sys
from pathlib import Path

import grpc
import pytest
from grpc_health.v1 import health_pb2, health_pb2_grpc

from plotlane_kit.channel import open_channel


async def start(**environment: str) -> asyncio.subprocess.Process:
    clean = {name: value for name, value in os.environ.items() if not name.startswith("PLOTLANE_")}
    return await asyncio.create_subprocess_exec(
        sys.executable,
        "-m",
        "agent_svc",
        env={**clean, **environment},
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.PIPE,
    )


async def test_without_its_neighbours_addresses_it_says_which_settings_are_missing() -> None:
    process = await start()
    _, errors = await process.communicate()
    assert process.returncode == 2
    line = errors.decode().strip()
    assert line.count("\n") == 0
    assert "PLOTLANE_AGENT_SCHEDULER_ADDRESS" in line
    assert "PLOTLANE_AGENT_RENDERER_ADDRESS" in line


async def test_it_serves_is_healthy_and_ends_well_on_sigterm(tmp_path: Path) -> None:
    process = await start(
        PLOTLANE_AGENT_SCHEDULER_ADDRESS="127.0.0.1:9",
        PLOTLANE_AGENT_RENDERER_ADDRESS="127.0.0.1:9",
        PLOTLANE_AGENT_DATA_DIR=str(tmp_path / "data"),
    )
    assert process.stderr is not None
    address = ""
    while not address:
        line = (await process.stderr.readline()).decode()
        assert line, "it ended early"
        address = line.partition('"address": "')[2].partition('"')[0]
    async with open_channel(address) as channel:
        health = health_pb2_grpc.HealthStub(channel)
        answer = await health.Check(health_pb2.HealthCheckRequest(service="plotlane.agent.v1.AgentService"))
        assert answer.status == health_pb2.HealthCheckResponse.SERVING
        assert await channel_is_ready(channel)
    process.send_signal(signal.SIGTERM)
    _, rest = await process.communicate()
    assert process.returncode == 0, rest.decode()
    assert (tmp_path / "data" / "agent.db").exists()


async def channel_is_ready(channel: grpc.aio.Channel) -> bool:
    return channel.get_state() is grpc.ChannelConnectivity.READY


@pytest.mark.parametrize(
    ("variable", "value", "said"),
    [
        ("PLOTLANE_AGENT_DATABASE_URL", "nonsense", "cannot be opened"),
        ("PLOTLANE_AGENT_DATABASE_URL", "sqlite:////nowhere/at/all.db", "unable to open database file"),
        ("PLOTLANE_AGENT_DATABASE_URL", "oracle://scott:tiger@db/x", "cannot be opened"),
        ("PLOTLANE_AGENT_CATALOGUE_DIR", "/nowhere", "/nowhere holds no chart"),
        ("PLOTLANE_AGENT_DATABSE_URL", "sqlite://", "the nearest is PLOTLANE_AGENT_DATABASE_URL"),
    ],
)
async def test_a_wrong_setting_is_one_line_that_names_it(tmp_path: Path, variable: str, value: str, said: str) -> None:
    known = {
        "PLOTLANE_AGENT_SCHEDULER_ADDRESS": "127.0.0.1:9",
        "PLOTLANE_AGENT_RENDERER_ADDRESS": "127.0.0.1:9",
        "PLOTLANE_AGENT_DATA_DIR": str(tmp_path / "data"),
    }
    process = await start(**known, **{variable: value})
    _, errors = await process.communicate()
    assert process.returncode == 2
    line = errors.decode().strip()
    assert line.count("\n") == 0
    assert line.startswith(f"agent: {variable}: ")
    assert said in line
    assert "tiger" not in line
