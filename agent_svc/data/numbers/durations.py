"""Durations: how long something took, `2h 5min` or `1:02:03`, as numbers of one unit."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from decimal import Decimal
from itertools import takewhile
from typing import Final

from agent_svc.data.numbers.number_reading import shortest

_NAMED: Final = re.compile(
    r"dauer|duration|elapsed|(?:lauf|fahr|reise|rechen|ziel|netto|brutto|runden|zwischen|stand)zeit|runtime"
    r"|(?:run|race|lap|split|chip|net|gun|up|down|travel) ?time|time taken|\b(?:lap|split|pace|tempo)\b|durée|duración",
    re.IGNORECASE,
)
_SECONDS: Final = {
    "d": Decimal(86_400),
    "h": Decimal(3_600),
    "min": Decimal(60),
    "s": Decimal(1),
    "ms": Decimal("0.001"),
}
# A capital M is a million, unless hours stand in front.
_SPELLED: Final = re.compile(
    r"(?:(?P<d>[0-9]{1,5})\s?(?:d|days?|tage?n?)[\s,]*)?"
    r"(?:(?P<h>[0-9]{1,5})\s?(?:h|hrs?|hours?|std|stunden?)\.?[\s,]*)?"
    r"(?:(?P<min>[0-9]{1,5})\s?(?:(?(h)m|(?-i:m))|mins?|minutes?|minuten?|')\.?[\s,]*)?"
    r"(?:(?P<s>[0-9]{1,6}(?:[.,][0-9]{1,6})?)\s?(?:s|secs?|seconds?|sek|sekunden?|'')\.?\s?)?"
    r"(?:(?P<ms>[0-9]{1,9}(?:[.,][0-9]{1,6})?)\s?(?:ms|milliseconds?|millisekunden?))?",
    re.IGNORECASE,
)
_COLONS: Final = re.compile(
    r"(?:(?:(?P<h>[0-9]{1,4}):(?=[0-5][0-9]:))?(?P<min>[0-9]{1,3}):)?(?P<s>[0-5]?[0-9](?:[.,][0-9]{1,6})?)"
)
_HOURS_MINUTES: Final = re.compile(r"(?P<h>[0-9]{1,4})\s?h\s?(?P<min>[0-5][0-9])", re.IGNORECASE)
_PACE: Final = re.compile(
    r"(?P<time>[0-9:]+)\s?(?:min\.?)?\s?/\s?(?P<per>km|mi|mile|meile|100\s?m|500\s?m)", re.IGNORECASE
)
_WORKED: Final = re.compile(r"stunden|arbeitszeit|pause|\bhours\b|heures", re.IGNORECASE)
_TWO: Final = re.compile(r"[0-9]{1,3}:[0-5][0-9]")  # minutes and seconds, or hours and minutes
_HOURS: Final = 24  # of a day: so many minutes in front of a colon are no hour of one


@dataclass(frozen=True, slots=True)
class DurationReading:
    """The distinct values of a column as durations of one unit."""

    cells: Mapping[str, str]  # each value, to its canonical number
    unit: str  # the smallest that is written: d, h, min, s or ms; empty where `4:30` does not say it
    certain: bool  # they can be nothing else; `1:02:03` is a time of day, too, unless the column is called a duration


def read_durations(values: Sequence[str], name: str) -> DurationReading | None:
    """All `values` as durations, or None where one is none.

    `4:30` has minutes or hours in front; beside `1:02:03`, `45:10` or `4:30.5` it has minutes, and without them it is
    none but in a column that is called a duration, where its unit stays open.
    """
    if not values:
        return None
    paces = [match for value in values if (match := _PACE.fullmatch(value))] if "/" in values[0] else []
    if paces:
        return _read_paces(values, paces)
    for shape in (_SPELLED, _HOURS_MINUTES, _COLONS):
        if not _parts(shape, values[0]):
            continue  # most columns are told by their first value
        written = list(takewhile(bool, (_parts(shape, value) for value in values)))
        if len(written) == len(values) and (shape is not _COLONS or _count_seconds(written)):
            long = any("h" in parts for parts in written)
            return _reading(values, written, certain=shape is _SPELLED or (long and _NAMED.search(name) is not None))
    mixed = _mixed(values)
    if mixed:
        return _reading(values, mixed, certain=True)
    if (_NAMED.search(name) or _WORKED.search(name)) and all(map(_TWO.fullmatch, values)):
        written = [_parts(_COLONS, value) for value in values]
        return replace(_reading(values, written, certain=False), unit="")
    return None


def _read_paces(values: Sequence[str], paces: Sequence[re.Match[str]]) -> DurationReading | None:
    """`5:06 /km` as 306 s/km, which nothing else is; None unless all are for the same way."""
    written = [_parts(_COLONS, match["time"]) for match in paces]
    ways = {"".join(match["per"].split()).casefold() for match in paces}
    if len(paces) < len(values) or len(ways) > 1 or not all("min" in parts for parts in written):
        return None
    return replace(_reading(values, written, certain=True), unit=f"s/{ways.pop()}")


def _mixed(values: Sequence[str]) -> list[Mapping[str, str]]:
    """`90 min` and `1 h` beside `2h30`, taken apart; empty where one value is neither."""
    written: list[Mapping[str, str]] = []
    for value in values:
        parts = _parts(_SPELLED, value) or _parts(_HOURS_MINUTES, value)
        if not parts:
            return []
        written.append(parts)
    return written


def _count_seconds(written: Sequence[Mapping[str, str]]) -> bool:
    """Whether what stands behind the last colon are seconds."""
    if not any("min" in parts for parts in written):
        return False
    return any("h" in part or not part["s"].isdigit() or int(part.get("min", 0)) >= _HOURS for part in written)


def _parts(shape: re.Pattern[str], value: str) -> dict[str, str]:
    match = shape.fullmatch(value)
    return {unit: part for unit, part in match.groupdict().items() if part} if match else {}


def _reading(values: Sequence[str], written: Sequence[Mapping[str, str]], *, certain: bool) -> DurationReading:
    unit = min((unit for parts in written for unit in parts), key=_SECONDS.__getitem__)
    cells = {
        value: shortest(
            f"{sum(Decimal(part.replace(',', '.')) * _SECONDS[of] for of, part in parts.items()) / _SECONDS[unit]:f}"
        )
        for value, parts in zip(values, written, strict=True)
    }
    return DurationReading(cells, unit, certain)
