"""`plotlane plot`: one picture from one file, through the running services or through some of its own."""

from __future__ import annotations

import asyncio
import signal
from collections.abc import AsyncIterator, Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated

import grpc
import typer

from plotlane.agent.v1 import agent_pb2, agent_pb2_grpc
from plotlane.common.v1 import common_pb2
from plotlane_kit.caller import LOCAL_USER, Caller, Tier, caller_metadata
from plotlane_kit.chunks import merged, split
from plotlane_kit.cli.arguments import ArgumentError, parse_bindings, parse_options, read_file
from plotlane_kit.cli.dial import open_dial
from plotlane_kit.cli.outputs import COMPANIONS, Outputs
from plotlane_kit.cli.reach import reach
from plotlane_kit.errors import PlotlaneError
from plotlane_kit.grpc_errors import from_rpc_error
from plotlane_kit.house.child import StartError
from plotlane_kit.settings import data_home

THEMES = {"light": common_pb2.THEME_LIGHT, "dark": common_pb2.THEME_DARK}
METADATA = caller_metadata(Caller(LOCAL_USER, Tier.ADMIN))
Say = typer.echo


class PlotFailedError(Exception):
    """There is no picture; the message says why."""


def plot(
    file: Annotated[
        Path,
        typer.Argument(
            metavar="FILE", help="The data, at most 10 MB: CSV, TSV, JSON, Excel, ODS, Parquet, Feather, .gz, .zip."
        ),
    ],
    chart: Annotated[str, typer.Option(help="The chart's id, such as scatter.")],
    bind: Annotated[list[str], typer.Option(metavar="ROLE=COLUMN", help="Which column fills a role.")] = [],  # noqa: B006
    option: Annotated[list[str], typer.Option(metavar="OPTION=VALUE", help="A knob of the chart.")] = [],  # noqa: B006
    library: Annotated[str, typer.Option(help="What draws it.")] = "matplotlib",
    theme: Annotated[str, typer.Option(help="light or dark.")] = "light",
    sheet: Annotated[str, typer.Option(help="Of a file with several sheets, the one to draw.")] = "",
    output: Annotated[
        Path, typer.Option("-o", "--output", help="The picture; plot.py and data.csv are written beside it.")
    ] = Path("plot.png"),
    data_dir: Annotated[
        Path | None, typer.Option(envvar="PLOTLANE_DATA_DIR", help="Where everything is kept.", show_default=False)
    ] = None,
) -> None:
    """Draw FILE; roles that are not bound are filled by type and name. Shows the queue and the steps as they happen."""
    try:
        if theme not in THEMES:
            raise ArgumentError(f"--theme {theme}: write light or dark")
        table = DataFile(file.name, read_file(file), sheet)
        outputs = Outputs(output)
        outputs.refuse_impossible()
        outputs.refuse_to_overwrite(file)
        bindings = parse_bindings(bind)
        asyncio.run(_plot(data_dir or data_home(), table, chart, library, bindings, option, theme, outputs))
    except PlotlaneError as error:
        Say(error.message, err=True)
        for violation in error.violations:
            Say(f"  {violation.field}: {violation.message}", err=True)
        raise typer.Exit(1) from error
    except asyncio.CancelledError as stopped:
        raise typer.Exit(128 + signal.SIGTERM) from stopped
    except (ArgumentError, StartError, PlotFailedError) as error:
        Say(str(error), err=True)
        raise typer.Exit(1) from error


async def _plot(
    data_dir: Path,
    table: DataFile,
    chart: str,
    library: str,
    bindings: list[agent_pb2.Binding],
    options: list[str],
    theme: str,
    outputs: Outputs,
) -> None:
    task = asyncio.current_task()
    assert task is not None
    asyncio.get_running_loop().add_signal_handler(signal.SIGTERM, task.cancel)  # so that nothing is left behind
    async with reach(data_dir) as addresses, open_dial()(addresses["agent"]) as channel:
        agent = Agent(channel)
        try:
            session = await agent.open_session(chart, library)
            try:
                await agent.read(session, table)
                await agent.configure(session, chart, bindings, options)
                version = await agent.draw(session, THEMES[theme])
                for name in (f"plot-{theme}.png", *COMPANIONS):
                    Say(f"wrote {outputs.write(name, await agent.fetch(session, version, name))}")
            finally:
                await agent.close_session(session)
        except grpc.aio.AioRpcError as error:
            raise from_rpc_error(error) from error


@dataclass(frozen=True, slots=True)
class DataFile:
    """The file that holds the data."""

    name: str
    data: bytes
    sheet: str = ""

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

    async def read(self, session: str, table: DataFile) -> None:
        """Have the file read, and say how. Raises `ArgumentError` when one of several sheets has to be chosen."""
        answer = await self._stub.UploadFile(table.parts(session), metadata=METADATA)
        if not answer.HasField("change"):
            raise ArgumentError(f"{table.name} has several sheets: {', '.join(answer.sheets)}; choose one with --sheet")
        dataset = answer.change.dataset
        for decision in dataset.report:
            if decision.subject == "encoding" and decision.chosen not in ("utf-8", "ascii"):
                Say(f"read {table.name} as {decision.chosen}", err=True)
        Say(f"read {dataset.rows} rows, {len(dataset.columns)} columns")
        for warning in dataset.warnings:
            Say(f"  note: {warning}")

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
