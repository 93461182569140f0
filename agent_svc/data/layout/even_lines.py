"""Even lines: records that nothing but a delimiter cuts into as many cells each, cut where one of them is looked at."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from functools import cached_property
from itertools import repeat
from typing import overload


class EvenLines(Sequence[tuple[str, ...]]):
    """Lines that are records of `width` cells each, so that a long table need not be held row by row at all."""

    def __init__(self, lines: list[str], mark: str, width: int) -> None:
        self.width = width
        self._lines = lines
        self._mark = mark

    def __len__(self) -> int:
        return len(self._lines)

    def __iter__(self) -> Iterator[tuple[str, ...]]:
        return (tuple(line.split(self._mark)) for line in self._lines)

    def __contains__(self, record: object) -> bool:
        return isinstance(record, tuple) and len(record) == self.width and self._mark.join(record) in self._lines

    @overload
    def __getitem__(self, index: int) -> tuple[str, ...]: ...

    @overload
    def __getitem__(self, index: slice) -> EvenLines: ...

    def __getitem__(self, index: int | slice) -> tuple[str, ...] | EvenLines:
        if isinstance(index, slice):
            return EvenLines(self._lines[index], self._mark, self.width)
        return tuple(self._lines[index].split(self._mark))

    @cached_property
    def firsts(self) -> list[str]:
        """The first cell of each record."""
        return [line.partition(self._mark)[0] for line in self._lines]

    def columns(self) -> list[list[str]]:
        """The cells of each column; not of too many records at a time, since nothing else runs in between."""
        cells = self._mark.join(self._lines).split(self._mark)
        return [cells[place :: self.width] for place in range(self.width)]


def even_lines(text: str, mark: str) -> EvenLines | None:
    """The lines of `text` as records, blank ones at its end left out; None where one is blank or of another width."""
    lines = text.rstrip("\n").split("\n")
    marks = set(map(str.count, lines, repeat(mark)))
    return EvenLines(lines, mark, marks.pop() + 1) if len(marks) == 1 and all(lines) else None


def widths_of(records: Sequence[Sequence[str]]) -> Counter[int]:
    """How many of `records` there are of each width."""
    if isinstance(records, EvenLines):
        return Counter({records.width: len(records)})
    return Counter(map(len, records))


def firsts_of(records: Sequence[Sequence[str]]) -> list[str]:
    """The first cell of each of `records`, none of which is without cells."""
    return records.firsts if isinstance(records, EvenLines) else [record[0] for record in records]


def turned(records: Sequence[Sequence[str]]) -> Sequence[Sequence[str]]:
    """The columns of `records` of one width."""
    return records.columns() if isinstance(records, EvenLines) else list(zip(*records, strict=True))
