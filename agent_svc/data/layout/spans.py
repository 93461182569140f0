"""Spans: the cells of a web page's table, some of which go over several columns or rows."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class SpanningCell:
    """A cell as it is written."""

    text: str
    columns: int = 1
    rows: int = 1


def laid_out(rows: Iterable[Sequence[SpanningCell]]) -> Iterator[list[str]]:
    """The records: a cell over several columns is followed by empty ones, one over several rows stands in each."""
    held: dict[int, tuple[str, int]] = {}  # by column: a text from the rows above, and for how many rows yet
    for row in rows:
        record: list[str] = []
        below: dict[int, tuple[str, int]] = {}
        for cell in row:
            _take(held, record, below)
            for text in (cell.text, *[""] * (cell.columns - 1)):
                if cell.rows > 1:
                    below[len(record)] = (text, cell.rows - 1)
                record.append(text)
        _take(held, record, below)
        held = below
        yield record


def _take(held: dict[int, tuple[str, int]], record: list[str], below: dict[int, tuple[str, int]]) -> None:
    """Puts what is held for the next columns into `record`, and on into the rows below."""
    while len(record) in held:
        text, rows = held[len(record)]
        if rows > 1:
            below[len(record)] = (text, rows - 1)
        record.append(text)
