"""The gateway's view of agent_svc: plain values in, the JSON of the page out, every call with a deadline."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import grpc

from gateway.present import catalogue
from gateway.present.bindings import bindings
from gateway.present.plain import Json, struct
from gateway.present.session import dataset_change, session_line, session_whole
from gateway.present.version import theme_render
from gateway.upstream import ask, ask_whole
from plotlane.agent.v1 import agent_pb2 as pb
from plotlane.agent.v1 import agent_pb2_grpc
from plotlane.common.v1 import common_pb2
from plotlane_kit.caller import Caller
from plotlane_kit.errors import PlotlaneError, Reason

OptionValue = bool | float | str | list[float | None] | None


@dataclass(frozen=True, slots=True)
class Deadlines:
    """How long calls may take, in seconds."""

    call_s: float
    cancel_s: float
    toggle_s: float


@dataclass(frozen=True, slots=True)
class AgentStatus:
    """Which provider answers, and which libraries can draw."""

    provider: str
    libraries: tuple[str, ...]


class AgentClient:
    """The short calls of agent_svc over one channel. Every method raises PlotlaneError."""

    def __init__(self, channel: grpc.aio.Channel, deadlines: Deadlines) -> None:
        self._stub = agent_pb2_grpc.AgentServiceStub(channel)
        self._deadlines = deadlines

    async def status(self, caller: Caller) -> AgentStatus:
        """The agent as it is now."""
        answer = await ask(self._stub.GetStatus, pb.GetStatusRequest(), caller, self._deadlines.call_s)
        return AgentStatus(answer.provider, tuple(answer.libraries))

    async def charts(self, caller: Caller) -> list[Json]:
        """The catalogue."""
        answer = await ask(self._stub.ListCharts, pb.ListChartsRequest(), caller, self._deadlines.call_s)
        return [catalogue.chart(each) for each in answer.charts]

    async def chart(self, caller: Caller, chart_id: str) -> Json:
        """One chart."""
        request = pb.GetChartRequest(chart_id=chart_id)
        return catalogue.chart((await ask(self._stub.GetChart, request, caller, self._deadlines.call_s)).chart)

    async def eligibility(self, caller: Caller, chart_id: str, library: str) -> Json:
        """May this chart be drawn with this library, and why not."""
        request = pb.GetEligibilityRequest(chart_id=chart_id, library=library)
        answer = await ask(self._stub.GetEligibility, request, caller, self._deadlines.call_s)
        return {"eligible": answer.eligible, "why_not": answer.why_not or None}

    async def sessions(self, caller: Caller) -> list[Json]:
        """The caller's sessions, newest first."""
        answer = await ask(self._stub.ListSessions, pb.ListSessionsRequest(), caller, self._deadlines.call_s)
        return [session_line(each) for each in answer.sessions]

    async def create_session(self, caller: Caller, *, chart_id: str, library: str, locale: str) -> str:
        """The id of a new session; empty texts leave the choice to the agent."""
        request = pb.CreateSessionRequest(chart_id=chart_id, library=library, locale=locale)
        return (await ask(self._stub.CreateSession, request, caller, self._deadlines.call_s)).session_id

    async def session(self, caller: Caller, session_id: str) -> Json:
        """One session as a whole."""
        request = pb.GetSessionRequest(session_id=session_id)
        answer = await ask_whole(self._stub.GetSession, request, caller, self._deadlines.call_s)
        return await self._whole(caller, answer.session)

    async def update_session(self, caller: Caller, session_id: str, *, chart_id: str, library: str) -> Json:
        """The session after a switch; empty texts change nothing."""
        request = pb.UpdateSessionRequest(session_id=session_id, chart_id=chart_id, library=library)
        answer = await ask_whole(self._stub.UpdateSession, request, caller, self._deadlines.call_s)
        return await self._whole(caller, answer.session)

    async def delete_session(self, caller: Caller, session_id: str) -> None:
        """Purge it."""
        request = pb.DeleteSessionRequest(session_id=session_id)
        await ask(self._stub.DeleteSession, request, caller, self._deadlines.cancel_s)

    async def set_dataset(self, caller: Caller, session_id: str, text: str) -> Json:
        """Read pasted text."""
        request = pb.SetDatasetRequest(session_id=session_id, text=text)
        answer = await ask(self._stub.SetDataset, request, caller, self._deadlines.call_s)
        return dataset_change(answer.change)

    async def set_reading(self, caller: Caller, session_id: str, choices: Mapping[str, str]) -> Json:
        """Flip decisions of the parse report."""
        request = pb.SetReadingRequest(session_id=session_id, choices=choices)
        answer = await ask(self._stub.SetReading, request, caller, self._deadlines.call_s)
        return dataset_change(answer.change)

    async def set_bindings(self, caller: Caller, session_id: str, pairs: Sequence[tuple[str, str]]) -> Json:
        """Say which columns fill which roles, as (role, column)."""
        lines = [pb.Binding(role=role, column=column) for role, column in pairs]
        request = pb.SetBindingsRequest(session_id=session_id, bindings=lines)
        answer = await ask(self._stub.SetBindings, request, caller, self._deadlines.call_s)
        return bindings(answer.bindings)

    async def set_options(self, caller: Caller, session_id: str, options: Mapping[str, OptionValue]) -> Json:
        """Set options of the chart; None takes a default back."""
        request = pb.SetOptionsRequest(session_id=session_id)
        request.options.update(options)
        answer = await ask(self._stub.SetOptions, request, caller, self._deadlines.call_s)
        return {"options": struct(answer.options), "bindings": bindings(answer.bindings)}

    async def cancel_turn(self, caller: Caller, session_id: str) -> None:
        """Stop the session's turn; returns when the session is free."""
        request = pb.CancelTurnRequest(session_id=session_id)
        await ask(self._stub.CancelTurn, request, caller, self._deadlines.cancel_s)

    async def send_feedback(
        self, caller: Caller, session_id: str, version: int, reaction: str, text: str, *, include_data: bool
    ) -> None:
        """Keep a reaction to a version."""
        request = pb.SendFeedbackRequest(
            session_id=session_id, version=version, reaction=reaction, text=text, include_data=include_data
        )
        await ask(self._stub.SendFeedback, request, caller, self._deadlines.call_s)

    async def render_theme(self, caller: Caller, session_id: str, version: int, theme: str) -> Json:
        """Draw a theme of a finished version."""
        request = pb.RenderThemeRequest(session_id=session_id, version=version, theme=theme_code(theme))
        return theme_render(await ask(self._stub.RenderTheme, request, caller, self._deadlines.toggle_s))

    async def _whole(self, caller: Caller, session: pb.Session) -> Json:
        return session_whole(session, await self._roles(caller, session.chart_id))

    async def _roles(self, caller: Caller, chart_id: str) -> list[Json]:
        if not chart_id:
            return []
        try:
            return list((await self.chart(caller, chart_id))["roles"])
        except PlotlaneError as error:
            if error.reason is Reason.NOT_FOUND:
                return []  # a chart that left the catalogue must not take the sessions with it
            raise


def theme_code(theme: str | None) -> common_pb2.Theme.ValueType:
    """`light` or `dark` as the agent takes it; None leaves the choice to the agent."""
    return common_pb2.Theme.Value(f"THEME_{theme.upper()}") if theme else common_pb2.THEME_UNSPECIFIED
