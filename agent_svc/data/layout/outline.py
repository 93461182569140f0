"""Outline: the head of a long text with those of its other lines that fit a delimiter least."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import repeat
from typing import Final

from agent_svc.data.choices import Delimiter

_HEAD: Final = 64 * 1024  # characters
_LONG: Final = 100  # characters of a line, from which on its cells are measured
_QUOTES: Final = ("'", '"')


def outline(source: bytes | str, delimiter: Delimiter) -> str | None:
    """About 64 K characters of `source`, and its lines with the most, fewest and longest cells under `delimiter`.

    A table that takes them takes the whole text. None where that is not so: cells in quotes may hold several lines, and
    bytes other than UTF-8 may hold delimiters inside of characters. A short text is its own outline.
    """
    text = _utf8(source)
    if text is None or any(quote in text for quote in _QUOTES) or text.count("\r") > text.count("\r\n"):
        return None
    if len(text) <= _HEAD:
        return text
    lines = text.split("\n")
    head = text.count("\n", 0, _HEAD)
    if head < 2:
        return None
    # Between the lines of the head: below the last one they could be taken for notes.
    return "\n".join((*lines[: head - 1], *_extremes(lines[head:], delimiter), lines[head - 1], ""))


def _extremes(lines: Sequence[str], delimiter: Delimiter) -> tuple[str, ...]:
    """The lines with the most, the fewest and the longest cells; blank lines are none."""
    filled = list(filter(str.strip, lines))
    if not filled:
        return ()
    cells, mark = _cells(filled, delimiter), delimiter.character
    long = (line for line in filled if len(line) > _LONG)
    longest = max(long, key=lambda line: max(len(cell.strip()) for cell in line.split(mark)), default=filled[0])
    return filled[cells.index(max(cells))], filled[cells.index(min(cells))], longest


def _cells(lines: Sequence[str], delimiter: Delimiter) -> list[int]:
    """How many cells each line has but for empty ones at its end."""
    if delimiter is Delimiter.SPACE:
        return list(map(len, map(str.split, lines)))
    mark = delimiter.character
    return list(map(str.count, map(str.rstrip, lines, repeat(f"{mark} \r")), repeat(mark)))


def _utf8(source: bytes | str) -> str | None:
    if isinstance(source, str):
        return source
    try:
        return source.decode("utf-8")
    except UnicodeDecodeError:
        return None
