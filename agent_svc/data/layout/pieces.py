"""Pieces: a long text cut at line ends, so that other threads run in between and a look at its head costs no more."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

_PIECE: Final = 64 * 1024  # characters


def pieces_of(text: str) -> Iterator[str]:
    """`text` in pieces of whole lines, 64 K characters and the rest of a line each."""
    start = 0
    while start < len(text):
        end = text.find("\n", start + _PIECE) + 1 or len(text)
        yield text[start:end]
        start = end
