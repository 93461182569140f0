"""The zygote kind: sandboxes forked from a warm process, a few of them ready before they are asked for."""

from __future__ import annotations

import os
import threading
from collections.abc import Mapping, Sequence
from typing import Final

import structlog

from renderer_svc.command import FIXED_ENV
from renderer_svc.limits import Limits
from renderer_svc.sandbox.base import ALL_BY_THE_KERNEL, LaunchFailed, SandboxSpec
from renderer_svc.sandbox.cgroup import memory_in_group
from renderer_svc.sandbox.cgroups import Cgroups
from renderer_svc.sandbox.image import Image, Warm
from renderer_svc.sandbox.seccomp import filter_program
from renderer_svc.sandbox.zygote.pool import Pool, discard
from renderer_svc.sandbox.zygote.process import UnfitLibrary, Zygote
from renderer_svc.sandbox.zygote.sandbox import ZygoteSandbox
from renderer_svc.sandbox.zygote.wire import Fence

_DYING_S: Final = 1.0
_UNPREPARED: Final = (
    4  # zygotes of images that nothing stands ready for, such as the converter's; the last ones used stay
)


class Brooder:
    """The zygote of one image: the one that is in use, and its successor when it is worn, unfit or dead."""

    def __init__(
        self, image: Image, libraries: Sequence[Warm], uid: int | None, log: structlog.typing.FilteringBoundLogger
    ) -> None:
        self._image = image
        self._libraries = list(libraries)
        self._uid = uid
        self._log = log
        self._lock = threading.Lock()
        self._zygote: Zygote | None = None
        self._starting: Zygote | None = None
        self._closed = False

    def spawn(self, fence: Fence) -> ZygoteSandbox:
        """A ready sandbox. Raises `LaunchFailed`."""
        zygote = self.zygote()
        try:
            return zygote.spawn(fence)
        except LaunchFailed:
            if not zygote.has_ended(_DYING_S):
                raise
            return self.zygote().spawn(fence)  # it was dying when it was asked, which nobody can know before

    def zygote(self) -> Zygote:
        """The zygote to ask, started now if there is none; whoever comes meanwhile waits. Raises `LaunchFailed`."""
        with self._lock:
            if self._closed:
                raise LaunchFailed("the renderer is about to end")
            if self._zygote is None or not self._zygote.is_fit:
                self._replace()
            assert self._zygote is not None
            return self._zygote

    @property
    def sandboxes(self) -> int:
        """How many live."""
        with self._lock:
            return self._zygote.living if self._zygote is not None else 0

    def renew_if_worn(self) -> bool:
        """Put a fresh zygote in the place of one that has grown; whether that was done. Raises `LaunchFailed`."""
        with self._lock:
            if self._closed or self._zygote is None or not self._zygote.is_worn:
                return False
            self._replace()
            return True

    def retire(self) -> None:
        """End the zygote once its last sandbox is gone."""
        with self._lock:
            self._closed = True
            if self._zygote is not None:
                self._zygote.retire()

    def abandon(self) -> None:
        """Start no zygote any more, also none that is getting warm, which takes seconds."""
        self._closed = True
        if (starting := self._starting) is not None:
            starting.abandon()

    def close(self) -> None:
        """End the zygote and all its sandboxes."""
        self.abandon()
        with self._lock:
            if self._zygote is not None:
                self._zygote.close()

    def _replace(self) -> None:
        if self._zygote is not None:
            self._log.warning("zygote_replaced")
            self._zygote.retire()
            self._zygote = None
        while True:
            try:
                self._zygote = Zygote.start(self._image, self._libraries, self._uid, self._born)
            except UnfitLibrary as error:  # its scripts import it themselves, a little later
                self._log.warning("library_not_fit_to_fork", library=str(error))
                self._libraries = [library for library in self._libraries if library.name != str(error)]
                continue
            finally:
                self._starting = None
            for library, fault in self._zygote.faults.items():
                self._log.warning("library_not_warmed", library=library, complaint=fault)
            return

    def _born(self, zygote: Zygote) -> None:
        self._starting = zygote
        if self._closed:  # whoever closes has looked before there was one
            zygote.abandon()


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
