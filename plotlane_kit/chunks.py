"""Chunks: how bytes travel over gRPC, at most 256 KiB at a time."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

CHUNK_BYTES: Final = 256 * 1024
MAX_MESSAGE_BYTES: Final = 1024 * 1024


def split(data: bytes) -> Iterator[bytes]:
    """Yield `data` in order in pieces of at most `CHUNK_BYTES`; nothing for no data."""
    for start in range(0, len(data), CHUNK_BYTES):
        yield data[start : start + CHUNK_BYTES]
