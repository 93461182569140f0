"""Serials: moments that are written as one number, counted from a known day."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Final

NAMED: Final = "and the name of the column says so"
_MIDNIGHTS: Final = "each the begin of a day"
_HEADER_EPOCH = re.compile(
    r"(?i:epoch|unix|timestamp|zeitstempel|zeitpunkt|(?:^|[_\s])(?:ts|time|zeit|date|datum|datetime)(?:$|[_\s(])|_at$|^t$"
    r"|^(?:when|wann|last[_ ]?seen|(?:event|start|end)[_ ]?time)$)|[a-z](?:At|Time|Ts|Date)$"
)
_HEADER_DAYS = re.compile(r"^(?:.*[_\s])?(?:dat(?:e|um)|tag|day)(?:$|[_\s(])", re.IGNORECASE)
_DAY_IN_DIGITS: Final = re.compile(r"(?:19|20)[0-9]{6}")
_SEVERAL: Final = 3
_ROUND: Final = 100_000  # seconds; each begin of a day is a multiple of a hundred
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
    proof: str | None  # why they are nothing else, as a phrase; None where they may be

    @property
    def sure(self) -> bool:
        """Whether the numbers are nothing else."""
        return self.proof is not None


def in_digits(values: Sequence[str]) -> bool:
    """Whether all `values` have the digits of a day, `20240301`, as numbers of JSON may."""
    return bool(values) and all(_DAY_IN_DIGITS.fullmatch(value) is not None for value in values)


def read_serials(values: Sequence[str], header: str) -> SerialReading | None:
    """`values` as moments since 1970 or as the day numbers of Excel; None where one of them cannot be."""
    if not values:
        return None
    joined = "\n".join(values) + "\n"
    for form, start, unit, counted, name in _FORMS:
        if form.match(joined) and re.fullmatch(f"(?:{form.pattern})*", joined):
            proof = NAMED if name.search(header) else None
            if proof is None and form is not _DAYS and _are_midnights(values, timedelta(days=1) // unit):
                proof = _MIDNIGHTS
            return SerialReading(_moments(values, start, unit), counted, proof)
    return None


def _are_midnights(values: Sequence[str], day: int) -> bool:
    """Whether so many `values` are multiples of a `day` that no amounts are, many of which are round as well."""
    if len(values) < _SEVERAL or not all(value.isdigit() and int(value) % day == 0 for value in values):
        return False
    second = day // 86_400
    return sum(1 for value in values if int(value) % (_ROUND * second)) > len(values) // 2


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
