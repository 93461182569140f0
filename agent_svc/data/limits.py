"""Limits: how big a table may be."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final


@dataclass(frozen=True, slots=True)
class Limits:
    """The bounds that a table is read under; each is inclusive."""

    size_bytes: int = 200 * 1024  # of the text in UTF-8
    columns: int = 50
    rows: int = 20_000  # without the header
    cell_characters: int = 200  # after trimming; headers are cells too


PASTE: Final = Limits()
FILE: Final = Limits(size_bytes=10 * 1024 * 1024, rows=200_000)
