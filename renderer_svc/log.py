"""A bounded log: the beginning and the end of what a stream carried, and how much that was."""

from __future__ import annotations


class BoundedLog:
    """Keeps at most `keep` bytes, half from the beginning and half from the end: tracebacks come last."""

    def __init__(self, keep: int) -> None:
        self._head = bytearray()
        self._tail = bytearray()
        self._head_size = keep // 2
        self._tail_size = keep - keep // 2
        self.total = 0  #: bytes seen

    def feed(self, data: bytes) -> None:
        """Take the next piece."""
        self.total += len(data)
        room = self._head_size - len(self._head)
        self._head += data[:room]
        self._tail += data[room:]
        del self._tail[: max(0, len(self._tail) - self._tail_size)]

    def text(self) -> str:
        """What was kept, as text; a gap is named."""
        missing = self.total - len(self._head) - len(self._tail)
        gap = f"\n... {missing} bytes left out ...\n" if missing else ""
        return self._head.decode("utf-8", "replace") + gap + self._tail.decode("utf-8", "replace")
