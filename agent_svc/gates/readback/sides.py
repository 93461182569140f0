"""Both sides of a check: the rows that the table gives, and the rows that a figure shows, under the same names."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from agent_svc.gates.figure import Array, Panel
from agent_svc.gates.readback.drawn import Marks, texts_at, tick_labels
from agent_svc.gates.readback.families.base import Check
from agent_svc.gates.readback.labels import without_amount
from agent_svc.gates.readback.names import NameBook
from agent_svc.gates.readback.rows import Rows, allowances, place_allowances
from agent_svc.gates.readback.table import Table, floats
from agent_svc.gates.readback.words import Words


class Sides:
    """What `check` wants, and how drawn marks read as rows of the same channels. `by_panel`: titles name series."""

    def __init__(self, check: Check, panels: Sequence[Panel], tolerance: float, *, by_panel: bool) -> None:
        self.check = check
        self.tolerance = tolerance = tolerance if check.tolerance is None else check.tolerance
        self._panels = panels
        self._by_panel = by_panel
        table = check.wanted
        channels = [channel for channel in check.compare if channel in table.frame.columns]
        self.named = [channel for channel in channels if table.is_named(channel)]
        self.measured = [channel for channel in channels if not table.is_named(channel)]
        self._books = {channel: book for channel in self.named if (book := table.book(channel)) is not None}
        self._series = NameBook(table.names("series"), "text") if table.is_named("series") else None
        self.wanted, self.wanted_series = self._rows_wanted(table)
        places = [n for n, channel in enumerate(self.measured) if channel in ("place", "start", "end")]
        self.allowed = place_allowances(self.wanted, places, tolerance, allowances(self.wanted, tolerance))
        noise = [table.noise.get(channel, 0.0) for channel in self.measured]
        self.allowed = np.maximum(self.allowed, noise)
        self.words = Words(check.noun, self.named, self.measured, table.dates)

    def shown(self, drawn: Sequence[Marks]) -> Rows:
        """All these marks as rows; of marks that are not listed whole, those that are."""
        return _stacked([self._rows_drawn(marks) for marks in drawn], len(self.measured))

    def series_of(self, marks: Marks) -> str | None:
        """The series that the marks' label or panel names; None when it names none, or there are no series."""
        if self.check.anywhere:
            return None
        shown = marks.panel.title if self._by_panel else marks.label
        if self._series is None or not shown:
            return None
        name = _read(self._series, shown)
        return name if name is not None and self._series.knows(name) else None

    def _rows_wanted(self, table: Table) -> tuple[Rows, list[str] | None]:
        frame = table.frame
        numbers = np.column_stack([floats(frame[c]) for c in self.measured] or [np.zeros((len(frame), 0))])
        whole = np.asarray(np.isfinite(numbers).all(axis=1))
        named = [frame[c].astype(str).tolist() for c in self.named]
        keys: list[tuple[str, ...]] = list(zip(*named, strict=True)) if named else [()] * len(frame)
        rows = Rows([key for key, kept in zip(keys, whole, strict=True) if kept], numbers[whole])
        if not table.is_named("series"):
            return rows, None
        names = frame["series"].astype(str).tolist()
        return rows, [name for name, kept in zip(names, whole, strict=True) if kept]

    def _rows_drawn(self, marks: Marks) -> Rows:
        count = len(next(iter(marks.columns.values())))
        numbers: Array = np.column_stack([marks.columns[c] for c in self.measured] or [np.zeros((count, 0))])
        texts = [self._texts(marks, channel, count) for channel in self.named]
        placed = [np.round(marks.columns[c], 9).tolist() for c in self.named if c in marks.columns]
        return Rows(
            list(zip(*texts, strict=True)) if texts else [()] * count,
            numbers.reshape(count, len(self.measured)),
            list(zip(*placed, strict=True)),
        )

    def _texts(self, marks: Marks, channel: str, count: int) -> list[str | None]:
        book = self._books[channel]
        if channel in marks.names:
            return [_read(book, text) for text in marks.names[channel]]
        axis = marks.axes.get(channel)
        if axis is None or channel not in marks.columns:
            return [None] * count
        ticks = tick_labels(marks.panel, axis, self._panels)
        return [_read(book, text) for text in texts_at(marks.columns[channel], ticks)]


def _read(book: NameBook, text: str | None) -> str | None:
    if not text:
        return None
    bare = without_amount(text)
    return book.reading(bare) if not book.knows(text) and bare and book.knows(bare) else book.reading(text)


def _stacked(parts: Sequence[Rows], width: int) -> Rows:
    if not parts:
        return Rows([], np.zeros((0, width)))
    numbers = np.concatenate([part.numbers for part in parts])
    spots = [spot for part in parts for spot in part.spots]
    return Rows([key for part in parts for key in part.keys], numbers, spots if len(spots) == len(numbers) else ())
