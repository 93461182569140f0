"""The calls of `plotlane plot`: a session of the agent from its file to its picture, each step said as it happens."""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterable, Mapping
from dataclasses import dataclass, field, replace

import grpc
import typer

from plotlane.agent.v1 import agent_pb2, agent_pb2_grpc
from plotlane.common.v1 import common_pb2
from plotlane_kit.caller import LOCAL_USER, Caller, Tier, caller_metadata
from plotlane_kit.chunks import merged, split
from plotlane_kit.cli.arguments import ArgumentError, parse_options
from plotlane_kit.grpc_errors import from_rpc_error

METADATA = caller_metadata(Caller(LOCAL_USER, Tier.ADMIN))
Say = typer.echo


class PlotFailedError(Exception):
    """There is no picture; the message says why."""


@dataclass(frozen=True, slots=True)
class DataFile:
    """The file that holds the data."""

    name: str
    data: bytes
    sheet: str = ""
    choices: Mapping[str, str] = field(default_factory=dict)  # of decisions, by their subjects

    async def parts(self, session: str) -> AsyncIterator[agent_pb2.UploadFileRequest]:
        """It, as it is uploaded."""
        header = agent_pb2.UploadHeader(session_id=session, file_name=self.name, sheet=self.sheet)
        yield agent_pb2.UploadFileRequest(header=header)
        for chunk in split(self.data):
            yield agent_pb2.UploadFileRequest(chunk=chunk)


class Agent:
    """The few calls that one plot takes."""

    def __init__(self, channel: grpc.aio.Channel) -> None:
        self._stub = agent_pb2_grpc.AgentServiceStub(channel)

    async def open_session(self, chart: str, library: str) -> str:
        """A new session."""
        created = await self._stub.CreateSession(
            agent_pb2.CreateSessionRequest(chart_id=chart, library=library), metadata=METADATA
        )
        return created.session_id

    async def read(self, session: str, table: DataFile) -> agent_pb2.DatasetChange:
        """Have the file read, and say how; returns the data and the charts that fit.

        Raises `ArgumentError` when one of several sheets has to be chosen, or there is none of the name chosen.
        """
        try:
            answer = await self._stub.UploadFile(table.parts(session), metadata=METADATA)
        except grpc.aio.AioRpcError as error:
            if from_rpc_error(error).metadata.get("fault") != "no_such_sheet":
                raise
            asked = await self._stub.UploadFile(replace(table, sheet="").parts(session), metadata=METADATA)
            raise ArgumentError(no_such_sheet(table, asked)) from error
        if not answer.HasField("change"):
            raise ArgumentError(f"{table.name} has several sheets: {', '.join(answer.sheets)}; choose one with --sheet")
        change = answer.change
        if table.choices:
            request = agent_pb2.SetReadingRequest(session_id=session, choices=table.choices)
            change = (await self._stub.SetReading(request, metadata=METADATA)).change
        say_how_read(table.name, change.dataset)
        return change

    async def take_best(self, session: str, data: agent_pb2.DatasetChange) -> str:
        """Take the first suggestion, its data steps and its chart, which is returned. Raises `ArgumentError`: none."""
        if not data.suggestions:
            raise ArgumentError(f"{nothing_fits(data.dataset)}; choose a chart yourself with --chart")
        best, *others = data.suggestions
        for step in best.steps:
            request = agent_pb2.ApplyStepRequest(session_id=session, op=step.op, arguments=step.arguments)
            await self._stub.ApplyStep(request, metadata=METADATA)
        update = agent_pb2.UpdateSessionRequest(session_id=session, chart_id=best.chart_id)
        await merged(self._stub.UpdateSession(update, metadata=METADATA))
        Say(f"chart: {best.chart_id}. {best.why}")
        if others:
            Say(f"  also fits: {', '.join(other.chart_id for other in others)} (name one with --chart)")
        return best.chart_id

    async def configure(self, session: str, chart: str, bindings: list[agent_pb2.Binding], options: list[str]) -> None:
        """Set what the user asked for; roles that were not named keep their automatic columns where these are free."""
        if bindings:
            parts = self._stub.GetSession(agent_pb2.GetSessionRequest(session_id=session), metadata=METADATA)
            current = await merged(parts) or agent_pb2.GetSessionResponse()
            lines = merge_bindings(bindings, current.session.bindings.bindings)
            await self._stub.SetBindings(
                agent_pb2.SetBindingsRequest(session_id=session, bindings=lines), metadata=METADATA
            )
        if options:
            described = await self._stub.GetChart(agent_pb2.GetChartRequest(chart_id=chart), metadata=METADATA)
            kinds = {option.name: option.kind for option in described.chart.options}
            request = agent_pb2.SetOptionsRequest(session_id=session)
            request.options.update(parse_options(options, kinds))
            await self._stub.SetOptions(request, metadata=METADATA)

    async def draw(self, session: str, theme: common_pb2.Theme.ValueType) -> int:
        """Run the turn, saying each step; returns the version's number. Raises `PlotFailedError`.

        What went wrong beside a picture that there is, as a review that could not be made, is only said.
        """
        request = agent_pb2.StartTurnRequest(session_id=session, create_plot=agent_pb2.CreatePlot(theme=theme))
        version, problem = 0, ""
        async for response in self._stub.StartTurn(request, metadata=METADATA):
            event = response.event
            line = describe(event)
            if line:
                Say(line)
            if event.HasField("plot"):
                if event.plot.status not in (agent_pb2.PLOT_STATUS_OK, agent_pb2.PLOT_STATUS_NEEDS_ATTENTION):
                    raise PlotFailedError(event.plot.detail)
                version = event.plot.version.number
                for finding in event.plot.version.findings:
                    if finding.severity == "note":
                        Say(f"  note: {finding.message}")
            elif event.HasField("error"):
                problem = f"{event.error.text} ({event.error.code})"
            elif event.HasField("refusal"):
                problem = event.refusal.text
        if problem and not version:
            raise PlotFailedError(problem)
        if problem:
            Say(f"  note: {problem}")
        return version

    async def fetch(self, session: str, version: int, name: str) -> bytes:
        """One file of the version."""
        request = agent_pb2.GetArtifactRequest(session_id=session, version=version, name=name)
        return b"".join([part.chunk async for part in self._stub.GetArtifact(request, metadata=METADATA)])

    async def close_session(self, session: str) -> None:
        """Leave nothing behind: one call, one session."""
        await self._stub.DeleteSession(agent_pb2.DeleteSessionRequest(session_id=session), metadata=METADATA)


def no_such_sheet(table: DataFile, asked: agent_pb2.UploadFileResponse) -> str:
    """What to write instead of a sheet that `table` does not have; `asked` is the answer without one."""
    told = f"{table.name} has no sheet “{table.sheet}” with values"
    if asked.HasField("change"):
        return f"{told}; it holds one table: leave --sheet out"
    return f"{told}; choose one of these with --sheet: {', '.join(asked.sheets)}"


def say_how_read(name: str, dataset: agent_pb2.Dataset) -> None:
    """Say what became of the file, and how to have it otherwise where that was not clear."""
    for decision in dataset.report:
        if decision.subject == "encoding" and decision.chosen not in ("utf-8", "ascii"):
            Say(f"read {name} as {decision.chosen}", err=True)
    Say(f"read {dataset.rows} rows, {len(dataset.columns)} columns")
    for warning in dataset.warnings:
        Say(f"  note: {warning}")
    for decision in dataset.report:
        if decision.certainty == "ambiguous" and decision.alternatives:
            ways = " or ".join(f'--read "{decision.subject}={other}"' for other in decision.alternatives)
            Say(f"  not clear: {decision.subject} is {decision.chosen}; instead: {ways}")


def nothing_fits(dataset: agent_pb2.Dataset) -> str:
    """Why no chart suggests itself; true of data with numbers as well."""
    numbers = [f"“{one.name}”" for one in dataset.columns if one.type == agent_pb2.COLUMN_TYPE_NUMBER]
    if not numbers:
        return "nothing in these data can be counted or measured"
    listed = ", ".join([*numbers[:3], *(["…"] if len(numbers) > 3 else [])])
    return f"no chart suggests itself: what is a number ({listed}) may only name or number the rows"


def merge_bindings(asked: list[agent_pb2.Binding], automatic: Iterable[agent_pb2.Binding]) -> list[agent_pb2.Binding]:
    """What was asked for, and of the automatic rest what neither its role nor its column contradicts."""
    roles = {binding.role for binding in asked}
    columns = {binding.column for binding in asked}
    rest = [b for b in automatic if b.role not in roles and b.column not in columns]
    return [*asked, *rest]


def describe(event: agent_pb2.TurnEvent) -> str:
    """One line for people about `event`; empty for what they need not see."""
    if event.HasField("status"):
        status = event.status
        word = agent_pb2.Step.Name(status.step).removeprefix("STEP_").lower()
        if status.step == agent_pb2.STEP_QUEUED:
            return f"queued: position {status.position} of {status.waiting}, about {status.estimated_wait_s:.0f} s"
        return f"{word} (attempt {status.attempt})" if status.attempt > 1 else word
    if event.HasField("message"):
        return event.message.text
    if event.HasField("plot"):
        word = agent_pb2.PlotStatus.Name(event.plot.status).removeprefix("PLOT_STATUS_").lower()
        return f"{word}: {event.plot.detail}" if event.plot.detail else word
    return ""
