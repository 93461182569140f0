"""The table of a step: the frame it is applied to, what its columns are, and how a refusal names them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from difflib import get_close_matches
from typing import TYPE_CHECKING, Final

from agent_svc.data.column import Column, ColumnType
from plotlane_kit.errors import Violation

if TYPE_CHECKING:
    import pandas as pd

_OFFERED: Final = 3
WORDS: Final = {
    ColumnType.NUMBER: "numbers",
    ColumnType.DATE: "dates",
    ColumnType.TEXT: "texts",
    ColumnType.BOOLEAN: "yes or no",
}


@dataclass(frozen=True, slots=True)
class StepTable:
    """The data before a step."""

    frame: pd.DataFrame
    columns: tuple[Column, ...]

    @property
    def names(self) -> tuple[str, ...]:
        """The names of the columns."""
        return tuple(column.name for column in self.columns)

    @property
    def rows(self) -> int:
        """How many rows there are."""
        return len(self.frame)

    def column(self, name: str) -> Column | None:
        """The column of that name, or None."""
        return next((column for column in self.columns if column.name == name), None)

    def type(self, name: str) -> ColumnType:
        """What a column that is there holds."""
        return next(column.type for column in self.columns if column.name == name)

    def missing(self, name: str) -> int:
        """How many cells of a column are missing."""
        return int(self.frame[name].isna().sum())

    def unknown(self, field: str, names: Iterable[str]) -> Iterator[Violation]:
        """A refusal for each name that no column has, with the nearest ones."""
        for name in names:
            if self.column(name) is None:
                yield Violation(field, f"there is no column “{name[:80]}”; {self._nearest(name)}")

    def unfit(self, field: str, name: str, types: Sequence[ColumnType], remedy: str) -> Iterator[Violation]:
        """A refusal when the column is missing or holds something else than `types`; `remedy` says what to do."""
        if self.column(name) is None:
            yield from self.unknown(field, [name])
        elif self.type(name) not in types:
            wanted = " or ".join(WORDS[one] for one in types)
            yield Violation(field, f"“{name}” holds {WORDS[self.type(name)]}, and this takes {wanted}; {remedy}")

    def _nearest(self, name: str) -> str:
        folded = {one.casefold(): one for one in reversed(self.names)}
        near = [folded[one] for one in get_close_matches(name.casefold(), folded, _OFFERED, 0)]
        return f"the nearest: {', '.join(f'“{one}”' for one in near)}"
