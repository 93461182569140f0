"""A number as a reader sees it written: `−1,200`, `3.4 M`, `2×10⁻⁷`, `12 %`, and with other marks `1.234,5`."""

from __future__ import annotations

import re
from functools import cache
from typing import Final, NamedTuple

from agent_svc.gates.number_marks import ENGLISH, NumberMarks

_UNITS: Final = {"k": 1e3, "m": 1e6, "mio": 1e6, "b": 1e9, "bn": 1e9, "g": 1e9, "mrd": 1e9, "t": 1e12, "tsd": 1e3}
_RAISED: Final = str.maketrans("⁻⁰¹²³⁴⁵⁶⁷⁸⁹", "-0123456789")
_MAX_CHARACTERS: Final = 40
_SLACK: Final = 1.02  #: of half of the last digit that is written


class Written(NamedTuple):
    """A number as it is written: its value, and how far the last digit lets it be from what it stands for."""

    value: float
    within: float


def written(text: str, marks: NumberMarks = ENGLISH) -> Written | None:
    """The number that `text` is with these `marks`, `−1,200`, `3.4 M`, `2×10⁻⁷` or `12 %`; None for any other text."""
    match = _pattern(marks).fullmatch(text.strip()) if len(text) <= _MAX_CHARACTERS else None
    unit = (match["unit"] or "").casefold() if match else ""
    if match is None or (unit and unit not in _UNITS):
        return None
    digits = marks.canonical(match["digits"])
    times = _UNITS.get(unit, 1.0) * 10.0 ** int((match["power"] or "⁰").translate(_RAISED) or 0)
    decimals = len(digits.partition(".")[2])
    sign = -1.0 if match["sign"] in ("-", "−") else 1.0
    return Written(sign * float(digits) * times, 0.5 * 10.0**-decimals * times * _SLACK)


@cache
def _pattern(marks: NumberMarks) -> re.Pattern[str]:
    """A report may be forged: no two parts share a run of characters, so that a text is read in linear time."""
    between, decimal = re.escape(marks.between), re.escape(marks.decimal)
    return re.compile(
        rf"(?P<sign>[-−+]?)(?P<digits>\d++(?:[{between}]\d{{3}})*+(?:{decimal}\d++)?)(?:[×x·]10(?P<power>[⁻⁰¹²³⁴⁵⁶⁷⁸⁹]++))?"
        r"\s?(?P<unit>[A-Za-z]{1,3})?\.?(?P<percent>\s?%)?"
    )
