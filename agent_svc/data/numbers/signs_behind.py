"""Signs behind: `5-` is a negative amount in the lists of accountants, and a grade where schools write it."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

_GRADE: Final = re.compile(r"(?P<number>[0-9]{1,2})\s?(?P<sign>[-−–+])?")
_CENTS: Final = re.compile(r".*[0-9][.,](?P<digits>[0-9]{2,4})\D*")
_THOUSANDS: Final = re.compile(r"(?<![0-9])[1-9][0-9]{0,2}(?:[.,'’\s][0-9]{3})+(?![0-9])")
_IN_FRONT: Final = tuple("-−–+")
_HIGHEST_GRADE: Final = 20
_PLACES: Final = {"+": 0, None: 1}  # what is a bit better goes first, and a minus last
_NUMBER: Final = re.compile(r"[0-9]+(?:[.,][0-9]+)?")


def are_accounts(values: Sequence[str]) -> bool:
    """Whether `values`, numbers of which some have a sign behind them, are amounts: `1.234,50-`.

    They are where all have cents or some have thousands; elsewhere no plus stands behind any and no sign in front, and
    small ones without a sign, as grades are, do not stand beside them.
    """
    cents = [_CENTS.fullmatch(value) for value in values]
    if all(cents) and len({match["digits"] and len(match["digits"]) for match in cents if match}) == 1:
        return True
    if any(map(_THOUSANDS.search, values)):
        return True
    if any(value.endswith("+") or value.startswith(_IN_FRONT) for value in values):
        return False
    signless = any(value[-1] not in _IN_FRONT for value in values)
    return not (signless and all(map(_is_small, values)))


def places_of_grades(words: Sequence[str]) -> list[int] | None:
    """Where each of `words` stands, `1+` before `1` before `1-`; None unless all are grades, some with such signs."""
    found = [match for word in words if (match := _GRADE.fullmatch(word))]
    signed = [match for match in found if match["sign"]]
    if len(found) < len(words) or not signed:
        return None
    highest = max(int(match["number"]) for match in found)
    if all(match["sign"] == "+" and int(match["number"]) == highest for match in signed):
        return None  # `5+` beside 3 and 4 is five and more
    return [3 * int(match["number"]) + _PLACES.get(match["sign"], 2) for match in found]


def _is_small(value: str) -> bool:
    match = _NUMBER.search(value)
    return match is not None and float(match[0].replace(",", ".")) <= _HIGHEST_GRADE
