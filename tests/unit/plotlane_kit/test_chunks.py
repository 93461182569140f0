"""Bytes travel in pieces of at most 256 KiB."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from plotlane_kit.chunks import CHUNK_BYTES, split


@given(st.integers(0, 3 * CHUNK_BYTES + 1))
def test_the_pieces_are_small_and_make_up_the_whole(size: int) -> None:
    data = bytes(size)
    pieces = list(split(data))
    assert b"".join(pieces) == data
    assert all(0 < len(piece) <= CHUNK_BYTES for piece in pieces)
