"""`plotlane signal`: tell the agent of something that has happened, and see what came of it."""

from __future__ import annotations

import asyncio
import json
import sys
from collections.abc import AsyncIterator, Callable, Coroutine
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Annotated, Any, NoReturn
from uuid import uuid4

import grpc
import typer
from google.protobuf import json_format, struct_pb2

from plotlane.agent.v1 import agent_pb2 as pb
from plotlane.agent.v1 import agent_pb2_grpc
from plotlane_kit.caller import LOCAL_USER, Caller, Tier, caller_metadata
from plotlane_kit.cli.dial import open_dial
from plotlane_kit.cli.listing import refusal_lines, show
from plotlane_kit.cli.reach import running_addresses
from plotlane_kit.cli.signal_listing import RUN_COLUMNS, SIGNAL_COLUMNS, run_row, signal_row
from plotlane_kit.grpc_errors import from_rpc_error, is_transport
from plotlane_kit.settings import data_home

CALL_S = 10.0

DataDir = Annotated[
    Path | None, typer.Option(envvar="PLOTLANE_DATA_DIR", help="Where everything is kept.", show_default=False)
]
Address = Annotated[str, typer.Option("--agent", help="host:port of an agent; without it, the one that runs here.")]
User = Annotated[str, typer.Option(help="Whose signal it is, by the opaque id that `plotlane admin usage` shows.")]
SignalId = Annotated[str, typer.Argument(metavar="ID", help="The signal, as `emit` has printed it.")]

signal = typer.Typer(
    help="Signals: tell a handler, such as replot or fan-out, that there is new data.", no_args_is_help=True
)
_Call = Callable[[agent_pb2_grpc.AgentServiceStub], Coroutine[Any, Any, None]]


@signal.command()
def emit(
    handler: Annotated[str, typer.Argument(help="replot, fan-out, or one of your own packages.")],
    session: Annotated[str, typer.Option(help="The payload's `session`.")] = "",
    data: Annotated[
        Path | None, typer.Option(metavar="FILE", help="A text file as the payload's `data`; - reads standard input.")
    ] = None,
    payload: Annotated[str, typer.Option(metavar="JSON", help="More of the payload, as a JSON object.")] = "{}",
    signal_id: Annotated[
        str, typer.Option("--id", help="A name of your own; the same one again is the same signal.")
    ] = "",
    wait: Annotated[bool, typer.Option("--wait", help="Wait for its end; exit code 1 when it fails.")] = False,
    user: User = LOCAL_USER,
    data_dir: DataDir = None,
    agent: Address = "",
) -> None:
    """Emit a signal, and print its id. It is handled after those that were emitted before it."""
    request = pb.EmitSignalRequest(signal_id=signal_id or uuid4().hex, handler=handler)
    request.payload.CopyFrom(_payload(payload, session, data))

    async def call(to: agent_pb2_grpc.AgentServiceStub) -> None:
        answer = await to.EmitSignal(request, metadata=_metadata(user), timeout=CALL_S)
        typer.echo(answer.signal.signal_id)
        if wait:
            await _follow(to, answer.signal.signal_id, user)

    _do(call, data_dir, agent)


@signal.command("list")
def list_signals(user: User = LOCAL_USER, data_dir: DataDir = None, agent: Address = "") -> None:
    """List the latest signals, the last one first."""

    async def call(to: agent_pb2_grpc.AgentServiceStub) -> None:
        answer = await to.ListSignals(pb.ListSignalsRequest(), metadata=_metadata(user), timeout=CALL_S)
        if not answer.signals:
            typer.echo("no signals; emit one with: plotlane signal emit")
            return
        show(SIGNAL_COLUMNS, [signal_row(each) for each in answer.signals])

    _do(call, data_dir, agent)


@signal.command("show")
def show_signal(signal_id: SignalId, user: User = LOCAL_USER, data_dir: DataDir = None, agent: Address = "") -> None:
    """Show a signal and the runs that came of it."""

    async def call(to: agent_pb2_grpc.AgentServiceStub) -> None:
        request = pb.GetSignalRequest(signal_id=signal_id)
        _print((await to.GetSignal(request, metadata=_metadata(user), timeout=CALL_S)).signal)

    _do(call, data_dir, agent)


async def _follow(to: agent_pb2_grpc.AgentServiceStub, signal_id: str, user: str) -> None:
    last = pb.Signal()
    async for message in to.WatchSignal(pb.WatchSignalRequest(signal_id=signal_id), metadata=_metadata(user)):
        last = message.signal
    _print(last)
    if last.state != pb.SIGNAL_STATE_DONE:
        raise typer.Exit(1)


def _print(kept: pb.Signal) -> None:
    show(SIGNAL_COLUMNS, [signal_row(kept)])
    if kept.text:
        typer.echo(f"{kept.text} ({kept.code})")
    if kept.runs:
        show(RUN_COLUMNS, [run_row(run) for run in kept.runs])


def _payload(text: str, session: str, data: Path | None) -> struct_pb2.Struct:
    try:
        given = json.loads(text)
    except ValueError as error:
        _fail(f"--payload is no JSON: {error}")
    if not isinstance(given, dict):
        _fail('--payload takes a JSON object, such as {"libraries": ["seaborn"]}')
    if session:
        given["session"] = session
    if data is not None:
        given["data"] = _text_of(data)
    try:
        return json_format.ParseDict(given, struct_pb2.Struct())
    except json_format.ParseError as error:
        _fail(f"--payload cannot be sent: {error}")


def _text_of(file: Path) -> str:
    try:
        data = sys.stdin.buffer.read() if str(file) == "-" else file.read_bytes()
        return data.decode("utf-8-sig")
    except OSError as error:
        _fail(f"{file}: {error.strerror}; name a file that can be read")
    except UnicodeDecodeError:
        _fail(f"{file}: it is no text in UTF-8; save it as CSV in UTF-8")


def _metadata(user: str) -> tuple[tuple[str, str], ...]:
    return caller_metadata(Caller(user, Tier.ADMIN))


def _do(call: _Call, data_dir: Path | None, address: str) -> None:
    asyncio.run(_with_agent(call, data_dir, address))


async def _with_agent(call: _Call, data_dir: Path | None, address: str) -> None:
    async with _reached(data_dir, address) as agent:
        try:
            await call(agent)
        except grpc.aio.AioRpcError as error:
            if is_transport(error):
                _fail("the agent does not answer; see: plotlane status")
            _fail(refusal_lines(from_rpc_error(error)))


@asynccontextmanager
async def _reached(data_dir: Path | None, address: str) -> AsyncIterator[agent_pb2_grpc.AgentServiceStub]:
    addresses = {"agent": address} if address else running_addresses(data_dir or data_home())
    if addresses is None:
        _fail("Plotlane is not running here; start it with: plotlane up, or name an agent: --agent host:port")
    async with open_dial()(addresses["agent"]) as channel:
        yield agent_pb2_grpc.AgentServiceStub(channel)


def _fail(text: str) -> NoReturn:
    typer.echo(text, err=True)
    raise typer.Exit(1)
