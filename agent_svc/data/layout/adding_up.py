"""Adding up: whether numbers make another together."""

from __future__ import annotations

from collections.abc import Sequence
from decimal import Decimal, InvalidOperation
from typing import Final

LEAST: Final = 2  # so many are summed up at least
MOST_DIGITS: Final = 60  # longer numbers are not added up


def sums_up(texts: Sequence[str], total: str, *, means: bool) -> bool:
    """Whether `total` is the sum (or the mean) of `texts`, canonical numbers, to the digits that are written."""
    if len(texts) < LEAST or any(len(text) > MOST_DIGITS for text in (*texts, total)):
        return False
    try:
        numbers, whole = [Decimal(text) for text in texts], Decimal(total)
        result = sum(numbers, Decimal(0)) / (len(numbers) if means else 1)
        off = abs(result - whole)
    except InvalidOperation:
        return False
    if not all(number.is_finite() for number in (*numbers, whole)) or not any(numbers):
        return False
    written = (whole,) if means else (*numbers, whole)
    step = max(Decimal(1).scaleb(int(number.as_tuple().exponent)) for number in written)
    if means:
        return off <= step
    exact = all("." not in text for text in (*texts, total))
    return off == 0 if exact else off <= step * (len(numbers) + 1) / 2
