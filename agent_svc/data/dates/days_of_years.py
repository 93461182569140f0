"""Days of years: `2024-061`, the 61st day of 2024, as scientists and satellites count them."""

from __future__ import annotations

import re
from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import Final

from agent_svc.data.dates.serials import NAMED, SerialReading

_COUNTED: Final = "days of a year"
_TIMED: Final = "and have times of day"
_WHOLE_YEARS: Final = "and each year but the last one ends with its last days"
_DAY: Final = re.compile(
    r"(?P<year>(?:19|20)[0-9]{2})-(?P<day>[0-3][0-9]{2})"
    r"(?P<clock>[T ](?P<hour>[01][0-9]|2[0-3]):(?P<minute>[0-5][0-9])(?::(?P<second>[0-5][0-9]))?Z?)?"
)
_RUN_ON: Final = re.compile(r"(?P<year>(?:19|20)[0-9]{2})(?P<day>[0-3][0-9]{2})(?P<clock>)")
_NAMED: Final = re.compile(
    r"(?<!candi)(?<!man)dat(?:e(?!n)|um)|(?<![^\W_])(?:day|tag)(?![^\W_])|\bfecha\b|дата|日期", re.IGNORECASE
)
_NAMED_SO: Final = re.compile(
    r"(?<![^\W_])(?:doy|yday|jday|ydoy)(?![^\W_])|day.?of.?(?:the.?)?year|julian|tag.?des.?jahres", re.IGNORECASE
)
_LAST_DAYS: Final = 360  # of a year: what is numbered seldom ends between here and the last one, year after year


def read_days_of_years(values: Sequence[str], name: str) -> SerialReading | None:
    """`values` as days of years; None where one is none. Without a hyphen (`2024061`) the name has to say so.

    Papers of a year are numbered alike: these are days for sure where the name speaks of some, where all have times,
    or where each year but the last one ends with its last days.
    """
    if not values:
        return None
    shape = _DAY if "-" in values[0] else _RUN_ON if _NAMED_SO.search(name) else None
    if shape is None or shape.fullmatch(values[0]) is None:
        return None
    found = {value: match for value in values if (match := shape.fullmatch(value))}
    moments = {value: moment for value, match in found.items() if (moment := _moment(match)) is not None}
    if len(moments) < len(values):
        return None
    timed = [bool(match["clock"]) for match in found.values()]
    cells = {v: moment.isoformat() if any(timed) else moment.date().isoformat() for v, moment in moments.items()}
    if _NAMED.search(name) or _NAMED_SO.search(name):
        return SerialReading(cells, _COUNTED, NAMED)
    if all(timed):
        return SerialReading(cells, _COUNTED, _TIMED)
    return SerialReading(cells, _COUNTED, _WHOLE_YEARS if _fill_years(list(moments.values())) else None)


def _moment(match: re.Match[str]) -> datetime | None:
    year, day = int(match["year"]), int(match["day"])
    moment = datetime(year, 1, 1) + timedelta(days=day - 1)
    if day < 1 or moment.year != year:
        return None
    if not match["clock"]:
        return moment
    return moment.replace(hour=int(match["hour"]), minute=int(match["minute"]), second=int(match["second"] or 0))


def _fill_years(moments: Sequence[datetime]) -> bool:
    last: dict[int, int] = {}
    for moment in moments:
        last[moment.year] = max(last.get(moment.year, 0), moment.timetuple().tm_yday)
    return len(last) > 1 and all(last[year] >= _LAST_DAYS for year in sorted(last)[:-1])
