"""Number digits: the canonical digits of a number, exact, from the ones that were written."""

from __future__ import annotations

from decimal import Decimal
from typing import Final

from agent_svc.data.choices import DecimalMark
from agent_svc.data.numbers.number_reading import MAX_DIGITS, shortest

_MAX_POWER: Final = 308  # of ten, in a 64-bit float


def exact_digits(body: str, power: str | None, mark: DecimalMark, group: str | None) -> str | None:
    """The canonical digits of an unsigned number, or None when no 64-bit float comes near it."""
    if group:
        body = body.replace(group, "")
    if mark is DecimalMark.COMMA:
        body = body.replace(",", ".")
    whole = body.partition(".")[0]
    if power is None and len(whole.lstrip("0")) <= MAX_DIGITS:
        return shortest(body)
    return _scaled(Decimal(body + (power or "")))


def _scaled(number: Decimal) -> str | None:
    _, digits, exponent = number.as_tuple()
    if not isinstance(exponent, int):
        return None
    text = "".join(map(str, digits)).lstrip("0")
    if not text:
        return "0"
    first = len(text) - 1 + exponent  # the power of ten of the first digit
    if abs(first) >= _MAX_POWER:
        return None
    if -7 <= first < MAX_DIGITS:
        return shortest(f"{number:f}")
    text = text.rstrip("0")
    return f"{text[0]}.{text[1:]}e{first}" if len(text) > 1 else f"{text}e{first}"
