"""Mixed marks: numbers of one column, some with a decimal point and some with a decimal comma."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from agent_svc.data.choices import DecimalMark
from agent_svc.data.numbers.number_reading import NumberReading


def read_mixed(readings: Mapping[DecimalMark, NumberReading], *, chosen: bool) -> NumberReading | None:
    """All values as numbers, each with the one mark that reads it; None where a value could be read in two ways.

    Marks between thousands as well, `1.234,5` beside `1,234.5`, are taken for that only where the user has `chosen`
    that the column is of numbers.
    """
    point, comma = readings.get(DecimalMark.POINT), readings.get(DecimalMark.COMMA)
    if point is None or comma is None or not point.unread or not comma.unread:
        return None
    both = point.cells.keys() & comma.cells.keys()
    if set(point.unread) & set(comma.unread) or any(point.cells[value] != comma.cells[value] for value in both):
        return None
    if point.unit != comma.unit or not (chosen or not any("." in v and "," in v for v in (*point.cells, *comma.cells))):
        return None
    return replace(point, cells={**comma.cells, **point.cells}, unread=(), as_written=False, mixed=point.unread[0])
