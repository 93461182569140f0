"""The prewarmed kind: bubblewrap sandboxes whose script is about to start, a browser and all, before there is a job.

What may not be forked is warmed in the sandbox that it will run in. Whoever comes first for a library waits for that;
from then on one sandbox of it stands ready, and is let go when nobody came for a while: each holds some 400 MiB.
"""

from __future__ import annotations

import itertools
import threading
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from typing import Final

import structlog

from renderer_svc.harness.order import Order
from renderer_svc.limits import Limits
from renderer_svc.sandbox.base import ALL_BY_THE_KERNEL, SPARE_SLOTS, LaunchFailed, SandboxSpec
from renderer_svc.sandbox.bubblewrap import BubblewrapKind
from renderer_svc.sandbox.bubblewrap_sandbox import BubblewrapSandbox
from renderer_svc.sandbox.image import Image

_END_S: Final = 10.0
_PAUSE_S: Final = 5.0  # after a failed launch


@dataclass(slots=True)
class _Stock:
    """What stands ready for one library."""

    spec: SandboxSpec  #: of a job that does not exist: without files, its order without what only a job knows
    ready: list[BubblewrapSandbox] = field(default_factory=list)
    wanted_at: float = 0.0  #: when somebody last came for one
    not_before: float = 0.0  #: the next try after a failed launch


class PrewarmedKind:
    """Keeps `ready` sandboxes of each library that was asked for within the last `idle_s` seconds."""

    name: str = "bubblewrap"
    kept_otherwise: Mapping[str, str] = ALL_BY_THE_KERNEL

    def __init__(
        self,
        kind: BubblewrapKind,
        log: structlog.typing.FilteringBoundLogger,
        *,
        ready: int,
        first_slot: int,
        may_keep: Callable[[Limits], bool] = lambda _: True,
        idle_s: float = 600.0,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        """`first_slot` is the first number beyond the renderer's places; `may_keep`: is memory left for one more?"""
        self._kind = kind
        self._log = log
        self._size = ready
        self._slots = itertools.cycle(range(first_slot, first_slot + SPARE_SLOTS))
        self._may_keep = may_keep
        self._idle_s = idle_s
        self._clock = clock
        self._changed = threading.Condition()
        self._stocks: dict[tuple[Image, Limits, bytes], _Stock] = {}
        self._closed = False
        # A sandbox ends with the thread that launched it, so one thread launches all and lives as long as this does.
        self._keeper: threading.Thread | None = None

    @property
    def bounds_memory(self) -> bool:
        return self._kind.bounds_memory

    @property
    def ready_now(self) -> int:
        with self._changed:
            return sum(len(stock.ready) for stock in self._stocks.values())

    def prepare(self, image: Image, limits: Limits) -> None:  # noqa: ARG002
        return  # the first job of a library tells what to warm: many a renderer never draws with a browser

    def start(self, spec: SandboxSpec) -> BubblewrapSandbox:
        sandbox = self._take(spec)
        if sandbox is None:
            return self._kind.start(spec)
        try:
            sandbox.hand_over(spec.files, spec.order)
        except OSError as error:
            self._kind.give_up(sandbox, error)
        return sandbox

    def wait_until_ready(self, timeout_s: float) -> bool:
        """Whether all that is wanted stands ready within `timeout_s`."""
        with self._changed:
            return self._changed.wait_for(
                lambda: all(len(s.ready) >= self._size for s in self._stocks.values()), timeout_s
            )

    def wait_until_idle(self, timeout_s: float) -> bool:
        """Whether nothing stands ready within `timeout_s`."""
        with self._changed:
            return self._changed.wait_for(lambda: not any(stock.ready for stock in self._stocks.values()), timeout_s)

    def close(self) -> None:
        with self._changed:
            self._closed = True
            self._changed.notify_all()
        if self._keeper is not None:
            self._keeper.join()
        self._kind.close()

    def _take(self, spec: SandboxSpec) -> BubblewrapSandbox | None:
        template = _template(spec)
        with self._changed:
            if not self._size or self._closed or spec.trial:
                return None
            key = (template.image, template.limits, template.order)
            stock = self._stocks.setdefault(key, _Stock(template))
            stock.wanted_at = self._clock()
            taken = stock.ready.pop(0) if stock.ready else None
            self._changed.notify_all()
            if self._keeper is None:
                self._keeper = threading.Thread(target=self._keep, name="prewarmed-sandboxes", daemon=True)
                self._keeper.start()
        if taken is not None and not taken.is_alive:
            _discard(taken)
            return None
        return taken

    def _keep(self) -> None:
        while True:
            with self._changed:
                self._changed.wait_for(lambda: self._closed or self._next() is not None, min(_PAUSE_S, self._idle_s))
                stock = None if self._closed else self._next()
                idle = [stock for stock in self._stocks.values() if self._closed or self._is_idle(stock)]
                left = [sandbox for stock in idle for sandbox in stock.ready]
                for gone in idle:
                    gone.ready.clear()
            for sandbox in left:
                _discard(sandbox)
            if left:
                with self._changed:
                    self._changed.notify_all()
            if self._closed:
                return
            if stock is not None:
                self._stock_up(stock)

    def _next(self) -> _Stock | None:
        now = self._clock()
        for stock in self._stocks.values():
            lacks = len(stock.ready) < self._size and not self._is_idle(stock) and now >= stock.not_before
            if lacks and self._may_keep(stock.spec.limits):
                return stock
        return None

    def _is_idle(self, stock: _Stock) -> bool:
        return self._clock() - stock.wanted_at > self._idle_s

    def _stock_up(self, stock: _Stock) -> None:
        try:
            sandbox = self._kind.launch(replace(stock.spec, slot=next(self._slots)))
            try:
                sandbox.warm(stock.spec.order)
            except OSError as error:
                self._kind.give_up(sandbox, error)
        except LaunchFailed as error:
            self._log.error("launch_failed", kind=self.name, complaint=str(error))
            stock.not_before = self._clock() + _PAUSE_S
            return
        with self._changed:
            stock.ready.append(sandbox)
            self._changed.notify_all()


def _template(spec: SandboxSpec) -> SandboxSpec:
    order = replace(Order.from_json(spec.order), nonce="", vector=False, seed=0)
    return replace(spec, slot=0, files={}, limits=replace(spec.limits, wall_s=0.0), order=order.to_json())


def _discard(sandbox: BubblewrapSandbox) -> None:
    """End a sandbox that has had no job. One that stays is only our own code, and ends with its thread."""
    sandbox.kill()
    if sandbox.wait(_END_S):
        sandbox.close()
