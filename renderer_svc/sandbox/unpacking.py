"""Unpacking: one stream of frames from inside a sandbox, taken apart into the three that the seam has."""

from __future__ import annotations

import os
import threading
from contextlib import suppress
from typing import Final

from renderer_svc.harness.streams import CONTROL, ERRORS, HEADER_BYTES, OUT

_READ_BYTES: Final = 1 << 16
_MOST_BYTES: Final = 1 << 20  # of one frame; the other side sends no more than 64 KiB at once


class Unpacked:
    """Reads `source` in a thread of its own until it ends or holds what is no frame; then all three end."""

    def __init__(self, source: int) -> None:
        """`source` is closed here."""
        self.stdout, out = os.pipe()
        self.stderr, errors = os.pipe()
        self.control, control = os.pipe()
        self._near = [self.stdout, self.stderr, self.control]
        for descriptor in self._near:
            os.set_blocking(descriptor, False)
        self._source = source
        self._targets = {OUT: out, ERRORS: errors, CONTROL: control}
        self._thread = threading.Thread(target=self._read, name="sandbox-streams", daemon=True)
        self._thread.start()

    def close(self) -> None:
        """Let go of the near ends; once the source has ended."""
        while self._near:
            os.close(self._near.pop())
        self._thread.join()

    def _read(self) -> None:
        buffer = bytearray()
        try:
            with suppress(BrokenPipeError):  # nobody reads any more
                while piece := os.read(self._source, _READ_BYTES):
                    buffer += piece
                    if not self._pass_on(buffer):
                        break
        finally:
            os.close(self._source)
            for target in self._targets.values():
                os.close(target)

    def _pass_on(self, buffer: bytearray) -> bool:
        """Write out the whole frames in `buffer`; False: it holds no frames."""
        while len(buffer) >= HEADER_BYTES:
            target = self._targets.get(bytes(buffer[:1]))
            size = int.from_bytes(buffer[1:HEADER_BYTES], "big")
            if target is None or size > _MOST_BYTES:
                return False
            if len(buffer) < HEADER_BYTES + size:
                return True
            data = bytes(buffer[HEADER_BYTES : HEADER_BYTES + size])
            del buffer[: HEADER_BYTES + size]
            while data:
                data = data[os.write(target, data) :]
        return True
