"""A stop request: how another thread ends a run, heard at once by whoever watches the run."""

from __future__ import annotations

import os
import threading


class Stop:
    """Set once, from any thread; `descriptor` becomes readable then."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self.requested = False
        self.descriptor = os.eventfd(0, os.EFD_CLOEXEC | os.EFD_NONBLOCK)

    def request(self) -> None:
        """Ask for the end; safe to call twice, and after `close`."""
        with self._lock:
            self.requested = True
            if self.descriptor >= 0:
                os.eventfd_write(self.descriptor, 1)

    def close(self) -> None:
        """Let go of the descriptor once nobody watches it."""
        with self._lock:
            if self.descriptor >= 0:
                os.close(self.descriptor)
            self.descriptor = -1
