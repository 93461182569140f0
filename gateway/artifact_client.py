"""Files of versions, as they come from agent_svc: a size, then pieces."""

from __future__ import annotations

from collections.abc import AsyncIterator
from typing import Any

import grpc

from gateway.errors import NotFound
from gateway.upstream import refusal_of
from plotlane.agent.v1 import agent_pb2 as pb
from plotlane.agent.v1 import agent_pb2_grpc
from plotlane_kit.caller import Caller, caller_metadata


class OpenArtifact:
    """A file that exists; `size` in bytes."""

    def __init__(
        self, call: grpc.aio.UnaryStreamCall[Any, pb.GetArtifactResponse], first: pb.GetArtifactResponse
    ) -> None:
        self._call = call
        self._first = first.chunk
        self.size: int = first.artifact.bytes

    async def pieces(self) -> AsyncIterator[bytes]:
        """The file in order. Raises PlotlaneError when the agent breaks off."""
        if self._first:
            yield self._first
        try:
            while isinstance(message := await self._call.read(), pb.GetArtifactResponse):
                yield message.chunk
        except grpc.aio.AioRpcError as error:
            raise refusal_of(error) from None

    def close(self) -> None:
        """Stop reading. Safe to call twice."""
        self._call.cancel()


class ArtifactClient:
    """Opens files over one channel; a download has `timeout_s` seconds."""

    def __init__(self, channel: grpc.aio.Channel, timeout_s: float) -> None:
        self._stub = agent_pb2_grpc.AgentServiceStub(channel)
        self._timeout_s = timeout_s

    async def open(self, caller: Caller, session_id: str, version: int, name: str) -> OpenArtifact:
        """A file of a version (0: the latest). Raises PlotlaneError."""
        request = pb.GetArtifactRequest(session_id=session_id, version=version, name=name)
        call = self._stub.GetArtifact(request, timeout=self._timeout_s, metadata=caller_metadata(caller))
        try:
            first = await call.read()
        except grpc.aio.AioRpcError as error:
            raise refusal_of(error) from None
        if not isinstance(first, pb.GetArtifactResponse):
            raise NotFound
        return OpenArtifact(call, first)
