"""A label: the name in a text that may also give a number, such as a slice's share below its name."""

from __future__ import annotations

import re
from typing import Final

# A report may be forged: a run of blanks is taken once, never shared out between two parts, which would take minutes.
_UNIT: Final = "(%|[kMBT]|bn|×10[⁻⁰¹²³⁴⁵⁶⁷⁸⁹]++)?"
_AMOUNT: Final = re.compile(rf"[(]?[-−+]?[\d.,’\s]*\d\s*+{_UNIT}[)]?(\s*\(.*\))?")
_TRAILING: Final = re.compile(rf"(?<![\s:,(])[\s:,(]++[-−+]?[\d.,’\u202f]*\d\s*{_UNIT}\)?$")


def name_in(text: str) -> str:
    """The text without a last line that is only an amount; empty when it is nothing but a percentage."""
    lines = [line.strip() for line in text.split("\n") if line.strip()]
    if len(lines) == 1 and re.fullmatch(r"[-−+]?[\d.,\s]*\d\s*%", lines[0]):
        return ""
    if len(lines) > 1 and _AMOUNT.fullmatch(lines[-1]):
        lines = lines[:-1]
    return " ".join(lines)


def without_amount(text: str) -> str:
    """The text without an amount at its end."""
    return _TRAILING.sub("", text)
