"""The calls of agent_svc that change a session's table: a file uploaded, a data step taken or undone."""

from __future__ import annotations

from collections.abc import AsyncIterator, Mapping
from typing import Any

import grpc

from gateway.present.plain import Json
from gateway.present.session import dataset_change
from gateway.upstream import ask, ask_streaming
from plotlane.agent.v1 import agent_pb2 as pb
from plotlane.agent.v1 import agent_pb2_grpc
from plotlane_kit.caller import Caller
from plotlane_kit.chunks import split


class TableClient:
    """Over one channel; a call has `call_s` seconds, an upload with its conversion `upload_s`. Raises PlotlaneError."""

    def __init__(self, channel: grpc.aio.Channel, *, call_s: float, upload_s: float) -> None:
        self._stub = agent_pb2_grpc.AgentServiceStub(channel)
        self._call_s = call_s
        self._upload_s = upload_s

    async def upload(self, caller: Caller, session_id: str, name: str, sheet: str, data: bytes) -> Json:
        """Read a file; `{sheets}` when one of several has to be chosen."""

        async def parts() -> AsyncIterator[pb.UploadFileRequest]:
            header = pb.UploadHeader(session_id=session_id, file_name=name, sheet=sheet)
            yield pb.UploadFileRequest(header=header)
            for chunk in split(data):
                yield pb.UploadFileRequest(chunk=chunk)

        answer = await ask_streaming(self._stub.UploadFile, parts(), caller, self._upload_s)
        if not answer.HasField("change"):
            return {"sheets": list(answer.sheets)}
        return dataset_change(answer.change)

    async def apply_step(self, caller: Caller, session_id: str, op: str, arguments: Mapping[str, Any]) -> Json:
        """Take a step; the answer has its `code`."""
        request = pb.ApplyStepRequest(session_id=session_id, op=op)
        request.arguments.update(arguments)
        answer = await ask(self._stub.ApplyStep, request, caller, self._call_s)
        return {**dataset_change(answer.change), "code": answer.code}

    async def undo_step(self, caller: Caller, session_id: str) -> Json:
        """Take the last step back."""
        request = pb.UndoStepRequest(session_id=session_id)
        return dataset_change((await ask(self._stub.UndoStep, request, caller, self._call_s)).change)
