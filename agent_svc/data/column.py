"""Column: one named, typed column of a dataset."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum


class ColumnType(StrEnum):
    """What the values of a column are."""

    NUMBER = "number"
    DATE = "date"  # dates and datetimes
    TEXT = "text"
    BOOLEAN = "boolean"


@dataclass(frozen=True, slots=True)
class Column:
    """A column as `data.csv` holds it.

    `name` is the header in `data.csv`, unique in its table; `header` is what the user wrote (empty if there was none).
    `unit` is set for numbers only, read from the cells or from the end of the header.
    """

    name: str
    type: ColumnType
    unit: str | None
    header: str
    order: tuple[str, ...] = ()  # the values in their natural order: months, weekdays, quarters
