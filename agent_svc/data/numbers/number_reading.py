"""Number reading: the values of a column as numbers under one decimal mark."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from agent_svc.data.choices import DecimalMark

_NO_ZERO = frozenset("123456789")
MAX_DIGITS = 18  # of an integer written in full: more do not fit 64 bits, and are ids rather than amounts


@dataclass(frozen=True, slots=True)
class NumberReading:
    """The distinct values of a column under one decimal mark."""

    mark: DecimalMark
    cells: Mapping[str, str]  # each value that is a number, to its canonical text
    unread: tuple[str, ...]  # the values that are not
    unit: str | None = None  # what every cell carries
    as_written: bool = False  # every number is in its canonical text already
    brackets_only: bool = False  # every number is in accounting brackets
    bracketed: str | None = None  # the first value that is
    noted: str | None = None  # the first value with a mark behind it that refers to a note
    magnified: str | None = None  # the first value whose thousands, millions or billions were written out
    small_beside: str | None = None  # a small value beside those, which may be meant in thousands or millions, too
    loosened: str | None = None  # the first value with a word of doubt or a fraction
    mixed: str | None = None  # the first value with a decimal comma, beside others with a decimal point
    unmarked: str | None = None  # the first value without the currency that others carry, and all are in
    unmarked_sure: bool = False  # accounts are written so, and nothing else
    units: tuple[str, ...] = ()  # where all values are numbers, and only their units differ: those units

    @property
    def complete(self) -> bool:
        """Whether every value is a number."""
        return not self.unread and bool(self.cells)


def shortest(text: str) -> str:
    """`007.50` as `7.5`, `.5` as `0.5`, `-0.0` as `0`: the same value without digits that say nothing."""
    if "." in text:
        text = text.rstrip("0").rstrip(".")
    if text.lstrip("-")[:1] in _NO_ZERO:
        return text  # most numbers
    sign, text = ("-", text[1:]) if text[:1] == "-" else ("", text)
    if text[:1] in ("", "0", "."):
        text = text.lstrip("0")
        if not text or text[0] == ".":
            text = "0" + text
    return sign + text if text != "0" else "0"
