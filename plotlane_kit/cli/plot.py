"""`plotlane plot`: one picture from one file, through the running services or through some of its own."""

from __future__ import annotations

import asyncio
import signal
from pathlib import Path
from typing import Annotated

import grpc
import typer

from plotlane.agent.v1 import agent_pb2
from plotlane.common.v1 import common_pb2
from plotlane_kit.cli.arguments import ArgumentError, parse_bindings, parse_choices, read_file
from plotlane_kit.cli.dial import open_dial
from plotlane_kit.cli.outputs import COMPANIONS, Outputs
from plotlane_kit.cli.plot_calls import Agent, DataFile, PlotFailedError, Say
from plotlane_kit.cli.reach import reach
from plotlane_kit.errors import PlotlaneError
from plotlane_kit.grpc_errors import from_rpc_error
from plotlane_kit.house.child import StartError
from plotlane_kit.settings import data_home

THEMES = {"light": common_pb2.THEME_LIGHT, "dark": common_pb2.THEME_DARK}


def plot(
    file: Annotated[
        Path,
        typer.Argument(
            metavar="FILE", help="The data, at most 10 MB: CSV, TSV, JSON, Excel, ODS, Parquet, Feather, .gz, .zip."
        ),
    ],
    chart: Annotated[
        str, typer.Option(help="The chart's id, such as scatter; without it, the one that fits the data best.")
    ] = "",
    bind: Annotated[list[str], typer.Option(metavar="ROLE=COLUMN", help="Which column fills a role.")] = [],  # noqa: B006
    option: Annotated[list[str], typer.Option(metavar="OPTION=VALUE", help="A knob of the chart.")] = [],  # noqa: B006
    library: Annotated[str, typer.Option(help="What draws it.")] = "matplotlib",
    theme: Annotated[str, typer.Option(help="light or dark.")] = "light",
    sheet: Annotated[str, typer.Option(help="Of a file with several sheets, the one to draw.")] = "",
    read: Annotated[
        list[str],
        typer.Option(metavar="SUBJECT=CHOICE", help="Read FILE in another way, as it offers itself."),
    ] = [],  # noqa: B006
    output: Annotated[
        Path,
        typer.Option(
            "-o",
            "--output",
            help="The picture; plot.py and data.csv go beside it, or in a folder of its name where others lie there.",
        ),
    ] = Path("plot.png"),
    data_dir: Annotated[
        Path | None, typer.Option(envvar="PLOTLANE_DATA_DIR", help="Where everything is kept.", show_default=False)
    ] = None,
) -> None:
    """Draw FILE; roles that are not bound are filled by type and name. Shows the queue and the steps as they happen."""
    try:
        if theme not in THEMES:
            raise ArgumentError(f"--theme {theme}: write light or dark")
        table = DataFile(file.name, read_file(file), sheet, parse_choices(read))
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
                data = await agent.read(session, table)
                chart = chart or await agent.take_best(session, data)
                await agent.configure(session, chart, bindings, options)
                version = await agent.draw(session, THEMES[theme])
                for name in (f"plot-{theme}.png", *COMPANIONS):
                    Say(f"wrote {outputs.write(name, await agent.fetch(session, version, name))}")
            finally:
                await agent.close_session(session)
        except grpc.aio.AioRpcError as error:
            raise from_rpc_error(error) from error
