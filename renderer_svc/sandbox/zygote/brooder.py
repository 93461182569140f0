"""A brooder: the zygote of one image, and its successor when it is worn, unfit or dead."""

from __future__ import annotations

import threading
from collections.abc import Sequence
from typing import Final

import structlog

from renderer_svc.sandbox.base import LaunchFailed
from renderer_svc.sandbox.image import Image, Warm
from renderer_svc.sandbox.zygote.process import UnfitLibrary, Zygote
from renderer_svc.sandbox.zygote.sandbox import ZygoteSandbox
from renderer_svc.sandbox.zygote.wire import Fence

_DYING_S: Final = 1.0


class Brooder:
    """Gives sandboxes of one image. May be asked from any thread."""

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
