"""The zygote kind: sandboxes forked from a warm process, a few of them ready before they are asked for."""

from __future__ import annotations

import os
import threading
from collections.abc import Mapping
from typing import Final

import structlog

from renderer_svc.command import FIXED_ENV
from renderer_svc.limits import Limits
from renderer_svc.sandbox.base import ALL_BY_THE_KERNEL, LaunchFailed, SandboxSpec
from renderer_svc.sandbox.cgroup import memory_in_group
from renderer_svc.sandbox.cgroups import Cgroups
from renderer_svc.sandbox.image import Image
from renderer_svc.sandbox.seccomp import filter_program
from renderer_svc.sandbox.zygote.brooder import Brooder
from renderer_svc.sandbox.zygote.pool import Pool, discard
from renderer_svc.sandbox.zygote.sandbox import ZygoteSandbox
from renderer_svc.sandbox.zygote.wire import Fence

_UNPREPARED: Final = (
    4  # zygotes of images that nothing stands ready for, such as the converter's; the last ones used stay
)


class ZygoteKind:
    """Starts sandboxes by forking; root's run as `uid_base`, an ordinary user's as that user."""

    name: str = "zygote"
    kept_otherwise: Mapping[str, str] = ALL_BY_THE_KERNEL

    def __init__(
        self, uid_base: int, log: structlog.typing.FilteringBoundLogger, *, ready: int = 2, use_cgroups: bool = True
    ) -> None:
        """`ready` sandboxes stand ready for each image that `prepare` names. Raises `UnknownMachine`."""
        filter_program()  # on a processor that it does not know nothing may start
        self._uid = uid_base if os.getuid() == 0 else None
        self._log = log
        self._ready = ready
        self._lock = threading.Lock()
        self._brooders: dict[Image, Brooder] = {}
        self._pools: dict[tuple[Image, Fence], Pool] = {}
        self._cgroups = Cgroups.find() if use_cgroups else None

    @property
    def bounds_memory(self) -> bool:
        return self._cgroups is not None

    @property
    def ready_now(self) -> int:
        with self._lock:
            return sum(map(len, self._pools.values()))

    def prepare(self, image: Image, limits: Limits) -> None:
        key = (image, fence_of(limits))
        brooder = self._brooder(image)
        with self._lock:
            if self._ready and key not in self._pools:
                self._pools[key] = Pool(
                    lambda: self._refill(brooder, key),
                    self._ready,
                    lambda complaint: self._log.error("launch_failed", kind=self.name, complaint=complaint),
                )

    def start(self, spec: SandboxSpec) -> ZygoteSandbox:
        fence = fence_of(spec.limits)
        with self._lock:
            pool = self._pools.get((spec.image, fence))
        sandbox = pool.take() if pool is not None else None
        if sandbox is None:
            sandbox = self._spawn(self._brooder(spec.image), fence)
        try:
            sandbox.bound(memory_in_group(spec.limits))
            env = {**FIXED_ENV, **dict(spec.image.env), **spec.env}
            sandbox.hand_over(spec.files, env, spec.order)
        except OSError as error:
            discard(sandbox)
            raise LaunchFailed(f"the sandbox does not take its job: {error}") from error
        return sandbox

    def renew(self) -> None:
        """Let go of all that stands ready; new ones follow at once."""
        with self._lock:
            pools = list(self._pools.values())
        for pool in pools:
            pool.drop()

    @property
    def sandboxes(self) -> int:
        """How many there are now, those that stand ready among them."""
        with self._lock:
            brooders = list(self._brooders.values())
        return sum(brooder.sandboxes for brooder in brooders)

    def wait_until_ready(self, timeout_s: float) -> bool:
        """Whether all that `prepare` asked for stands ready within `timeout_s` for each image."""
        with self._lock:
            pools = list(self._pools.values())
        return all(pool.wait_until_full(timeout_s) for pool in pools)

    def close(self) -> None:
        with self._lock:
            pools, brooders = list(self._pools.values()), list(self._brooders.values())
            self._pools.clear()
            self._brooders.clear()
        for brooder in brooders:
            brooder.abandon()
        for pool in pools:
            pool.close()
        for brooder in brooders:
            brooder.close()
        if self._cgroups is not None:
            self._cgroups.close()

    def _refill(self, brooder: Brooder, key: tuple[Image, Fence]) -> ZygoteSandbox:
        if brooder.renew_if_worn():
            self.renew()
        return self._spawn(brooder, key[1])

    def _spawn(self, brooder: Brooder, fence: Fence) -> ZygoteSandbox:
        sandbox = brooder.spawn(fence)
        try:
            if self._cgroups is not None:
                sandbox.confine(self._cgroups.hold(sandbox.pid))
                if not sandbox.is_alive:  # its number may have come to mean a stranger before the group took it in
                    raise ProcessLookupError("the sandbox ended before its group was there")
        except OSError as error:
            discard(sandbox)
            raise LaunchFailed(f"no control group can be made: {error}") from error
        return sandbox

    def _brooder(self, image: Image) -> Brooder:
        with self._lock:
            brooder = self._brooders.pop(image, None) or Brooder(image, image.warm, self._uid, self._log)
            self._brooders[image] = brooder  # the last one used comes last
            kept = {pooled for pooled, _ in self._pools}
            others = [other for other in self._brooders if other not in kept]
            left = [self._brooders.pop(other) for other in others[:-_UNPREPARED]]
        for other_brooder in left:
            other_brooder.retire()
        return brooder


def fence_of(limits: Limits) -> Fence:
    """What of `limits` is settled when a sandbox is born."""
    return Fence(limits.disk_bytes, limits.files, limits.shared_bytes)
