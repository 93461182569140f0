"""The lease at a client's side: held over a stream, taken up again when that breaks, given back whatever happens."""

from __future__ import annotations

import asyncio
from abc import ABC, abstractmethod
from collections.abc import Awaitable
from dataclasses import dataclass, replace
from types import TracebackType
from typing import Any, Final, Generic, Self, TypeVar

import grpc

from plotlane.scheduler.v1 import scheduler_pb2 as pb
from plotlane.scheduler.v1 import scheduler_pb2_grpc
from plotlane_kit.errors import PlotlaneError, Reason, UpstreamError
from plotlane_kit.grpc_errors import from_rpc_error, is_transport
from scheduler_svc.convert import OUTCOME
from scheduler_svc.core.run import EndReason, Outcome

CALL_TIMEOUT_S: Final = 5.0  # for the short calls
FIRST_PAUSE_S: Final = 0.05
LONGEST_PAUSE_S: Final = 1.0  # between two tries to reach the scheduler again

_Message = TypeVar("_Message")
Metadata = tuple[tuple[str, str], ...]


class LeaseEndedError(Exception):
    """The scheduler has ended this run or hold; `end` says why."""

    def __init__(self, end: EndReason) -> None:
        self.end = end
        super().__init__(f"the scheduler ended the lease: {end.value}")


@dataclass(frozen=True, slots=True)
class Proof:
    """What shows another service that a place is ours. `renderer` is host:port, or empty when there is one renderer."""

    lease_id: str
    token: int
    renderer: str = ""


@dataclass(frozen=True, slots=True)
class Patience:
    """For how long a client tries to reach a scheduler that does not answer, in seconds."""

    first_s: float = 3.0
    """Until the first answer; then `UpstreamError`."""
    again_s: float = 10.0
    """After a stream broke, no longer than the scheduler's grace; then `UpstreamError`."""

    def amid_work(self) -> Patience:
        """That of a run under a hold or in a group, which are waited for as after a break."""
        return replace(self, first_s=max(self.first_s, self.again_s))


class HeldLease(ABC, Generic[_Message]):
    """One lease, from `async with` to its end. Enter and leave it in the same task.

    Entering raises the scheduler's refusal, or `UpstreamError`. When the lease ends under the body (cancelled, expired,
    lost, drained), the body is interrupted as by a timeout and `LeaseEndedError` comes out of the `async with`.
    """

    def __init__(
        self, stub: scheduler_pb2_grpc.SchedulerServiceStub, lease_id: str, metadata: Metadata, patience: Patience
    ) -> None:
        self.id = lease_id
        self.outcome: Outcome | None = None
        """How it went. Left at None, leaving without an exception is OK, a cancellation CANCELLED, the rest ERROR."""
        self._stub = stub
        self._metadata = metadata
        self._patience = patience
        self._token = 0
        self._held = asyncio.Event()
        self._over: Exception | None = None
        self._interrupted = False
        self._leaving = False

    @property
    def token(self) -> int:
        """The fencing token; 0 before the scheduler has answered."""
        return self._token

    @abstractmethod
    def _open(self) -> grpc.aio.UnaryStreamCall[Any, Any]:
        """A stream that begins the lease, or takes it up again."""

    @abstractmethod
    def _take(self, message: _Message) -> None:
        """Learn from one message; raises `LeaseEndedError` when it is the end."""

    @abstractmethod
    def _end_of_stream(self) -> None:
        """The stream came to a proper end that no message had announced."""

    async def __aenter__(self) -> Self:
        task = asyncio.current_task()
        assert task is not None
        self._task, self._cancelling = task, task.cancelling()
        self._reader = asyncio.create_task(self._read())
        try:
            await self._held.wait()
        except asyncio.CancelledError:
            ours = self._interrupted and self._task.uncancel() <= self._cancelling
            await _finish(self._give_back(Outcome.CANCELLED))
            if ours and self._over is not None:
                raise self._over from None
            raise
        if self._over is not None and not self._token:
            await self._reader
            raise self._over
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self._interrupted:
            ours = self._task.uncancel() <= self._cancelling
            await _finish(self._give_back(None))
            if self._over is not None and (kind is None or (ours and isinstance(error, asyncio.CancelledError))):
                raise self._over from error
            return
        outcome = self.outcome or _outcome_of(error)
        await _finish(self._give_back(outcome))

    async def _read(self) -> None:
        """Read streams, one after the other, until the lease is over or left."""
        try:
            await self._read_until_over()
        except Exception as over:  # whatever it is, the body must not wait for news that cannot come
            self._end(over)

    async def _read_until_over(self) -> None:
        loop = asyncio.get_running_loop()
        give_up_at, pause = loop.time() + self._patience.first_s, FIRST_PAUSE_S
        while True:
            call, opened_at = self._open(), loop.time()
            try:
                async for message in call:
                    self._take(message)
                    give_up_at, pause = float("inf"), FIRST_PAUSE_S
                self._end_of_stream()
            except grpc.aio.AioRpcError as error:
                if not is_transport(error):
                    raise self._meaning(from_rpc_error(error)) from error
            except asyncio.CancelledError:
                pass  # a stream that the server cut says the same as our own cancellation
            finally:
                call.cancel()
            if self._leaving or self._reader.cancelling():  # however the stream has told of it, if at all
                raise asyncio.CancelledError
            # A stream that was open for longer than the first answer may take was being served, and waited.
            if give_up_at == float("inf") or loop.time() - opened_at > self._patience.first_s:
                give_up_at = loop.time() + self._patience.again_s
            if loop.time() + pause >= give_up_at:
                raise UpstreamError
            await asyncio.sleep(pause)
            pause = min(2 * pause, LONGEST_PAUSE_S)

    def _meaning(self, refusal: PlotlaneError) -> Exception:
        # A lease that we had and that the scheduler no longer knows was lost, whatever the call's own error says.
        return LeaseEndedError(EndReason.LOST) if self._token and refusal.reason is Reason.NOT_FOUND else refusal

    def _end(self, over: Exception) -> None:
        self._over = over
        if self._token and not self._leaving:
            self._interrupted = True
            self._task.cancel()
        self._held.set()

    async def _give_back(self, outcome: Outcome | None) -> None:
        # The stream goes first: a request that is still on its way must not overtake what takes it back.
        self._leaving = True
        self._reader.cancel()
        await asyncio.wait([self._reader])
        if not isinstance(self._over, LeaseEndedError) or self._over.end is EndReason.LOST:
            await self._release(outcome)

    async def _release(self, outcome: Outcome | None) -> None:
        """Release, or cancel what was asked for and not yet answered. What fails here is freed by the grace."""
        try:
            if not self._token or not await self._released(outcome):
                cancel = pb.CancelRequest(run_id=self.id)
                await self._stub.Cancel(cancel, metadata=self._metadata, timeout=CALL_TIMEOUT_S)
        except grpc.aio.AioRpcError:
            return

    async def _released(self, outcome: Outcome | None) -> bool:
        """False: our token is not the lease's, as after a restart that gave a lease of our name to a broken stream."""
        number = pb.RUN_OUTCOME_UNSPECIFIED if outcome is None else OUTCOME[outcome]
        release = pb.ReleaseRequest(run_id=self.id, token=self._token, outcome=number)
        try:
            await self._stub.Release(release, metadata=self._metadata, timeout=CALL_TIMEOUT_S)
        except grpc.aio.AioRpcError as error:
            if from_rpc_error(error).reason is Reason.NOT_FOUND:
                return False
            raise
        return True


def _outcome_of(error: BaseException | None) -> Outcome:
    if error is None:
        return Outcome.OK
    return Outcome.CANCELLED if isinstance(error, asyncio.CancelledError | GeneratorExit) else Outcome.ERROR


async def _finish(work: Awaitable[None]) -> None:
    """Await `work` to its end even when cancelled meanwhile; the cancellation is raised afterwards."""
    task = asyncio.ensure_future(work)
    try:
        await asyncio.shield(task)
    except asyncio.CancelledError:
        await asyncio.wait([task])
        raise
