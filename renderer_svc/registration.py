"""The registration: this renderer's slots, offered to the scheduler for as long as it lives."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import suppress
from typing import Final

import grpc
import structlog

from plotlane.scheduler.v1 import scheduler_pb2, scheduler_pb2_grpc
from plotlane_kit.caller import Caller, Tier, caller_metadata
from plotlane_kit.callers.dialing import Dial
from plotlane_kit.channel import open_channel
from plotlane_kit.clock import SystemClock
from renderer_svc.leases import Leases

FIRST_PAUSE_S: Final = 0.05
LONGEST_PAUSE_S: Final = 1.0  # between two tries to reach the scheduler again
RENDERER: Final = Caller("renderer", Tier.ADMIN)


class Registration:
    """Keeps a RegisterSlots stream open and opens it again, after at most 1 s, however it breaks.

    The stream is the lease of the slots: what was leased from a renderer whose stream is gone has ended.
    """

    def __init__(
        self,
        scheduler_address: str,
        slots: int,
        memory_bytes: int,
        log: structlog.typing.FilteringBoundLogger,
        advertised_address: str = "",
        sleep: Callable[[float], Awaitable[None]] = asyncio.sleep,
        leases: Leases | None = None,
        dial: Dial = open_channel,
    ) -> None:
        """`advertised_address`: where others reach this renderer, as host:port; empty: where it listens.

        `leases` is told what the scheduler tells of them; `dial` is how the scheduler is reached.
        """
        self._scheduler_address = scheduler_address
        self._slots = slots
        self._memory_bytes = memory_bytes
        self._log = log
        self._advertised_address = advertised_address
        self._sleep = sleep
        self.leases: Final = leases or Leases(SystemClock())
        self._dial = dial
        self._changed = asyncio.Event()
        self._task: asyncio.Task[None] | None = None

    def begin(self, address: str) -> None:
        """Offer the slots of the renderer that serves at `address`."""
        offered = self._advertised_address or address
        self.leases.serve_at(offered)
        self._task = asyncio.create_task(self._keep(offered))

    def drain(self) -> None:
        """Offer no slots any more; what is leased stays so."""
        self._slots = 0
        self._changed.set()

    async def end(self) -> None:
        """Leave the scheduler."""
        if self._task is not None:
            self._task.cancel()
            with suppress(asyncio.CancelledError):
                await self._task

    async def _keep(self, address: str) -> None:
        async with self._dial(self._scheduler_address) as channel:
            stub = scheduler_pb2_grpc.SchedulerServiceStub(channel)
            pause_s = FIRST_PAUSE_S
            while True:
                if await self._offer(stub, address):
                    pause_s = FIRST_PAUSE_S
                if self._task is None or self._task.cancelling():  # however the stream has told of it, if at all
                    raise asyncio.CancelledError
                await self._sleep(pause_s)
                pause_s = min(2 * pause_s, LONGEST_PAUSE_S)

    async def _offer(self, stub: scheduler_pb2_grpc.SchedulerServiceStub, address: str) -> bool:
        """One stream, until it ends; whether the scheduler has taken the offer."""
        call = stub.RegisterSlots(self._requests(address), metadata=caller_metadata(RENDERER))
        taken = False
        try:
            async for answer in call:
                self.leases.told({lease.id: lease.token for lease in answer.leases})
                if not taken:
                    taken = True
                    self._log.info("slots_offered", slots=self._slots)
        except grpc.aio.AioRpcError as error:
            if taken:
                self._log.warning("slots_not_offered", code=error.code().name)
        except asyncio.CancelledError:
            pass  # a stream that the scheduler cut says the same as our own cancellation
        finally:
            call.cancel()
            self.leases.lost()
        return taken

    async def _requests(self, address: str) -> AsyncIterator[scheduler_pb2.RegisterSlotsRequest]:
        while True:
            self._changed.clear()
            yield scheduler_pb2.RegisterSlotsRequest(
                address=address, slots=self._slots, memory_bytes=self._memory_bytes
            )
            await self._changed.wait()
