"""An agent that says what a test wants: the real proto over a real socket, without an agent behind it."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Sequence
from dataclasses import dataclass, field
from typing import Any

import grpc

from plotlane.agent.v1 import agent_pb2 as pb
from plotlane.agent.v1 import agent_pb2_grpc
from plotlane_kit.caller import Caller, caller_from
from plotlane_kit.chunks import split
from plotlane_kit.errors import PlotlaneError, Reason, RemoteError
from plotlane_kit.open_stream import OPEN
from plotlane_kit.serve import RunningServer, ServiceApp, start_server

SERVICE = "plotlane.agent.v1.AgentService"
CHART = pb.Chart(
    chart_id="scatter",
    title="Scatter plot",
    tags=["relationship"],
    roles=[pb.Role(name="y", types=[pb.COLUMN_TYPE_NUMBER], required=True, family=True, min=1, max=8)],
    libraries=["matplotlib"],
    width_px=3200,
    height_px=1800,
)


@dataclass
class TurnScript:
    """What a turn says. After `events` it waits for `go`, then says `rest`, and ends, or raises `error`."""

    events: list[pb.TurnEvent]
    rest: list[pb.TurnEvent] = field(default_factory=list)
    error: PlotlaneError | None = None
    go: asyncio.Event = field(default_factory=asyncio.Event)
    left: asyncio.Event = field(default_factory=asyncio.Event)  # the reader went away before the end
    said: int = 0

    async def play(self, after: int = 0) -> AsyncIterator[pb.TurnEvent]:
        try:
            for event in self.events:
                if event.event_id > after:
                    self.said += 1
                    yield event
            await self.go.wait()
            for event in self.rest:
                yield event
        except (asyncio.CancelledError, GeneratorExit):
            self.left.set()
            raise
        if self.error is not None:
            raise self.error


class ScriptedAgent(agent_pb2_grpc.AgentServiceServicer):
    """Remembers what it was asked; plays the script, or raises the refusal, of a session."""

    def __init__(self) -> None:
        self.asked: list[tuple[str, Any, Caller]] = []
        self.scripts: dict[str, TurnScript] = {}
        self.refusals: dict[str, PlotlaneError] = {}
        self.files: dict[str, bytes] = {}
        self.fan_outs: dict[str, list[pb.FanOutEvent]] = {}
        self.hang = asyncio.Event()

    def last(self, call: str) -> tuple[Any, Caller]:
        """The last request of that name, and whose it was."""
        return next((request, caller) for name, request, caller in reversed(self.asked) if name == call)

    def _note(self, call: str, request: Any, context: Any) -> None:
        self.asked.append((call, request, caller_from(context.invocation_metadata())))
        refusal = self.refusals.get(getattr(request, "session_id", ""))
        if refusal is not None:
            raise refusal

    async def GetStatus(self, request: pb.GetStatusRequest, context: Any) -> pb.GetStatusResponse:
        self._note("GetStatus", request, context)
        return pb.GetStatusResponse(provider="offline", libraries=["matplotlib"])

    async def ListCharts(self, request: pb.ListChartsRequest, context: Any) -> pb.ListChartsResponse:
        self._note("ListCharts", request, context)
        return pb.ListChartsResponse(charts=[CHART])

    async def GetChart(self, request: pb.GetChartRequest, context: Any) -> pb.GetChartResponse:
        self._note("GetChart", request, context)
        if request.chart_id == "gone":
            raise RemoteError(Reason.NOT_FOUND, "no such chart")
        return pb.GetChartResponse(chart=CHART)

    async def GetEligibility(self, request: pb.GetEligibilityRequest, context: Any) -> pb.GetEligibilityResponse:
        self._note("GetEligibility", request, context)
        return pb.GetEligibilityResponse(eligible=False, why_not="not here")

    async def CreateSession(self, request: pb.CreateSessionRequest, context: Any) -> pb.CreateSessionResponse:
        self._note("CreateSession", request, context)
        return pb.CreateSessionResponse(session_id="new-1")

    async def ListSessions(self, request: pb.ListSessionsRequest, context: Any) -> pb.ListSessionsResponse:
        self._note("ListSessions", request, context)
        return pb.ListSessionsResponse(sessions=[pb.SessionSummary(session_id="s1", versions=2, updated_at=12.5)])

    async def GetSession(self, request: pb.GetSessionRequest, context: Any) -> AsyncIterator[pb.GetSessionResponse]:
        self._note("GetSession", request, context)
        yield pb.GetSessionResponse(session=pb.Session(session_id=request.session_id, chart_id="scatter"))
        for text in ("first", "second"):
            line = pb.TranscriptLine(who="user", text=text)
            yield pb.GetSessionResponse(session=pb.Session(transcript=[line]))

    async def UpdateSession(
        self, request: pb.UpdateSessionRequest, context: Any
    ) -> AsyncIterator[pb.UpdateSessionResponse]:
        self._note("UpdateSession", request, context)
        session = pb.Session(session_id=request.session_id, chart_id=request.chart_id, library=request.library)
        yield pb.UpdateSessionResponse(session=session)

    async def DeleteSession(self, request: pb.DeleteSessionRequest, context: Any) -> pb.DeleteSessionResponse:
        self._note("DeleteSession", request, context)
        return pb.DeleteSessionResponse()

    async def SetDataset(self, request: pb.SetDatasetRequest, context: Any) -> pb.SetDatasetResponse:
        self._note("SetDataset", request, context)
        if request.session_id == "hangs":
            await self.hang.wait()
        return pb.SetDatasetResponse(change=change())

    async def SetReading(self, request: pb.SetReadingRequest, context: Any) -> pb.SetReadingResponse:
        self._note("SetReading", request, context)
        return pb.SetReadingResponse(change=change())

    async def UploadFile(
        self, request_iterator: AsyncIterator[pb.UploadFileRequest], context: Any
    ) -> pb.UploadFileResponse:
        header = (await anext(request_iterator)).header
        self.files[header.file_name] = b"".join([part.chunk async for part in request_iterator])
        self._note("UploadFile", header, context)
        if header.file_name == "two.xlsx" and not header.sheet:
            return pb.UploadFileResponse(sheets=["Eins", "Zwei"])
        return pb.UploadFileResponse(change=change())

    async def ApplyStep(self, request: pb.ApplyStepRequest, context: Any) -> pb.ApplyStepResponse:
        self._note("ApplyStep", request, context)
        step = pb.DataStep(op=request.op, title="Sort by “a”", code="df = df", arguments=request.arguments)
        changed = change()
        changed.dataset.steps.append(step)
        return pb.ApplyStepResponse(change=changed, code="df = df")

    async def UndoStep(self, request: pb.UndoStepRequest, context: Any) -> pb.UndoStepResponse:
        self._note("UndoStep", request, context)
        return pb.UndoStepResponse(change=change())

    async def SetBindings(self, request: pb.SetBindingsRequest, context: Any) -> pb.SetBindingsResponse:
        self._note("SetBindings", request, context)
        return pb.SetBindingsResponse(bindings=pb.Bindings(bindings=request.bindings, complete=True))

    async def SetOptions(self, request: pb.SetOptionsRequest, context: Any) -> pb.SetOptionsResponse:
        self._note("SetOptions", request, context)
        return pb.SetOptionsResponse(options=request.options)

    async def StartTurn(self, request: pb.StartTurnRequest, context: Any) -> AsyncIterator[pb.StartTurnResponse]:
        self._note("StartTurn", request, context)
        async for event in self.scripts[request.session_id].play():
            yield pb.StartTurnResponse(event=event)

    async def WatchTurn(self, request: pb.WatchTurnRequest, context: Any) -> AsyncIterator[pb.WatchTurnResponse]:
        self._note("WatchTurn", request, context)
        await context.send_initial_metadata(OPEN)
        async for event in self.scripts[request.session_id].play(request.after_event_id):
            yield pb.WatchTurnResponse(event=event)

    async def CancelTurn(self, request: pb.CancelTurnRequest, context: Any) -> pb.CancelTurnResponse:
        self._note("CancelTurn", request, context)
        return pb.CancelTurnResponse()

    async def FanOut(self, request: pb.FanOutRequest, context: Any) -> AsyncIterator[pb.FanOutResponse]:
        self._note("FanOut", request, context)
        for event in self.fan_outs[request.session_id]:
            yield pb.FanOutResponse(event=event)

    async def WatchFanOut(self, request: pb.WatchFanOutRequest, context: Any) -> AsyncIterator[pb.WatchFanOutResponse]:
        self._note("WatchFanOut", request, context)
        if request.group_id not in self.fan_outs:
            raise RemoteError(Reason.NOT_FOUND, "no such fan-out")
        await context.send_initial_metadata(OPEN)
        for event in self.fan_outs[request.group_id]:
            if event.event.event_id > request.after_event_id:
                yield pb.WatchFanOutResponse(event=event)

    async def CancelFanOut(self, request: pb.CancelFanOutRequest, context: Any) -> pb.CancelFanOutResponse:
        self._note("CancelFanOut", request, context)
        return pb.CancelFanOutResponse()

    async def SendFeedback(self, request: pb.SendFeedbackRequest, context: Any) -> pb.SendFeedbackResponse:
        self._note("SendFeedback", request, context)
        return pb.SendFeedbackResponse()

    async def RenderTheme(self, request: pb.RenderThemeRequest, context: Any) -> pb.RenderThemeResponse:
        self._note("RenderTheme", request, context)
        return pb.RenderThemeResponse(status=pb.PLOT_STATUS_OK, version=request.version)

    async def GetArtifact(self, request: pb.GetArtifactRequest, context: Any) -> AsyncIterator[pb.GetArtifactResponse]:
        self._note("GetArtifact", request, context)
        data = self.files[request.name]
        yield pb.GetArtifactResponse(artifact=pb.Artifact(name=request.name, bytes=len(data)))
        for chunk in split(data):
            yield pb.GetArtifactResponse(chunk=chunk)
            if request.session_id == "breaks":
                await context.abort(grpc.StatusCode.UNAVAILABLE, "gone")


def _melt() -> pb.DataStep:
    step = pb.DataStep(op="melt", title="under one another", code="df = df.melt()")
    step.arguments.update({"columns": ["2019", "2020"], "keep": [], "name": "Year"})
    return step


def change() -> pb.DatasetChange:
    """Two columns and one row."""
    return pb.DatasetChange(
        dataset=pb.Dataset(
            columns=[
                pb.Column(name="a", type=pb.COLUMN_TYPE_NUMBER, unit="mg"),
                pb.Column(name="b", type=pb.COLUMN_TYPE_TEXT),
            ],
            rows=1,
            preview=[pb.PreviewRow(cells=["1", ""])],
        ),
        suggestions=[pb.Suggestion(chart_id="scatter", why="two columns", steps=[_melt()])],
    )


def numbered(*events: pb.TurnEvent) -> list[pb.TurnEvent]:
    """The events with their ids, from 1."""
    for event_id, event in enumerate(events, start=1):
        event.event_id = event_id
    return list(events)


def ready(turn_id: str = "t1") -> pb.TurnEvent:
    return pb.TurnEvent(ready=pb.TurnReady(v="plotlane/1", turn_id=turn_id))


def queued(position: int = 1) -> pb.TurnEvent:
    return pb.TurnEvent(status=pb.TurnStatus(step=pb.STEP_QUEUED, position=position, waiting=9, estimated_wait_s=42))


def rendering() -> pb.TurnEvent:
    return pb.TurnEvent(status=pb.TurnStatus(step=pb.STEP_RENDERING, attempt=1))


def said(text: str) -> pb.TurnEvent:
    return pb.TurnEvent(message=pb.TurnMessage(text=text))


def done(outcome: str = "ok", version: int = 0) -> pb.TurnEvent:
    return pb.TurnEvent(done=pb.TurnDone(outcome=outcome, version=version))


def whole_turn(*events: pb.TurnEvent) -> TurnScript:
    """A turn that says `events` without a pause."""
    script = TurnScript(numbered(*events))
    script.go.set()
    return script


def paused_turn(before: Sequence[pb.TurnEvent], after: Sequence[pb.TurnEvent] = ()) -> TurnScript:
    """A turn that says `before`, and `after` only when it is told to go on."""
    events = numbered(*before, *after)
    return TurnScript(events[: len(before)], events[len(before) :])


async def serve_agent(agent: ScriptedAgent) -> RunningServer:
    """Serve `agent` on a free port of loopback."""
    app = ServiceApp(
        "agent", [SERVICE], lambda server: agent_pb2_grpc.add_AgentServiceServicer_to_server(agent, server)
    )
    return await start_server(app, "127.0.0.1", 0)
