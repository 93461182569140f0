"""Chunks: how bytes, and long lists, travel over gRPC: at most 256 KiB at a time."""

from __future__ import annotations

from collections.abc import AsyncIterable, Iterable, Iterator
from typing import Final, TypeVar

from google.protobuf.message import Message

CHUNK_BYTES: Final = 256 * 1024
MAX_MESSAGE_BYTES: Final = 1024 * 1024
_HEADER_BYTES: Final = 8  # what an entry of a list takes beside itself, at most
_BESIDE_BYTES: Final = 4 * 1024

M = TypeVar("M", bound=Message)


def split(data: bytes) -> Iterator[bytes]:
    """Yield `data` in order in pieces of at most `CHUNK_BYTES`; nothing for no data."""
    for start in range(0, len(data), CHUNK_BYTES):
        yield data[start : start + CHUNK_BYTES]


def batches(messages: Iterable[M]) -> Iterator[list[M]]:
    """Yield `messages` in order in lists of at most `CHUNK_BYTES` together; one that is larger comes alone."""
    batch: list[M] = []
    used = 0
    for message in messages:
        size = message.ByteSize()
        if batch and used + size > CHUNK_BYTES:
            yield batch
            batch, used = [], 0
        batch.append(message)
        used += size
    if batch:
        yield batch


def fitting(messages: Iterable[M]) -> Iterator[M]:
    """Yield `messages` in order for as long as one message of `MAX_MESSAGE_BYTES` holds them, and a little besides."""
    room = MAX_MESSAGE_BYTES - _BESIDE_BYTES
    for message in messages:
        room -= message.ByteSize() + _HEADER_BYTES
        if room < 0:
            return
        yield message


async def merged(parts: AsyncIterable[M]) -> M | None:
    """The message that comes in `parts`, put together by protobuf's merge; None when there is none."""
    whole: M | None = None
    async for part in parts:
        if whole is None:
            whole = part
        else:
            whole.MergeFrom(part)
    return whole
