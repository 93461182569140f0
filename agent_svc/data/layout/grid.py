"""Grid: the records of a text with their numbers, before it is known which of them are a table."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from agent_svc.data.layout.even_lines import EvenLines


@dataclass(frozen=True, slots=True)
class Grid:
    """Records that are not blank."""

    records: Sequence[tuple[str, ...]]  # no lists: the garbage collector would walk through all, again and again
    rows: Sequence[int]  # the number of each record as the user counts: the first one in the text is row 1
    gaps: frozenset[int] = frozenset()  # the indices of records with a blank line above
    blanks: tuple[int, ...] = ()  # the numbers of records of empty cells, which are left out
    paged: bool = False  # a program printed it in pages: names that come again behind a gap are of the same table

    def take(self, indices: Sequence[int]) -> Grid:
        """The grid of these records only, with the blanks among them."""
        rows = [self.rows[index] for index in indices]
        inside = tuple(row for row in self.blanks if rows and rows[0] < row < rows[-1])
        return Grid([self.records[index] for index in indices], rows, blanks=inside)

    def below(self, index: int) -> Grid:
        """The grid without the records above `index`, with its gaps."""
        gaps = frozenset(gap - index for gap in self.gaps if gap > index)
        blanks = tuple(row for row in self.blanks if row > self.rows[index])
        return Grid(self.records[index:], self.rows[index:], gaps, blanks, self.paged)


def grid_of(records: Iterable[Sequence[str] | None]) -> Grid:
    """The grid of records as written, where blank lines are `[]` and rules, which are no gaps, None.

    A lone pair of quotes is a row with an empty cell.
    """
    if isinstance(records, EvenLines) and not _some_are_blank(records):
        return Grid(records, range(1, len(records) + 1))
    kept: list[tuple[str, ...]] = []
    rows: list[int] = []
    gaps: set[int] = set()
    blanks: list[int] = []
    gap = False
    for number, record in enumerate(records, 1):
        if record is None:
            continue
        if _is_blank(record):
            gap = True
            if len(record) > 1:
                blanks.append(number)
            continue
        if gap:
            gaps.add(len(kept))
            gap = False
        kept.append(tuple(record))
        rows.append(number)
    return Grid(kept, rows, frozenset(gaps - {0}), tuple(blanks))


def _some_are_blank(records: EvenLines) -> bool:
    return any(_is_blank(records[place]) for place, first in enumerate(records.firsts) if not first.strip())


def _is_blank(record: Sequence[str]) -> bool:
    return not record or (not record[0].strip() and tuple(record) != ("",) and not "".join(record).strip())
