"""`plotlane admin`: what an operator does with a running scheduler."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable, Coroutine
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Any, NoReturn

import grpc
import typer

from plotlane.scheduler.v1 import scheduler_pb2 as pb
from plotlane.scheduler.v1 import scheduler_pb2_grpc
from plotlane_kit.caller import Caller, Tier, caller_metadata
from plotlane_kit.cli.dial import open_dial
from plotlane_kit.cli.draining import UNKNOWN, left_in_flight
from plotlane_kit.cli.listing import (
    RUN_COLUMNS,
    USER_COLUMNS,
    duration,
    refusal_lines,
    run_rows,
    show,
    stalled,
    usage_rows,
)
from plotlane_kit.cli.reach import running_addresses
from plotlane_kit.grpc_errors import from_rpc_error, is_transport
from plotlane_kit.settings import data_home

OPERATOR = caller_metadata(Caller("operator", Tier.ADMIN))
CALL_S = 5.0
POOLS = ("runs", "render")

DataDir = Annotated[
    Path | None, typer.Option(envvar="PLOTLANE_DATA_DIR", help="Where everything is kept.", show_default=False)
]
Address = Annotated[
    str, typer.Option("--scheduler", help="host:port of a scheduler; without it, the one that runs here.")
]
Pool = Annotated[str, typer.Argument(help="runs (whole plots) or render (sandbox slots).")]

admin = typer.Typer(
    help="Look at and act on a running scheduler: runs, cancel, pause, resume, drain, unlock, strikes, usage.",
    no_args_is_help=True,
)
strikes = typer.Typer(help="Strikes: refused messages that lock a user out.", no_args_is_help=True)
admin.add_typer(strikes, name="strikes")


@dataclass(frozen=True, slots=True)
class _Scheduler:
    """Both services of one scheduler."""

    runs: scheduler_pb2_grpc.SchedulerServiceStub
    quotas: scheduler_pb2_grpc.QuotaServiceStub


_Call = Callable[[_Scheduler], Coroutine[Any, Any, None]]


@admin.command("runs")
def list_runs(
    pool: Annotated[str, typer.Option(help="Only this pool; without it holds and groups as well.")] = "",
    limit: Annotated[int, typer.Option(min=1, max=1000, help="The most lines.")] = 200,
    data_dir: DataDir = None,
    scheduler: Address = "",
) -> None:
    """List what waits and what is in flight: runs in their order, holds and groups."""
    if pool:
        _check_pool(pool)

    async def call(to: _Scheduler) -> None:
        request = pb.ListRunsRequest(pool=pool, limit=limit)
        answer = await to.runs.ListRuns(request, metadata=OPERATOR, timeout=CALL_S)
        if answer.runs:
            show(RUN_COLUMNS, run_rows(answer.runs))
        listed = len(answer.runs)
        typer.echo(
            f"{listed} of {answer.total}; see more with --limit" if listed < answer.total else f"{listed} in all"
        )
        status = await to.runs.GetStatus(pb.GetStatusRequest(), metadata=OPERATOR, timeout=CALL_S)
        for line in stalled(each for each in status.pools if pool in ("", each.pool)):
            typer.echo(line)

    _do(call, data_dir, scheduler)


@admin.command()
def cancel(
    run_id: Annotated[str, typer.Argument(help="One run or hold, by its id.", show_default=False)] = "",
    session: Annotated[str, typer.Option(help="Whatever locks this session.")] = "",
    user: Annotated[str, typer.Option(help="Every run of this user, as `runs` or `usage` shows them.")] = "",
    group: Annotated[str, typer.Option(help="Every run of this group.")] = "",
    data_dir: DataDir = None,
    scheduler: Address = "",
) -> None:
    """End what waits or runs: a run by its id, or all of a session, a user or a group."""
    named = {"run_id": run_id, "session_id": session, "user": user, "group_id": group}
    given = {field: value for field, value in named.items() if value}
    if len(given) != 1:
        _fail("name one thing to cancel: a run's id, --session, --user or --group")

    async def call(to: _Scheduler) -> None:
        answer = await to.runs.Cancel(pb.CancelRequest(**given), metadata=OPERATOR, timeout=CALL_S)
        if not answer.cancelled:
            _fail("nothing to cancel: it has ended, or there is no such thing; look with: plotlane admin runs")
        typer.echo(f"cancelled {answer.cancelled}")

    _do(call, data_dir, scheduler)


@admin.command()
def pause(pool: Pool = "runs", data_dir: DataDir = None, scheduler: Address = "") -> None:
    """Start nothing more in POOL; what is in flight goes on, what waits keeps its place and expires in its time."""
    _do(lambda to: _set_paused(to, pool, paused=True), data_dir, scheduler)
    typer.echo(f"{pool} is paused; start it again with: plotlane admin resume {pool}")


@admin.command()
def resume(pool: Pool = "runs", data_dir: DataDir = None, scheduler: Address = "") -> None:
    """Let POOL start what waits."""
    _do(lambda to: _set_paused(to, pool, paused=False), data_dir, scheduler)
    typer.echo(f"{pool} starts again")


@admin.command()
def drain(
    timeout: Annotated[float, typer.Option(min=0, help="Seconds to wait for what is in flight.")] = 600.0,
    data_dir: DataDir = None,
    scheduler: Address = "",
) -> None:
    """Pause the pool of runs and wait until none is in flight, so that services can be stopped without loss."""

    async def call(to: _Scheduler) -> None:
        await _set_paused(to, "runs", paused=True)
        try:
            async with asyncio.timeout(timeout):
                left = await left_in_flight(to.runs, OPERATOR)
        except TimeoutError:
            _fail(f"not drained within {duration(timeout)}; runs stays paused (resume: plotlane admin resume)")
        if left:
            _fail(f"the scheduler has gone, {_in_flight(left)}; look with: plotlane status, then drain again")
        typer.echo("drained: no run is in flight; what waits keeps its place over a restart (plotlane admin resume)")

    _do(call, data_dir, scheduler)


@admin.command()
def unlock(
    key: Annotated[str, typer.Argument(help="session:<id> or resource:<name>.")],
    data_dir: DataDir = None,
    scheduler: Address = "",
) -> None:
    """Free a lock by ending whatever has it: a run, a hold, or a group with its runs."""

    async def call(to: _Scheduler) -> None:
        answer = await to.runs.Unlock(pb.UnlockRequest(key=key), metadata=OPERATOR, timeout=CALL_S)
        typer.echo(f"{key} is free; ended {answer.ended}" if answer.ended else f"{key} was free")

    _do(call, data_dir, scheduler)


@strikes.command()
def reset(
    user: Annotated[str, typer.Argument(help="The user, as `plotlane admin usage` or `runs` shows them.")],
    data_dir: DataDir = None,
    scheduler: Address = "",
) -> None:
    """Forget a user's strikes and end the lockout."""

    async def call(to: _Scheduler) -> None:
        answer = await to.quotas.ResetStrikes(pb.ResetStrikesRequest(user=user), metadata=OPERATOR, timeout=CALL_S)
        typer.echo("forgotten" if answer.had_any else "this user has no strikes")

    _do(call, data_dir, scheduler)


@admin.command()
def usage(
    users: Annotated[int, typer.Option(min=1, max=1000, help="The most users.")] = 50,
    data_dir: DataDir = None,
    scheduler: Address = "",
) -> None:
    """Show who has used what today: locked-out users first, then who used most."""

    async def call(to: _Scheduler) -> None:
        request = pb.ListUsageRequest(most_users=users)
        answer = await to.quotas.ListUsage(request, metadata=OPERATOR, timeout=CALL_S)
        show(USER_COLUMNS, usage_rows(answer))
        typer.echo(f"{len(answer.users)} of {answer.known_users} users")

    _do(call, data_dir, scheduler)


async def _set_paused(to: _Scheduler, pool: str, *, paused: bool) -> None:
    _check_pool(pool)
    await to.runs.Pause(pb.PauseRequest(pool=pool, paused=paused), metadata=OPERATOR, timeout=CALL_S)


def _check_pool(pool: str) -> None:
    if pool not in POOLS:
        _fail(f"there is no pool {pool!r}; write runs or render")


def _in_flight(left: int) -> str:
    return "and nobody knows what was in flight" if left == UNKNOWN else f"with {left} in flight"


def _do(call: _Call, data_dir: Path | None, address: str) -> None:
    asyncio.run(_with_scheduler(call, data_dir, address))


async def _with_scheduler(call: _Call, data_dir: Path | None, address: str) -> None:
    async with _reached(data_dir, address) as scheduler:
        try:
            await call(scheduler)
        except grpc.aio.AioRpcError as error:
            if error.code() is grpc.StatusCode.UNIMPLEMENTED:
                _fail("this scheduler does not know the command; it is older than this plotlane: update it")
            if is_transport(error):
                _fail("the scheduler does not answer; see: plotlane status")
            _fail(refusal_lines(from_rpc_error(error)))


@asynccontextmanager
async def _reached(data_dir: Path | None, address: str) -> AsyncIterator[_Scheduler]:
    addresses = {"scheduler": address} if address else running_addresses(data_dir or data_home())
    if addresses is None:
        _fail("Plotlane is not running here; start it with: plotlane up, or name a scheduler: --scheduler host:port")
    async with open_dial()(addresses["scheduler"]) as channel:
        yield _Scheduler(scheduler_pb2_grpc.SchedulerServiceStub(channel), scheduler_pb2_grpc.QuotaServiceStub(channel))


def _fail(text: str) -> NoReturn:
    typer.echo(text, err=True)
    raise typer.Exit(1)
