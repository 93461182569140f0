"""Far days: dates such as 9999-12-31 and 1900-01-01 that programs write where a day is open or unknown."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from agent_svc.data.columns.sentinels import NO_SENTINELS, Sentinels
from agent_svc.data.dates.iso import DateReading

_DAYS: Final = frozenset(
    {"9999-12-31", "9999-12-30", "9999-01-01", "2999-12-31", "2999-01-01"}
    | {"1900-01-01", "1899-12-30", "1899-12-31", "1800-01-01", "1753-01-01"}
)
_FAR: Final = 50  # years from every other day
_OTHERS: Final = 2


def far_days(readings: Iterable[DateReading]) -> Sentinels:
    """The days of a closed list that are at least fifty years from every other one of a column."""
    for reading in readings:
        if not reading.complete or _DAYS.isdisjoint({iso[:10] for iso in reading.cells.values()}):
            continue
        found = {written: iso for written, iso in reading.cells.items() if iso[:10] in _DAYS}
        years = [int(iso[:4]) for iso in reading.cells.values() if iso[:10] not in _DAYS]
        ends = (min(years), max(years)) if len(years) >= _OTHERS else ()
        if ends and all(abs(int(iso[:4]) - year) >= _FAR for iso in found.values() for year in ends):
            return Sentinels(found, sure=True)
    return NO_SENTINELS
