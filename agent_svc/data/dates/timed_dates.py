"""Timed dates: dates with a time of day behind them, of which each day is taken apart once for all its times."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from typing import Final

from agent_svc.data.dates.written_date import WrittenDate

# Whatever stands in front, two digits each for hour, minute and second, and a zone: no shape of a date tells one digit
# from another there, so that values which differ in these alone are of one shape.
_TIMED: Final = re.compile(
    r"([^:]*[^0-9:])([01][0-9]|2[0-3]):([0-5][0-9])(?::([0-5][0-9]))?(Z|\s?[+-][0-9]{2}:?[0-9]{2})?", re.ASCII
)


def each_taken_apart(
    values: Iterable[str], take: Callable[[str], WrittenDate | None]
) -> Iterator[tuple[str, WrittenDate | None]]:
    """Each of `values` with what `take` makes of it, which is asked once for all times of a day that it can read."""
    days: dict[tuple[str, bool, str | None], WrittenDate] = {}
    for value in values:
        match = _TIMED.fullmatch(value)
        if match is None or not value.isascii():
            yield value, take(value)
            continue
        day, hour, minute, second, zone = match.groups()
        clock = (int(hour), int(minute), int(second or 0), 0)
        known = days.get((day, second is None, zone))
        if known is not None:
            yield value, known._replace(clock=clock)
            continue
        written = take(value)
        if written is not None and written.timed and written.clock == clock:
            days[day, second is None, zone] = written
        yield value, written
