"""The difference: what one table has that another has not, in rows, columns and types."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from agent_svc.data.dataset import Dataset


@dataclass(frozen=True, slots=True)
class Difference:
    """From the table before to the one after; columns by name."""

    rows_before: int
    rows_after: int
    added: tuple[str, ...] = ()
    removed: tuple[str, ...] = ()
    retyped: Mapping[str, tuple[str, str]] | None = None

    def sentence(self) -> str:
        """The same for people."""
        parts = [f"{self.rows_before:,} → {self.rows_after:,} rows"]
        if self.added:
            parts.append(f"new: {', '.join(self.added)}")
        if self.removed:
            parts.append(f"gone: {', '.join(self.removed)}")
        for name, (before, after) in (self.retyped or {}).items():
            parts.append(f"{name}: {before} → {after}")
        return f"The data was changed by code ({'; '.join(parts)})."


def difference(before: Dataset, after: Dataset) -> Difference:
    """What changed from `before` to `after`."""
    old = {column.name: column.type.value for column in before.columns}
    new = {column.name: column.type.value for column in after.columns}
    retyped = {name: (old[name], kind) for name, kind in new.items() if name in old and old[name] != kind}
    added = tuple(name for name in new if name not in old)
    removed = tuple(name for name in old if name not in new)
    return Difference(before.rows, after.rows, added, removed, retyped)
