"""The table's text: rows written as CSV (comma, quotes where needed, UTF-8), counted, and bounded while written."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable, Sequence

from renderer_svc.converter.bounds import TEXT_BYTES
from renderer_svc.converter.fault import Fault, Refused


class TableText:
    """Grows row by row. Raises `Refused` as soon as it is too large."""

    def __init__(self) -> None:
        self._buffer = io.StringIO(newline="")
        self._writer = csv.writer(self._buffer, lineterminator="\n")
        self._out = bytearray()
        self.rows = 0
        self.columns = 0

    def add(self, rows: Iterable[Sequence[str]]) -> None:
        """Write `rows`, whose cells are text already."""
        for row in rows:
            self._writer.writerow(row)
            self.rows += 1
            self.columns = max(self.columns, len(row))
            if self._buffer.tell() > 1 << 16:
                self._flush()
        self._flush()

    def data(self) -> bytes:
        """All of it."""
        return bytes(self._out)

    def _flush(self) -> None:
        # A lone surrogate, which a damaged file may hold, is no character.
        self._out += self._buffer.getvalue().encode("utf-8", "replace")
        self._buffer.seek(0)
        self._buffer.truncate()
        if len(self._out) > TEXT_BYTES:
            raise Refused(Fault.TOO_LARGE)
