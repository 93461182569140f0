"""Numbers: written numbers under a decimal mark, to their exact decimal digits."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal
from typing import NamedTuple

from agent_svc.data.months import is_month
from agent_svc.data.reading import DecimalMark

MAX_DIGITS = 18  # of an integer written in full: more do not fit 64 bits, and are ids rather than amounts
_LONGEST = 80  # characters of a number with everything around it
_MAX_POWER = 308  # of ten, in a 64-bit float

_SPACES = " \u00a0\u2009\u202f"
_SYMBOLS = "€$£¥₹₽₩₺₪฿"
_CURRENCY = rf"[{_SYMBOLS}]|US\$|R\$|EUR|USD|GBP|CHF|JPY|CNY|SEK|NOK|DKK|PLN|CZK|HUF|AUD|CAD|INR|BRL|Fr\."
_UNIT = (
    rf"(?:[^\W\d_]|[%‰°{_SYMBOLS}])"
    rf"(?:[^\W\d_]|[%°{_SYMBOLS}²³·/^*.]|\ (?=\S)|(?<=[^\W\d_])[-⁻]?[1-4](?![0-9])){{0,14}}"
)
_NO_UNIT = frozenset({"am", "pm", "a.m.", "p.m.", "st", "nd", "rd", "th", "e"})
_INFINITY = re.compile(r"([+-]?)(?:inf|infinity|∞)", re.IGNORECASE)

# Every value of a column at once: the common case needs no look at single values.
_PLAIN = re.compile(rf"(?>-?(?>0|[1-9][0-9]{{0,{MAX_DIGITS - 1}}})(?>\.[0-9]+)?\n)*+")
_POINT_MAY_GROUP = re.compile(r"(?>-?(?>[1-9][0-9]{0,2}(?>\.[0-9]{3})++(?![0-9.])|[0-9]++(?!\.))\n)*+")
_NOT_PLAIN_ID = re.compile(rf"[-+]?(?:0[0-9]|[0-9]{{{MAX_DIGITS + 1},}}$)")


def _cell(mark: str, group: str) -> re.Pattern[str]:
    grouped = rf"[1-9][0-9]{{0,2}}(?P<group>[{group}'’{_SPACES}])[0-9]{{3}}(?:(?P=group)[0-9]{{3}})*"
    return re.compile(
        rf"""(?:(?P<lead>{_CURRENCY})\s?(?=\())?(?P<open>\()?
        \s?(?P<before>[-+−–])?\s?(?P<currency>{_CURRENCY})?\s?(?P<inside>[-+−–])?
        (?P<body>(?:{grouped}|[0-9]+)(?:{mark}[0-9]+)?|{mark}[0-9]+)(?P<power>[eE][-+]?[0-9]{{1,4}})?
        \s?(?P<unit>{_UNIT})?(?P<after>[-−–])?(?P<close>\))?""",
        re.VERBOSE,
    )


_CELL = {DecimalMark.POINT: _cell(r"\.", ","), DecimalMark.COMMA: _cell(",", r"\.")}


@dataclass(frozen=True, slots=True)
class NumberReading:
    """The distinct values of a column under one decimal mark."""

    mark: DecimalMark
    cells: Mapping[str, str]  # each value that is a number, to its canonical text
    unread: tuple[str, ...]  # the values that are not
    unit: str | None = None  # what every cell carries
    brackets_only: bool = False  # every number is in accounting brackets

    @property
    def complete(self) -> bool:
        """Whether every value is a number."""
        return not self.unread and bool(self.cells)


def read_numbers(values: Sequence[str], mark: DecimalMark) -> NumberReading:
    """The distinct `values` as numbers whose decimals follow `mark`.

    Units are part of a number only where all carry the same one (a zero needs none); others are left unread.
    """
    if mark is DecimalMark.POINT and _all_plain(values):
        return NumberReading(mark, {v: v if v[-1] != "0" else _shortest(v) for v in values}, ())
    found = {value: _read(value, mark) for value in values}
    units = Counter(number.unit for number in found.values() if number and number.digits != "0")
    unit = max(units, key=lambda one: units[one], default=None)
    if unit and len(units) == 1 and len(found) == 1 and unit[0] not in f"%‰°{_SYMBOLS}":
        unit = None  # one value with a word behind it, over and over, is a label
    numbers = {v: n for v, n in found.items() if n and (n.unit == unit or (n.digits == "0" and not n.unit))}
    return NumberReading(
        mark,
        {value: number.digits for value, number in numbers.items()},
        tuple(value for value in values if value not in numbers),
        unit,
        bool(numbers) and all(number.brackets for number in numbers.values()),
    )


def mark_matters(values: Sequence[str]) -> bool:
    """Whether a comma as decimal mark could read `values` at all, other than a point does."""
    text = "\n".join(values)
    if not _all_plain(values):
        return "." in text or "," in text
    return "." in text and _POINT_MAY_GROUP.fullmatch(text + "\n") is not None


def is_number(value: str, mark: DecimalMark) -> bool:
    """Whether this mark reads `value` as a number."""
    return _read(value, mark) is not None


def written_as_id(values: Sequence[str]) -> str | None:
    """The first value that is written like no amount: with leading zeros, or with more digits than a number keeps."""
    if _all_plain(values):
        return None
    return next((value for value in values if _NOT_PLAIN_ID.match(value)), None)


class _Number(NamedTuple):
    digits: str
    unit: str | None
    brackets: bool = False


def _all_plain(values: Sequence[str]) -> bool:
    text = "\n".join(values) + "\n"
    return text.count("\n") == len(values) and _PLAIN.fullmatch(text) is not None


def _read(value: str, mark: DecimalMark) -> _Number | None:
    if len(value) > _LONGEST:
        return None
    match = _CELL[mark].fullmatch(value)
    if match is None:
        infinity = _INFINITY.fullmatch(value)
        return _Number("-inf" if infinity[1] == "-" else "inf", None) if infinity else None
    lead, opened, before, currency, inside, body, power, unit, after, closed, group = match.group(
        "lead", "open", "before", "currency", "inside", "body", "power", "unit", "after", "close", "group"
    )
    signs = [sign for sign in (before, inside, after) if sign]
    bracketed = opened is not None
    if bracketed != (closed is not None) or len(signs) + bracketed > 1 or sum(map(bool, (lead, currency, unit))) > 1:
        return None
    if unit and (unit.casefold() in _NO_UNIT or is_month(unit)):
        return None
    if group and group in _SPACES and "+" in signs:
        return None  # a telephone number
    negative = bracketed or bool(signs and signs[0] != "+")
    digits = _exact(body, power, mark, group)
    if digits is None:
        return None
    return _Number(f"-{digits}" if negative and digits != "0" else digits, lead or currency or unit, bracketed)


def _exact(body: str, power: str | None, mark: DecimalMark, group: str | None) -> str | None:
    """The canonical digits of an unsigned number, or None when no 64-bit float comes near it."""
    if group:
        body = body.replace(group, "")
    if mark is DecimalMark.COMMA:
        body = body.replace(",", ".")
    whole = body.partition(".")[0]
    if power is None and len(whole.lstrip("0")) <= MAX_DIGITS:
        return _shortest(body)
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
        return _shortest(f"{number:f}")
    text = text.rstrip("0")
    return f"{text[0]}.{text[1:]}e{first}" if len(text) > 1 else f"{text}e{first}"


def _shortest(text: str) -> str:
    """`007.50` as `7.5`, `.5` as `0.5`, `-0.0` as `0`: the same value without digits that say nothing."""
    sign, text = ("-", text[1:]) if text[0] == "-" else ("", text)
    if "." in text:
        text = text.rstrip("0").rstrip(".")
    if text[:1] in ("", "0", "."):
        text = text.lstrip("0")
        if not text or text[0] == ".":
            text = "0" + text
    return sign + text if text != "0" else "0"
