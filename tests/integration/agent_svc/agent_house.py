"""An agent in front of a real scheduler and a real renderer, and the guests who speak to it."""

from __future__ import annotations

import shutil
from collections.abc import AsyncGenerator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import grpc
from google.protobuf import struct_pb2

from agent_svc import catalogue
from agent_svc.server import build_app
from agent_svc.settings import AgentSettings
from plotlane.agent.v1 import agent_pb2 as pb
from plotlane.agent.v1 import agent_pb2_grpc
from plotlane.common.v1 import common_pb2
from plotlane_kit.caller import Caller, Tier, caller_metadata
from plotlane_kit.channel import open_channel
from plotlane_kit.chunks import merged
from plotlane_kit.clock import Clock, SystemClock
from plotlane_kit.errors import PlotlaneError
from plotlane_kit.grpc_errors import from_rpc_error
from plotlane_kit.serve import RunningServer, start_server
from plotlane_kit.settings import load_settings
from scheduler_svc.server import build as build_scheduler
from scheduler_svc.settings import SchedulerSettings

CSV = "Dose (mg);Yield (t/ha);Soil\n1,5;2,25;clay\n2,5;3,5;clay\n3,5;4,75;sand\n4,5;4,25;sand\n"
LIGHT, DARK = common_pb2.THEME_LIGHT, common_pb2.THEME_DARK


@dataclass
class Guest:
    """One user, as the gateway introduces them to the agent."""

    stub: agent_pb2_grpc.AgentServiceStub
    caller: Caller

    async def call(self, method: str, **fields: Any) -> Any:
        """The answer of an rpc; one that comes in parts is merged. Raises the agent's refusal."""
        request = getattr(pb, f"{method}Request")(**fields)
        call = getattr(self.stub, method)(request, metadata=caller_metadata(self.caller))
        try:
            if not isinstance(call, grpc.aio.UnaryStreamCall):
                return await call
            return await merged(call)
        except grpc.aio.AioRpcError as error:
            raise from_rpc_error(error) from error

    async def stream(self, method: str, **fields: Any) -> AsyncGenerator[Any, None]:
        """The answers of a streaming rpc, one by one. Raises the agent's refusal."""
        request = getattr(pb, f"{method}Request")(**fields)
        call = getattr(self.stub, method)(request, metadata=caller_metadata(self.caller))
        try:
            async for message in call:
                yield message
        except grpc.aio.AioRpcError as error:
            raise from_rpc_error(error) from error
        finally:
            call.cancel()

    async def session(self, chart_id: str = "scatter", text: str = CSV) -> str:
        """A session that is ready to plot."""
        created = await self.call("CreateSession", chart_id=chart_id)
        await self.call("SetDataset", session_id=created.session_id, text=text)
        return str(created.session_id)

    async def plot(self, session_id: str, theme: common_pb2.Theme.ValueType = LIGHT) -> list[pb.TurnEvent]:
        """Every event of a turn of the button."""
        turn = self.stream("StartTurn", session_id=session_id, create_plot=pb.CreatePlot(theme=theme))
        return [message.event async for message in turn]

    async def say(self, session_id: str, text: str) -> list[pb.TurnEvent]:
        """Every event of a turn of a message."""
        return [message.event async for message in self.stream("StartTurn", session_id=session_id, text=text)]

    async def set_options(self, session_id: str, **options: object) -> Any:
        """Set options of the session's chart."""
        struct = struct_pb2.Struct()
        struct.update(options)  # type: ignore[arg-type]
        return await self.call("SetOptions", session_id=session_id, options=struct)

    async def whole(self, session_id: str) -> pb.Session:
        """The session as a reload shows it."""
        found = await self.call("GetSession", session_id=session_id)
        session: pb.Session = found.session
        return session

    async def file(self, session_id: str, name: str, version: int = 0) -> bytes:
        """A file of a version."""
        chunks = self.stream("GetArtifact", session_id=session_id, version=version, name=name)
        return b"".join([message.chunk async for message in chunks])

    async def refusal(self, method: str, **fields: Any) -> PlotlaneError:
        """How the agent refuses a unary rpc."""
        try:
            answer = await self.call(method, **fields)
        except PlotlaneError as error:
            return error
        raise AssertionError(f"not refused: {answer}")


@dataclass
class AgentHouse:
    """Where the services are, and how to start them again."""

    data_dir: Path
    renderer_address: str
    scheduler: RunningServer | None = None
    scheduler_address: str = ""
    agent: RunningServer | None = None
    channels: list[grpc.aio.Channel] = field(default_factory=list)
    clock: Clock = field(default_factory=SystemClock)
    """The agent's."""

    async def start_scheduler(self, **settings: Any) -> None:
        """Serve a scheduler, at the address of the last one when there was one."""
        port = int(self.scheduler_address.rpartition(":")[2] or 0)
        known = {"drain_s": 0, "data_dir": self.data_dir.with_name("scheduler")}
        built = build_scheduler(load_settings(SchedulerSettings, **{**known, **settings}), SystemClock())
        self.scheduler = await start_server(built, "127.0.0.1", port)
        self.scheduler_address = self.scheduler.address

    async def stop_scheduler(self) -> None:
        """End the scheduler at once."""
        if self.scheduler is not None:
            await self.scheduler.shutdown(0)
            self.scheduler = None

    async def start_agent(self, **settings: Any) -> None:
        """Serve an agent with the data that earlier ones left."""
        known = {
            "scheduler_address": self.scheduler_address,
            "renderer_address": self.renderer_address,
            "data_dir": self.data_dir,
            "drain_s": 0,
        }
        self.agent = await start_server(
            build_app(load_settings(AgentSettings, **{**known, **settings}), self.clock), "127.0.0.1", 0
        )

    async def stop_agent(self) -> None:
        """Drain and end the agent; streams get the time to deliver their last events."""
        if self.agent is not None:
            await self.agent.shutdown(5)
            self.agent = None

    def guest(self, user: str = "anna", tier: Tier = Tier.PUBLIC, address: str = "") -> Guest:
        """A user of the agent that serves now; `address`: of one who has not signed in."""
        assert self.agent is not None
        channel = open_channel(self.agent.address)
        self.channels.append(channel)
        return Guest(agent_pb2_grpc.AgentServiceStub(channel), Caller(user, tier, address))

    async def close(self) -> None:
        """End everything that was started here."""
        for channel in self.channels:
            await channel.close()
        await self.stop_agent()
        await self.stop_scheduler()


def endless_catalogue(folder: Path) -> Path:
    """The catalogue, in which the scatter plot's script never ends."""
    shutil.copytree(catalogue.loader.FOLDER, folder)
    script = folder / "scatter" / "matplotlib.py"
    text = script.read_text()
    script.write_text(
        text.replace("options = load_options()\n", "options = load_options()\nwhile True:\n    pass\n", 1)
    )
    return folder


def kinds(events: list[pb.TurnEvent]) -> list[str]:
    """What happened, without the details."""
    return [str(event.WhichOneof("event")) for event in events]


def steps(events: list[pb.TurnEvent]) -> list[str]:
    """The steps of a turn, each once, in order."""
    names = [pb.Step.Name(event.status.step) for event in events if event.HasField("status")]
    return list(dict.fromkeys(name.removeprefix("STEP_").lower() for name in names))
