"""Merged cells: a header that was merged becomes one name for each column, and a text merged over rows names each."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from renderer_svc.converter.cells import cell_text


@dataclass(frozen=True, slots=True)
class Merge:
    """One merged range, from the table's first row and column on; both ends are inside."""

    top: int
    left: int
    bottom: int
    right: int


def header_of(first: Sequence[object], second: Sequence[object], merges: Sequence[Merge]) -> tuple[list[str], int]:
    """The names of the columns, and how many of the two rows they took.

    A cell merged over some columns names each of them; with names of its own below, they read “2024 revenue”. A cell
    merged over the whole width is a title.
    """
    width = max(len(first), len(second))
    ours = [merge for merge in merges if merge.top == 0 and (merge.left, merge.right) != (0, width - 1)]
    top = _texts(first, width)
    for merge in ours:
        top[merge.left : merge.right + 1] = [top[merge.left]] * (merge.right + 1 - merge.left)
    if not ours or not _names_below(second, ours):
        return top[: len(first)], 1
    below = _texts(second, width)
    return [" ".join(dict.fromkeys(name for name in pair if name)) for pair in zip(top, below, strict=True)], 2


class RowTexts:
    """Texts of the body that are merged over rows of one column; numbers are not, since they would count again."""

    def __init__(self, merges: Sequence[Merge]) -> None:
        self._starts: dict[int, list[Merge]] = {}
        for merge in merges:
            if merge.left == merge.right and merge.top < merge.bottom:
                self._starts.setdefault(merge.top, []).append(merge)
        self._open: dict[int, tuple[int, str]] = {}  # by column: the last row, and the text

    def fill(self, number: int, row: list[object]) -> list[object]:
        """`row`, the one of that number from the table's first on, with the texts that reach into it."""
        if self._open:
            self._open = {column: held for column, held in self._open.items() if held[0] >= number}
            for column, (_, text) in self._open.items():
                if column < len(row) and row[column] in ("", None):
                    row[column] = text
        for merge in self._starts.get(number, ()):
            value = row[merge.left] if merge.left < len(row) else None
            if isinstance(value, str) and value:
                self._open[merge.left] = (merge.bottom, value)
        return row


def _names_below(second: Sequence[object], ours: Sequence[Merge]) -> bool:
    """Whether the second row holds names as well: words alone, and some of them under a merged cell or beside one."""
    filled = [value for value in second if value not in ("", None)]
    if any(not isinstance(value, str) for value in filled):
        return False
    if any(merge.bottom >= 1 for merge in ours):
        return bool(filled)
    return all(second[column : column + 1] not in ([], [""]) for merge in ours for column in (merge.left, merge.right))


def _texts(row: Sequence[object], width: int) -> list[str]:
    return [*map(cell_text, row), *[""] * (width - len(row))]
