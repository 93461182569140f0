"""Number notices: what a user should know of how the numbers of a column were written."""

from __future__ import annotations

from collections.abc import Iterator

from agent_svc.data.numbers.exact import is_currency
from agent_svc.data.numbers.number_reading import NumberReading
from agent_svc.data.report import Notice, NoticeKind

_INFINITE = frozenset({"inf", "-inf"})


def number_notices(name: str, reading: NumberReading) -> tuple[Notice, ...]:
    """A notice for each way of writing among the numbers of the column `name` that says more than they do."""
    return tuple(Notice(kind, f"“{name}”: {said}", name) for kind, said in _said(reading))


def _said(reading: NumberReading) -> Iterator[tuple[NoticeKind, str]]:
    cells = reading.cells
    if reading.brackets_only:
        yield NoticeKind.AMBIGUOUS, "every number is in brackets and read as negative."
    elif reading.bracketed is not None and not is_currency(reading.unit):
        # Statistics offices put in brackets what is uncertain.
        number = cells[reading.bracketed]
        yield NoticeKind.CONVERTED, f"numbers in brackets are read as negative: “{reading.bracketed}” is {number}."
    if reading.unmarked is not None:
        kind = NoticeKind.CONVERTED if reading.unmarked_sure else NoticeKind.AMBIGUOUS
        yield kind, f"“{reading.unmarked}” has no “{reading.unit}”, which others have, and is read as an amount of it."
    if reading.noted is not None:
        yield NoticeKind.CONVERTED, f"marks behind numbers that refer to notes are left out, as in “{reading.noted}”."
    if reading.magnified is not None:
        whole = cells[reading.magnified]
        text = f"thousands, millions and billions are written out: “{reading.magnified}” is {whole}"
        if reading.small_beside is None:
            yield NoticeKind.CONVERTED, f"{text}."
        else:
            small = reading.small_beside
            yield NoticeKind.AMBIGUOUS, f"{text}; “{small}” is {cells[small]}, and may be meant in them as well."
    if reading.loosened is not None:
        number = cells[reading.loosened]
        yield NoticeKind.CONVERTED, f"“{reading.loosened}” is read as {number}, and so are others like it."
    if reading.mixed is not None:
        text = f"“{reading.mixed}” is {cells[reading.mixed]}: points and commas both mark decimals here."
        yield NoticeKind.CONVERTED, text
    if not _INFINITE.isdisjoint(cells.values()):
        infinite = next(value for value, digits in cells.items() if digits in _INFINITE)
        yield NoticeKind.CONVERTED, f"“{infinite}” is read as an infinite number, which no chart shows."
