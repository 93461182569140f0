"""The calls that make a plot, as any client of the agent makes them; what a refusal says to wait for is waited for."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping
from typing import Any, Final, TypeVar

import grpc

from agent_svc.evals.case import Bindings
from plotlane.agent.v1 import agent_pb2 as pb
from plotlane.agent.v1 import agent_pb2_grpc
from plotlane.common.v1 import common_pb2
from plotlane_kit.caller import LOCAL_USER, Caller, Tier, caller_metadata
from plotlane_kit.chunks import split
from plotlane_kit.errors import TABLE, Reason
from plotlane_kit.grpc_errors import from_rpc_error

METADATA: Final = caller_metadata(Caller(LOCAL_USER, Tier.ADMIN))
THEMES: Final = {"light": common_pb2.THEME_LIGHT, "dark": common_pb2.THEME_DARK}
WAITED_OUT: Final = frozenset({Reason.RATE_LIMITED, Reason.RUN_LIMIT, Reason.CAPACITY})
PATIENCE: Final = 20  # times
_A_WHILE_S: Final = 5.0
_CODES: Final = {TABLE[reason].sse for reason in WAITED_OUT}

T = TypeVar("T")


class Calls:
    """Sessions, data and turns over `channel`. Raises grpc.aio.AioRpcError for what is not waited out."""

    def __init__(self, channel: grpc.aio.Channel) -> None:
        self._stub = agent_pb2_grpc.AgentServiceStub(channel)

    async def status(self) -> pb.GetStatusResponse:
        """Which provider answers, with which models, and which libraries can draw."""
        return await self._stub.GetStatus(pb.GetStatusRequest(), metadata=METADATA)

    async def create(self, chart: str, library: str) -> str:
        """A new session."""
        request = pb.CreateSessionRequest(chart_id=chart, library=library)
        return (await self._patiently(lambda: self._stub.CreateSession(request, metadata=METADATA))).session_id

    async def upload(self, session: str, file_name: str, data: bytes) -> pb.DatasetChange:
        """How a file of at most 10 MB was read, and the bindings that were found."""

        async def parts() -> AsyncIterator[pb.UploadFileRequest]:
            yield pb.UploadFileRequest(header=pb.UploadHeader(session_id=session, file_name=file_name))
            for chunk in split(data):
                yield pb.UploadFileRequest(chunk=chunk)

        return (await self._patiently(lambda: self._stub.UploadFile(parts(), metadata=METADATA))).change

    async def bind(self, session: str, bindings: Bindings) -> pb.Bindings:
        """These bindings and no others."""
        lines = [pb.Binding(role=role, column=name) for role, names in bindings.items() for name in names]
        request = pb.SetBindingsRequest(session_id=session, bindings=lines)
        return (await self._stub.SetBindings(request, metadata=METADATA)).bindings

    async def set_options(self, session: str, options: Mapping[str, Any]) -> None:
        """Options beside those that were set."""
        request = pb.SetOptionsRequest(session_id=session)
        request.options.update(dict(options))
        await self._stub.SetOptions(request, metadata=METADATA)

    async def draw(self, session: str, theme: str) -> list[pb.TurnEvent]:
        """The events of a turn of the button; it waits while too much is under way."""
        plot = pb.CreatePlot(theme=THEMES[theme], wait=True)
        return await self._turn(pb.StartTurnRequest(session_id=session, create_plot=plot))

    async def say(self, session: str, text: str) -> list[pb.TurnEvent]:
        """The events of the turn of a message."""
        return await self._turn(pb.StartTurnRequest(session_id=session, text=text))

    async def artifact(self, session: str, version: int, name: str) -> bytes:
        """One file of a version."""
        request = pb.GetArtifactRequest(session_id=session, version=version, name=name)
        return b"".join([part.chunk async for part in self._stub.GetArtifact(request, metadata=METADATA)])

    async def delete(self, session: str) -> None:
        """Leave nothing behind."""
        await self._stub.DeleteSession(pb.DeleteSessionRequest(session_id=session), metadata=METADATA)

    async def _turn(self, request: pb.StartTurnRequest) -> list[pb.TurnEvent]:
        events = await self._patiently(lambda: self._heard(request))
        for _ in range(PATIENCE):
            if not any(event.error.code in _CODES or event.refusal.code in _CODES for event in events):
                break
            await asyncio.sleep(_A_WHILE_S)
            events = await self._patiently(lambda: self._heard(request))
        return events

    async def _heard(self, request: pb.StartTurnRequest) -> list[pb.TurnEvent]:
        return [part.event async for part in self._stub.StartTurn(request, metadata=METADATA)]

    async def _patiently(self, call: Callable[[], Awaitable[T]]) -> T:
        for _ in range(PATIENCE):
            try:
                return await call()
            except grpc.aio.AioRpcError as error:
                refusal = from_rpc_error(error)
                if refusal.reason not in WAITED_OUT:
                    raise
                await asyncio.sleep(refusal.retry_after_s or _A_WHILE_S)
        return await call()
