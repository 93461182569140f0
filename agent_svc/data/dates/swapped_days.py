"""Swapped days: real dates beside texts that the program which made them could not read, in one column."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final, NamedTuple

_REAL: Final = re.compile(r"[0-9]{4}-(?:0[0-9]|1[0-2])-(?P<day>[0-9]{2})(?:[T ].*)?", re.DOTALL)
_TEXT: Final = re.compile(
    r"(?P<first>[0-9]{1,2})(?P<mark>[/.-])(?P<second>[0-9]{1,2})(?P=mark)[0-9]{2,4}(?:\s.*)?", re.DOTALL
)
_MONTHS: Final = 12


class Swapped(NamedTuple):
    """A date whose day and month may have been swapped, and a text beside it that could not be."""

    real: str
    text: str


def maybe_swapped(values: Sequence[str]) -> Swapped | None:
    """What hints at days and months swapped by a spreadsheet of the other order; None where nothing does.

    It makes dates of what it can read, `02/01/2024` as the 2nd of January, and leaves `02/13/2024` a text: every real
    date then has a day of 12 or below, and every text a number above 12.
    """
    real, texts = "", ""
    for value in values:
        if (date := _REAL.fullmatch(value)) is not None:
            if int(date["day"]) > _MONTHS:
                return None
            real = real or value
        elif (text := _TEXT.fullmatch(value)) is not None:
            if max(int(text["first"]), int(text["second"])) <= _MONTHS:
                return None
            texts = texts or value
        else:
            return None
    return Swapped(real, texts) if real and texts else None
