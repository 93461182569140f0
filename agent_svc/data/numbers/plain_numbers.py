"""Plain numbers: columns that are told and read as a whole, without a look at single values."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from agent_svc.data.choices import DecimalMark
from agent_svc.data.numbers.number_reading import MAX_DIGITS, NumberReading, shortest

# Every value of a column at once: the common case needs no look at single values.
_PLAIN = re.compile(rf"(?:-?+(?!0[0-9])[0-9]{{1,{MAX_DIGITS}}}+(?:\.[0-9]++)?+\n)*+")
_POINT_MAY_GROUP = re.compile(r"(?>-?(?>[1-9][0-9]{0,2}(?>\.[0-9]{3})++(?![0-9.])|[0-9]++(?!\.))\n)*+")
_GROUPED_POINT = re.compile(r"-?[1-9][0-9]{0,2}(?:\.[0-9]{3})+")
_GROUPED_COMMA = re.compile(r"-?[1-9][0-9]{0,2}(?:,[0-9]{3})+")

_ALONE = {
    mark: re.compile(rf"-?[0-9]{{1,{MAX_DIGITS}}}(?:{re.escape(mark.character)}[0-9]{{1,40}})?") for mark in DecimalMark
}


def plain_digits(value: str, mark: DecimalMark) -> str | None:
    """The canonical text of a number of nothing but digits, a minus in front and a decimal `mark`; None for others."""
    if _ALONE[mark].fullmatch(value) is None:
        return None
    return shortest(value if mark is DecimalMark.POINT else value.replace(",", "."))


def are_plain(values: Sequence[str]) -> bool:
    """Whether all of `values` are written as canonical numbers are, so that only a point can mark their decimals."""
    text = "\n".join(values) + "\n"
    return text.count("\n") == len(values) and _PLAIN.fullmatch(text) is not None


def read_plain(values: Sequence[str]) -> NumberReading:
    """Values that `are_plain` as numbers, without a look at single ones but those that end in a zero."""
    cells = dict(zip(values, values, strict=True))
    longer = [value for value in values if value[-1] == "0" and ("." in value or value == "-0")]
    for value in longer:
        cells[value] = shortest(value)
    return NumberReading(DecimalMark.POINT, cells, (), as_written=not longer)


def read_commas(values: Sequence[str]) -> NumberReading | None:
    """Values that are plain but for a decimal comma, which one of them shows to be one; None for any others."""
    joined = "\n".join(values)
    if "," not in joined or "." in joined or not are_plain(swapped := joined.replace(",", ".").split("\n")):
        return None
    if len(swapped) != len(values) or only_comma_reads(values) is None:
        return None
    digits = [shortest(one) if one[-1] == "0" else one for one in swapped]
    return NumberReading(DecimalMark.COMMA, dict(zip(values, digits, strict=True)), ())


def only_comma_reads(values: Iterable[str]) -> str | None:
    """The first of `values` whose comma can mark nothing but decimals."""
    return next((value for value in values if "," in value and not _GROUPED_COMMA.fullmatch(value)), None)


def may_group(values: Sequence[str]) -> bool:
    """Whether the points of plain `values` could group thousands instead of marking decimals."""
    text = "\n".join(values)
    return "." in text and _POINT_MAY_GROUP.fullmatch(text + "\n") is not None


def only_point_reads(values: Iterable[str]) -> str | None:
    """The first of plain `values` whose point can mark nothing but decimals."""
    if "." not in "".join(values):
        return None
    return next((value for value in values if "." in value and not _GROUPED_POINT.fullmatch(value)), None)
