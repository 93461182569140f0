"""The pinned reading: the one under which a dataset's own data.csv leaves nothing to decide."""

from __future__ import annotations

from typing import Final

from agent_svc.data import ColumnType, Dataset, Reading, Subject

_STRUCTURE: Final = (
    (Subject.MOJIBAKE, "as written"),
    (Subject.COMMENTS, "kept"),
    (Subject.QUOTING, "doubled"),
    (Subject.DELIMITER, "comma"),
    (Subject.START, "row 1"),
    (Subject.HEADER, "first row"),
    (Subject.TOTALS, "kept"),
)


def pinned(dataset: Dataset) -> Reading:
    """The choices that read `dataset.csv` as `dataset` again."""
    reading = Reading()
    for subject, choice in _STRUCTURE:
        reading = reading.choose(subject, choice)
    for column in dataset.columns:
        reading = reading.choose(Subject.MISSING, "text", column.name)
        # A column that is empty under a type has no value that could be read as it.
        if column.type is ColumnType.NUMBER:
            reading = reading.choose(Subject.DECIMAL, "point", column.name)
        if column.type is ColumnType.DATE:
            reading = reading.choose(Subject.MOMENT, "as written", column.name)
        reading = reading.choose(Subject.TYPE, column.type.value, column.name)
    return reading
