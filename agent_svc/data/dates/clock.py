"""Clock: written times of day, alone in their cells or behind a date."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import timedelta
from typing import Final

_DAY: Final = timedelta(days=1)
_DIGITS: Final = re.compile(r"([01][0-9]|2[0-3])([0-5][0-9])([0-5][0-9])")
_HOUR: Final = re.compile(r"[0-9]{1,2}")
# Not in the plural: hours that were worked, slept or flown are a measure.
_HOURS: Final = re.compile(r"(?:tages)?stunde|(?:hour|hr)(?:[ _]of[ _](?:the[ _])?day)?|heure|hora|uur", re.IGNORECASE)
_HALF = r"\s*(?P<half>[ap])\.?m\.?"
_HALF_OR_LETTER = r"\s*(?P<half>[ap])(?:\.?m\.?)?"  # weather stations write 12:30a; without minutes, 12a is a place
_SHAPES = tuple(
    re.compile(shape, re.IGNORECASE)
    for shape in (
        r"(?P<hour>[0-9]{1,2}):(?P<minute>[0-9]{2})(?::(?P<second>[0-9]{2})(?:[.,](?P<fraction>[0-9]{1,9}))?)?"
        rf"(?:{_HALF_OR_LETTER}|\s*(?P<mark>Uhr))?",
        rf"(?P<hour>[0-9]{{1,2}}){_HALF}",
        r"(?P<hour>[0-9]{1,2})(?:\.(?P<minute>[0-9]{2}))?\s*(?P<mark>Uhr)",
        r"(?P<hour>[0-9]{1,2})\s?(?P<mark>h)\s?(?P<minute>[0-9]{2})",
    )
)


@dataclass(frozen=True, slots=True)
class Times:
    """The distinct values of a column as times of day."""

    clocks: Mapping[str, timedelta]  # each written value, to what it is after midnight: at most a whole day
    marked: bool  # a value says itself that it is a time: `2:05 PM`, `14.05 Uhr`


def read_times(values: Iterable[str]) -> Times | None:
    """All `values` as times of day from 0:00 to 24:00, or None where one is none; 24:00 is midnight at its end."""
    clocks: dict[str, timedelta] = {}
    marked = False
    for value in values:
        match = next((found for shape in _SHAPES if (found := shape.fullmatch(value))), None)
        clock = clock_of(match.groupdict()) if match else None
        if match is None or clock is None or clock[1] > 59 or clock[2] > 59:
            return None
        hour, minute, second, micro = clock
        clocks[value] = timedelta(hours=hour, minutes=minute, seconds=second, microseconds=micro)
        if clocks[value] > _DAY:
            return None
        marked = marked or bool(match.groupdict().get("half") or match.groupdict().get("mark"))
    return Times(clocks, marked) if clocks else None


def read_digits(values: Sequence[str]) -> Times | None:
    """All `values` as times in six digits, `140512`, or None where one is none; their name has to say that they are."""
    found = {value: match for value in values if (match := _DIGITS.fullmatch(value))}
    if not found or len(found) < len(set(values)):
        return None
    clocks = {
        value: timedelta(hours=int(match[1]), minutes=int(match[2]), seconds=int(match[3]))
        for value, match in found.items()
    }
    return Times(clocks, marked=True)


def read_hours(name: str, values: Iterable[str]) -> Times | None:
    """All `values` as hours of the day, 0 to 23 or 1 to 24, under a name that says so; None otherwise."""
    listed = list(values)
    if _HOURS.fullmatch(name) is None or not listed or not all(map(_HOUR.fullmatch, listed)):
        return None
    hours = {value: int(value) for value in listed}
    if max(hours.values()) > 24 or (0 in hours.values() and 24 in hours.values()):
        return None
    return Times({value: timedelta(hours=hour) for value, hour in hours.items()}, marked=False)


def clock_of(part: Mapping[str, str | None]) -> tuple[int, int, int, int] | None:
    """Hour, minute, second and microsecond of a match's groups; midnight without an hour, None for `13:00 PM`."""
    if part.get("hour") is None:
        return 0, 0, 0, 0
    hour, half = int(part.get("hour") or 0), (part.get("half") or "").casefold()
    if half:
        if not 1 <= hour <= 12:
            return None
        hour = hour % 12 + (12 if half == "p" else 0)
    fraction = (part.get("fraction") or "0").ljust(6, "0")[:6]
    return hour, int(part.get("minute") or 0), int(part.get("second") or 0), int(fraction)
