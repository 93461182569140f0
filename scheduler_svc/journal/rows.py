"""The rows: events as text with their kind and the version of the form that they were written in."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, get_args

from scheduler_svc.core.events import Event, Refused
from scheduler_svc.journal.base import JournalError
from scheduler_svc.journal.codec import CodecError, decode, encode

#: The form of what is written. A build reads every form up to its own; a field that is added with a default keeps it.
FORM: Final = 1

_KINDS: Final[dict[str, type]] = {kind.__name__: kind for kind in get_args(Event) if kind is not Refused}


@dataclass(frozen=True, slots=True)
class Row:
    """One event as it is kept."""

    kind: str
    form: int
    data: str


def to_row(event: Event) -> Row:
    """The row of an event that changed something."""
    return Row(type(event).__name__, FORM, encode(event))


def from_row(row: Row, seq: int) -> Event:
    """The event of a row. Raises `JournalError`, which names the row, for what this build does not understand."""
    kind = _KINDS.get(row.kind)
    if kind is None or row.form > FORM:
        raise JournalError(
            f"journal row {seq} ({row.kind}, form {row.form}) is from a newer Plotlane; start that one again"
        )
    try:
        event: Event = decode(kind, row.data)
    except CodecError as error:
        raise JournalError(f"journal row {seq} cannot be read: {error}") from error
    return event
