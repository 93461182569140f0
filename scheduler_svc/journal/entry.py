"""The entry: what is handed in to be written, and how groups of them are committed."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from scheduler_svc.core.events import Event
from scheduler_svc.journal.base import Moment


@dataclass(frozen=True, slots=True)
class Batch:
    """Events that are written together; `seq` is the number of the first."""

    seq: int
    events: Sequence[Event]
    at: Moment


@dataclass(frozen=True, slots=True)
class Picture:
    """The state after the event `seq`."""

    seq: int
    snapshot: Callable[[], str]
    at: Moment


Entry = Batch | Picture
Commit = Callable[[Sequence[Entry]], None]
"""Writes entries in one transaction. Raises `JournalError`."""
