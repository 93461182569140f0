"""Bytes, and long lists of messages, travel in pieces of at most 256 KiB."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from plotlane.agent.v1.agent_pb2 import TranscriptLine
from plotlane_kit.chunks import CHUNK_BYTES, MAX_MESSAGE_BYTES, batches, fitting, split


@given(st.integers(0, 3 * CHUNK_BYTES + 1))
def test_the_pieces_are_small_and_make_up_the_whole(size: int) -> None:
    data = bytes(size)
    pieces = list(split(data))
    assert b"".join(pieces) == data
    assert all(0 < len(piece) <= CHUNK_BYTES for piece in pieces)


@given(st.lists(st.integers(0, CHUNK_BYTES // 2), max_size=12))
def test_the_batches_are_small_and_keep_the_order(sizes: list[int]) -> None:
    lines = [TranscriptLine(who=str(place), text="x" * size) for place, size in enumerate(sizes)]
    lists = list(batches(lines))
    assert [line for batch in lists for line in batch] == lines
    assert all(0 < sum(line.ByteSize() for line in batch) <= CHUNK_BYTES for batch in lists)


def test_a_message_that_is_larger_than_a_batch_comes_alone() -> None:
    lines = [TranscriptLine(text="x" * size) for size in (1, CHUNK_BYTES + 1, 1)]
    assert [len(batch) for batch in batches(lines)] == [1, 1, 1]


@given(st.integers(1, 300_000), st.integers(0, 40))
def test_what_fits_is_the_beginning_and_as_much_as_one_message_holds(size: int, count: int) -> None:
    lines = [TranscriptLine(who=str(place), text="x" * size) for place in range(count)]
    shown = list(fitting(lines))
    assert shown == lines[: len(shown)]
    assert sum(line.ByteSize() for line in shown) < MAX_MESSAGE_BYTES
    assert len(shown) == count or sum(line.ByteSize() for line in lines[: len(shown) + 1]) > MAX_MESSAGE_BYTES * 0.99
