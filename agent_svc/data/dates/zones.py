"""Zones: the names of time zones behind a moment, and how far those are from UTC that mean one thing only."""

from __future__ import annotations

from datetime import timedelta
from typing import Final

#: Hours from UTC.
_HOURS: Final = {
    "UTC": 0, "WET": 0, "WEST": 1, "CET": 1, "MEZ": 1, "CEST": 2, "MESZ": 2, "EET": 2, "OEZ": 2, "EEST": 3, "OESZ": 3,
    "MSK": 3, "JST": 9, "KST": 9, "AEST": 10, "AEDT": 11, "NZST": 12, "NZDT": 13,
    "EST": -5, "EDT": -4, "CDT": -5, "MST": -7, "MDT": -6, "PST": -8, "PDT": -7,
}  # fmt: skip
#: Each is the time of several countries.
AMBIGUOUS: Final = ("CST", "IST", "BST")
#: As they are written, the longest first, for a regular expression.
NAMES: Final = "|".join(sorted((*_HOURS, *AMBIGUOUS), key=len, reverse=True))


def zone_of(written: str | None) -> str | None:
    """`+02:00` for any spelling of an offset, `UTC` for all of its names, and other names in capitals."""
    if written is None:
        return None
    zone = written.upper()
    if zone in ("Z", "UTC", "GMT"):
        return "UTC"
    if zone.isalpha():
        return zone
    offset = zone.removeprefix("UTC").removeprefix("GMT")
    hours, _, minutes = offset[1:].partition(":")
    if not minutes and len(hours) > 2:
        hours, minutes = hours[:-2], hours[-2:]
    return f"{offset[0]}{int(hours):02}:{minutes or '00'}"


def from_universal(zone: str) -> timedelta | None:
    """What a moment in `zone`, as `zone_of` gives it, is ahead of UTC; None for a name not known, or of several."""
    if zone in _HOURS:
        return timedelta(hours=_HOURS[zone])
    if zone.isalpha():
        return None
    ahead = timedelta(hours=int(zone[1:3]), minutes=int(zone[4:]))
    return -ahead if zone[0] == "-" else ahead
