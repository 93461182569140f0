"""Serials: moments that are written as one number, counted from a known day."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Final

_HEADER_EPOCH = re.compile(
    r"epoch|unix|timestamp|zeitstempel|(?:^|[_\s])(?:ts|time|zeit|date|datum)(?:$|[_\s(])|_at$|^t$", re.I
)
_HEADER_DAYS = re.compile(r"^(?:.*[_\s])?(?:dat(?:e|um)|tag|day)(?:$|[_\s(])", re.IGNORECASE)
_EPOCH: Final = datetime(1970, 1, 1)
_EXCEL: Final = datetime(1899, 12, 30)  # day 60 of the 1900 system is a day that never was; this start skips it
_SECONDS = re.compile(r"(?:9[89][0-9]{7}|[123][0-9]{9})(?:\.[0-9]{1,6})?\n")  # 2001 to 2096
_MILLISECONDS = re.compile(r"(?:9[89][0-9]{7}|[123][0-9]{9})[0-9]{3}\n")
_DAYS = re.compile(r"[2-6][0-9]{4}(?:\.[0-9]+)?\n")  # 1954 to 2091


@dataclass(frozen=True, slots=True)
class SerialReading:
    """The distinct values of a column as moments in UTC or as days, and what they count."""

    cells: Mapping[str, str]
    counted: str  # what the numbers are, as a phrase
    named: bool  # whether the header says so too, which makes it unmistakable


def read_serials(values: Sequence[str], header: str) -> SerialReading | None:
    """`values` as moments since 1970 or as the day numbers of Excel; None where one of them cannot be."""
    if not values:
        return None
    joined = "\n".join(values) + "\n"
    for form, start, unit, counted, name in _FORMS:
        if form.match(joined) and re.fullmatch(f"(?:{form.pattern})*", joined):
            return SerialReading(_moments(values, start, unit), counted, name.search(header) is not None)
    return None


_FORMS: Final = (
    (_SECONDS, _EPOCH, timedelta(seconds=1), "seconds since 1970", _HEADER_EPOCH),
    (_MILLISECONDS, _EPOCH, timedelta(milliseconds=1), "milliseconds since 1970", _HEADER_EPOCH),
    (_DAYS, _EXCEL, timedelta(days=1), "day numbers of Excel", _HEADER_DAYS),
)


def _moments(values: Sequence[str], start: datetime, unit: timedelta) -> dict[str, str]:
    moments = {value: _rounded(start + float(value) * unit) for value in values}
    days = all((m.hour, m.minute, m.second, m.microsecond) == (0, 0, 0, 0) for m in moments.values())
    exact = any(moment.microsecond for moment in moments.values())
    if days:
        return {value: moment.date().isoformat() for value, moment in moments.items()}
    spec = "milliseconds" if exact else "seconds"
    return {value: moment.isoformat(timespec=spec) for value, moment in moments.items()}


def _rounded(moment: datetime) -> datetime:
    """To the millisecond: a fraction of a day as a float names no more."""
    return moment + timedelta(microseconds=-moment.microsecond, milliseconds=round(moment.microsecond / 1000))
