"""Number marks: what stands between thousands and before decimals in the numbers of a picture."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, NamedTuple

_BLANKS: Final = "\u202f\u2009\u00a0 "  # libraries may write the narrow blank that scripts take as another one


class NumberMarks(NamedTuple):
    """Both as scripts write them, one character each."""

    thousands: str = ","
    decimal: str = "."

    @property
    def between(self) -> str:
        """Every character that may stand between thousands."""
        return _BLANKS if self.thousands in _BLANKS else self.thousands

    def canonical(self, digits: str) -> str:
        """`1.234,5` as `1234.5`, which Python reads."""
        return digits.translate(dict.fromkeys(map(ord, self.between))).replace(self.decimal, ".")

    def written(self, text: str) -> str:
        """`1,234.5`, as Python writes it, as `1.234,5`."""
        return text.translate(str.maketrans(",.", self.thousands + self.decimal))


ENGLISH: Final = NumberMarks()


def number_marks_of(options: Mapping[str, object]) -> NumberMarks:
    """The marks that a chart's `number_format` asks for: those of `1.234,5` stand behind its 1 and its 4."""
    chosen = options.get("number_format")
    if not isinstance(chosen, str) or len(chosen) != len("1,234.5"):
        return ENGLISH
    return NumberMarks(chosen[1].replace(" ", "\u202f"), chosen[5])
