"""The pool: a few sandboxes that stand ready, and the thread that sees to it."""

from __future__ import annotations

import threading
from collections import deque
from collections.abc import Callable
from typing import Final

from renderer_svc.sandbox.base import LaunchFailed
from renderer_svc.sandbox.zygote.sandbox import ZygoteSandbox

_END_S: Final = 10.0
_FIRST_PAUSE_S: Final = 0.1
_LONGEST_PAUSE_S: Final = 5.0  # between two tries on a machine where nothing starts


class Pool:
    """Holds `size` ready sandboxes and makes a new one for each that is taken."""

    def __init__(self, spawn: Callable[[], ZygoteSandbox], size: int, on_failure: Callable[[str], None]) -> None:
        self._spawn = spawn
        self._size = size
        self._on_failure = on_failure
        self._ready: deque[ZygoteSandbox] = deque()
        self._changed = threading.Condition()
        self._closed = False
        self._thread = threading.Thread(target=self._keep, name="sandbox-pool", daemon=True)
        self._thread.start()

    def __len__(self) -> int:
        return len(self._ready)

    def take(self) -> ZygoteSandbox | None:
        """A sandbox that lives, if one is ready."""
        while True:
            with self._changed:
                sandbox = self._ready.popleft() if self._ready else None
                self._changed.notify_all()
            if sandbox is None or sandbox.is_alive:
                return sandbox
            discard(sandbox)

    def drop(self) -> None:
        """Let go of all that stand ready, such as those of a zygote that was replaced; new ones follow."""
        with self._changed:
            old = list(self._ready)
            self._ready.clear()
            self._changed.notify_all()
        for sandbox in old:
            discard(sandbox)

    def wait_until_full(self, timeout_s: float) -> bool:
        """Whether all stand ready within `timeout_s`."""
        with self._changed:
            return self._changed.wait_for(lambda: self._closed or len(self._ready) >= self._size, timeout_s)

    def close(self) -> None:
        """Keep nothing ready any more."""
        with self._changed:
            self._closed = True
            self._changed.notify_all()
        self._thread.join()
        self.drop()

    def _keep(self) -> None:
        pause_s = 0.0
        while True:
            with self._changed:
                if pause_s:
                    self._changed.wait_for(lambda: self._closed, pause_s)
                self._changed.wait_for(lambda: self._closed or len(self._ready) < self._size)
                if self._closed:
                    return
            try:
                sandbox = self._spawn()
            except LaunchFailed as error:
                self._on_failure(str(error))
                pause_s = min(max(2 * pause_s, _FIRST_PAUSE_S), _LONGEST_PAUSE_S)
                continue
            pause_s = 0.0
            with self._changed:
                self._ready.append(sandbox)
                self._changed.notify_all()


def discard(sandbox: ZygoteSandbox) -> None:
    """End a sandbox that has had no job. One that stays is only our own code, and ends with its zygote."""
    sandbox.kill()
    if sandbox.wait(_END_S):
        sandbox.close()
