"""The servicer: each rpc is a conversion in, one call of the agent, and a conversion out."""

# ruff: noqa: ARG002 (gRPC decides the signatures)

from __future__ import annotations

from collections.abc import AsyncIterator
from typing import Any

from grpc.aio import ServicerContext

from agent_svc import convert
from agent_svc.agent import Agent
from agent_svc.tables import SheetChoice
from agent_svc.turns.log import Reader
from plotlane.agent.v1 import agent_pb2 as pb
from plotlane.agent.v1 import agent_pb2_grpc
from plotlane_kit.caller import Caller, caller_from
from plotlane_kit.chunks import split
from plotlane_kit.open_stream import OPEN

_Context = ServicerContext[Any, Any]


class AgentService(agent_pb2_grpc.AgentServiceServicer):
    """Serves the agent; refusals are raised and become statuses in the interceptor."""

    def __init__(self, agent: Agent) -> None:
        self._agent = agent

    async def ListCharts(self, request: pb.ListChartsRequest, context: _Context) -> pb.ListChartsResponse:
        charts = self._agent.catalogue.charts.values()
        return pb.ListChartsResponse(charts=[convert.chart(entry) for entry in charts if entry.libraries])

    async def GetChart(self, request: pb.GetChartRequest, context: _Context) -> pb.GetChartResponse:
        return pb.GetChartResponse(chart=convert.chart(self._agent.catalogue.get(request.chart_id)))

    async def GetEligibility(self, request: pb.GetEligibilityRequest, context: _Context) -> pb.GetEligibilityResponse:
        why_not = await self._agent.libraries.why_not(request.chart_id, request.library)
        return pb.GetEligibilityResponse(eligible=not why_not, why_not=why_not)

    async def CreateSession(self, request: pb.CreateSessionRequest, context: _Context) -> pb.CreateSessionResponse:
        session = await self._agent.desk.create(_caller(context), request.chart_id, request.library, request.locale)
        return pb.CreateSessionResponse(session_id=session.session_id)

    async def ListSessions(self, request: pb.ListSessionsRequest, context: _Context) -> pb.ListSessionsResponse:
        sessions = await self._agent.desk.list(_caller(context))
        busy = self._agent.turns.busy() | self._agent.fanouts.busy() | self._agent.signals.busy()
        return pb.ListSessionsResponse(sessions=[convert.summary(one, busy=one.session_id in busy) for one in sessions])

    async def GetSession(
        self, request: pb.GetSessionRequest, context: _Context
    ) -> AsyncIterator[pb.GetSessionResponse]:
        opened = await self._agent.desk.open(_caller(context), request.session_id)
        for part in convert.session(opened, self._turn_id(request.session_id)):
            yield pb.GetSessionResponse(session=part)

    async def UpdateSession(
        self, request: pb.UpdateSessionRequest, context: _Context
    ) -> AsyncIterator[pb.UpdateSessionResponse]:
        opened = await self._agent.desk.switch(_caller(context), request.session_id, request.chart_id, request.library)
        for part in convert.session(opened, self._turn_id(request.session_id)):
            yield pb.UpdateSessionResponse(session=part)

    async def DeleteSession(self, request: pb.DeleteSessionRequest, context: _Context) -> pb.DeleteSessionResponse:
        caller = _caller(context)
        await self._agent.desk.owned(caller, request.session_id)
        await self._agent.turns.cancel(caller, request.session_id)
        await self._agent.desk.delete(caller, request.session_id)
        return pb.DeleteSessionResponse()

    async def SetDataset(self, request: pb.SetDatasetRequest, context: _Context) -> pb.SetDatasetResponse:
        opened = await self._agent.desk.set_dataset(_caller(context), request.session_id, request.text)
        return pb.SetDatasetResponse(change=convert.dataset_change(opened))

    async def SetReading(self, request: pb.SetReadingRequest, context: _Context) -> pb.SetReadingResponse:
        opened = await self._agent.desk.set_reading(_caller(context), request.session_id, dict(request.choices))
        return pb.SetReadingResponse(change=convert.dataset_change(opened))

    async def UploadFile(
        self, request_iterator: AsyncIterator[pb.UploadFileRequest], context: _Context
    ) -> pb.UploadFileResponse:
        first = await anext(request_iterator, pb.UploadFileRequest())
        header, chunks = first.header, (part.chunk async for part in request_iterator)
        taken = await self._agent.tables.upload(
            _caller(context), header.session_id, header.file_name, header.sheet, chunks
        )
        if isinstance(taken, SheetChoice):
            return pb.UploadFileResponse(sheets=taken.names)
        return pb.UploadFileResponse(change=convert.dataset_change(taken))

    async def ApplyStep(self, request: pb.ApplyStepRequest, context: _Context) -> pb.ApplyStepResponse:
        arguments = {**convert.options_in(request.arguments), "op": request.op}
        opened, code = await self._agent.tables.apply(_caller(context), request.session_id, arguments)
        return pb.ApplyStepResponse(change=convert.dataset_change(opened), code=code)

    async def UndoStep(self, request: pb.UndoStepRequest, context: _Context) -> pb.UndoStepResponse:
        opened = await self._agent.tables.undo(_caller(context), request.session_id)
        return pb.UndoStepResponse(change=convert.dataset_change(opened))

    async def SetBindings(self, request: pb.SetBindingsRequest, context: _Context) -> pb.SetBindingsResponse:
        lines = convert.binding_lines_in(request.bindings)
        opened = await self._agent.desk.set_bindings(_caller(context), request.session_id, lines)
        return pb.SetBindingsResponse(bindings=convert.bindings(opened.mapping))

    async def SetOptions(self, request: pb.SetOptionsRequest, context: _Context) -> pb.SetOptionsResponse:
        options = convert.options_in(request.options)
        opened = await self._agent.desk.set_options(_caller(context), request.session_id, options)
        return pb.SetOptionsResponse(options=convert.options(opened), bindings=convert.bindings(opened.mapping))

    async def StartTurn(self, request: pb.StartTurnRequest, context: _Context) -> AsyncIterator[pb.StartTurnResponse]:
        caller, session_id = _caller(context), request.session_id
        if request.WhichOneof("input") == "create_plot":
            theme = convert.theme_in(request.create_plot.theme)
            wait = request.create_plot.wait
            turn = await self._agent.conversation.create_plot(caller, session_id, theme, wait=wait)
        else:
            turn = await self._agent.conversation.say(caller, session_id, request.text)
        async for event in _while_read(turn.log.follow(), context):
            yield pb.StartTurnResponse(event=event)

    async def WatchTurn(self, request: pb.WatchTurnRequest, context: _Context) -> AsyncIterator[pb.WatchTurnResponse]:
        caller, session_id = _caller(context), request.session_id
        turn = self._agent.turns.find(caller, session_id, request.turn_id)
        await self._agent.desk.owned(caller, session_id)  # watching is use
        await context.send_initial_metadata(OPEN)  # its next event may be a minute away
        async for event in _while_read(turn.log.follow(request.after_event_id), context):
            yield pb.WatchTurnResponse(event=event)

    async def CancelTurn(self, request: pb.CancelTurnRequest, context: _Context) -> pb.CancelTurnResponse:
        caller = _caller(context)
        await self._agent.desk.owned(caller, request.session_id)
        await self._agent.turns.cancel(caller, request.session_id)
        return pb.CancelTurnResponse()

    async def FanOut(self, request: pb.FanOutRequest, context: _Context) -> AsyncIterator[pb.FanOutResponse]:
        libraries = list(request.libraries)
        fan_out = await self._agent.fanouts.start(_caller(context), request.session_id, libraries)
        async for told in fan_out.log.follow():
            yield pb.FanOutResponse(event=convert.fan_out_event(fan_out.group_id, fan_out.members, told))

    async def WatchFanOut(
        self, request: pb.WatchFanOutRequest, context: _Context
    ) -> AsyncIterator[pb.WatchFanOutResponse]:
        members, log = await self._agent.fanouts.find(_caller(context), request.group_id)
        await context.send_initial_metadata(OPEN)  # its next event may be a minute away
        async for told in log.follow(request.after_event_id):
            yield pb.WatchFanOutResponse(event=convert.fan_out_event(request.group_id, members, told))

    async def CancelFanOut(self, request: pb.CancelFanOutRequest, context: _Context) -> pb.CancelFanOutResponse:
        await self._agent.fanouts.cancel(_caller(context), request.group_id)
        return pb.CancelFanOutResponse()

    async def RenderTheme(self, request: pb.RenderThemeRequest, context: _Context) -> pb.RenderThemeResponse:
        theme = convert.theme_in(request.theme)
        result = await self._agent.toggle.render(_caller(context), request.session_id, request.version, theme)
        return convert.toggled(result)

    async def GetArtifact(
        self, request: pb.GetArtifactRequest, context: _Context
    ) -> AsyncIterator[pb.GetArtifactResponse]:
        caller = _caller(context)
        await self._agent.vectors.provide(caller, request.session_id, request.version, request.name)
        artifact, content = await self._agent.desk.artifact(caller, request.session_id, request.version, request.name)
        yield pb.GetArtifactResponse(artifact=convert.artifact(artifact))
        for chunk in split(content):
            yield pb.GetArtifactResponse(chunk=chunk)

    async def SendFeedback(self, request: pb.SendFeedbackRequest, context: _Context) -> pb.SendFeedbackResponse:
        await self._agent.feedback.take(
            _caller(context),
            request.session_id,
            request.version,
            request.reaction,
            request.text,
            include_data=request.include_data,
        )
        return pb.SendFeedbackResponse()

    async def EmitSignal(self, request: pb.EmitSignalRequest, context: _Context) -> pb.EmitSignalResponse:
        payload = convert.options_in(request.payload)
        kept = await self._agent.signals.emit(_caller(context), request.signal_id, request.handler, payload)
        return pb.EmitSignalResponse(signal=convert.signal(kept))

    async def ListSignals(self, request: pb.ListSignalsRequest, context: _Context) -> pb.ListSignalsResponse:
        kept = await self._agent.signals.list(_caller(context))
        return pb.ListSignalsResponse(signals=[convert.signal(each) for each in kept])

    async def GetSignal(self, request: pb.GetSignalRequest, context: _Context) -> pb.GetSignalResponse:
        kept = await self._agent.signals.get(_caller(context), request.signal_id)
        return pb.GetSignalResponse(signal=convert.signal(kept))

    async def WatchSignal(
        self, request: pb.WatchSignalRequest, context: _Context
    ) -> AsyncIterator[pb.WatchSignalResponse]:
        async for kept in self._agent.signals.watch(_caller(context), request.signal_id):
            yield pb.WatchSignalResponse(signal=convert.signal(kept))

    async def GetStatus(self, request: pb.GetStatusRequest, context: _Context) -> pb.GetStatusResponse:
        return pb.GetStatusResponse(
            provider=self._agent.provider,
            libraries=await self._agent.libraries.available(),
            turns=self._agent.turns.count,
            models=self._agent.models,
            signal_handlers=self._agent.signals.handlers,
        )

    def _turn_id(self, session_id: str) -> str:
        turn = self._agent.turns.active(session_id)
        return "" if turn is None else turn.turn_id


async def _while_read(reader: Reader, context: _Context) -> AsyncIterator[pb.TurnEvent]:
    # However the stream ends, even between two messages, the turn must know that this reader is gone.
    context.add_done_callback(lambda _context: reader.close())  # type: ignore[arg-type]  # the stubs want a class
    async for numbered in reader:
        yield convert.turn_event(numbered)


def _caller(context: _Context) -> Caller:
    return caller_from(context.invocation_metadata())
