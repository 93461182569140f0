"""Numbers: written numbers under a decimal mark, to their exact decimal digits."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from typing import NamedTuple

from agent_svc.data.choices import DecimalMark
from agent_svc.data.dates.months import is_month
from agent_svc.data.numbers.known_units import is_amount
from agent_svc.data.numbers.number_digits import exact_digits
from agent_svc.data.numbers.number_reading import MAX_DIGITS, NumberReading
from agent_svc.data.numbers.plain_numbers import are_plain, may_group, plain_digits, read_plain
from agent_svc.data.numbers.signs_behind import are_accounts
from agent_svc.data.numbers.sparse_currency import are_in_one, lead_to_the_last

_PHONE_DIGITS = 9  # and more behind a plus are a telephone number
_RAISED = str.maketrans("⁰¹²³⁴⁵⁶⁷⁸⁹⁻⁺", "0123456789-+")
_OTHER_DIGITS = str.maketrans(
    "０１２３４５６７８９．，－＋％（）￥＄٠١٢٣٤٥٦٧٨٩٫٬٪۰۱۲۳۴۵۶۷۸۹", "0123456789.,-+%()¥$0123456789.,%0123456789"
) | {0x2103: "°C", 0x2109: "°F", 0x33A1: "m²", 0x338F: "kg", 0x339E: "km", 0x339D: "cm", 0x339C: "mm"}
# What refers to a note below the table: `[3]`, `(b)`, `#`, `*`; stars tell significance, too.
_REFERENCE = re.compile(
    r"(?<=[0-9%)])\s?(?:\[(?:[0-9]{1,3}|[a-z]{1,2}|(?:note|nb|anm\.?)\s?[0-9]{1,2})\]|\([a-z]\)|\*{1,3}|[†‡#])+"
)
# Letters behind a number that say how it came about (break, estimate, provisional …), as statistics offices write them.
_FLAGGED = re.compile(r"(.*[0-9])\s([bcefnpruz]|(?=[a-z]{2})b?d?e?p?u?)")
_NO_CENTS = frozenset({"--", "––", "—"})
_LONGEST = 80  # characters of a number with everything around it

_SPACES = " \u00a0\u2009\u202f"
_SYMBOLS = "€$£¥₹₽₩₺₪฿"
_CURRENCY = (
    rf"[{_SYMBOLS}]|(?:US|R|A|C|HK|NT|S|MX)\$|EUR|USD|GBP|CHF|JPY|CNY|SEK|NOK|DKK|PLN|CZK|HUF|AUD|CAD|INR|BRL"
    r"|KRW|HKD|SGD|NZD|MXN|ZAR|TRY|Fr\.|Rs\.?|kr\.?"
)
_UNIT = (
    rf"(?:[^\W\d_]|[%‰°{_SYMBOLS}])"
    rf"(?:[^\W\d_]|[%°{_SYMBOLS}²³·/^*.]|\ (?=\S)|(?<=[^\W\d_])[-⁻]?[1-4](?![0-9])){{0,14}}"
)
_NO_UNIT = frozenset({"am", "pm", "a.m.", "p.m.", "st", "nd", "rd", "th", "e", "uhr", "月", "月份", "월"})
_CURRENCY_SIGN = re.compile(_CURRENCY)
_INFINITY = re.compile(r"([+-]?)(?:inf|infinity|∞)", re.IGNORECASE)
_NOT_PLAIN_ID = re.compile(rf"[-+]?(?:0[0-9]+(?![0-9,])|[0-9]{{{MAX_DIGITS + 1},}}$)")  # a meter shows 012345,6


def _cell(mark: str, group: str) -> re.Pattern[str]:
    grouped = rf"[1-9][0-9]{{0,2}}(?P<group>[{group}'’{_SPACES}])[0-9]{{3}}(?:(?P=group)[0-9]{{3}})*"
    if group == ",":
        grouped += r"|(?P<indian>[1-9][0-9]?(?:,[0-9]{2})+,[0-9]{3})"
    return re.compile(
        rf"""(?:(?P<lead>{_CURRENCY})\s?(?=\())?(?P<open>\()?
        \s?(?P<before>[-+−–])?\s?(?P<currency>{_CURRENCY})?\s?(?P<inside>[-+−–])?
        (?P<body>(?:{grouped}|[0-9]+)(?:{mark}[0-9]+)?|{mark}[0-9]+)(?P<dash>{mark}[-–—]{{1,2}}(?=\s|$))?
        (?:(?P<power>[eE][-+]?[0-9]{{1,4}})|\s?[×x·*]\s?10(?:\^(?P<times>[-+−]?[0-9]{{1,3}})|(?P<raised>[⁻⁺]?[⁰¹²³⁴-⁹]{{1,3}})))?
        \s?(?P<unit>{_UNIT})?(?P<after>[-−–+])?(?P<close>\))?""",
        re.VERBOSE,
    )


_CELL = {DecimalMark.POINT: _cell(r"\.", ","), DecimalMark.COMMA: _cell(",", r"\.")}


def read_numbers(
    values: Sequence[str], mark: DecimalMark, *, in_column: bool = False, chosen: bool = False
) -> NumberReading:
    """The distinct `values` as numbers whose decimals follow `mark`.

    Units are part of a number only where all carry the same one (a zero needs none); others are left unread. A single
    value with a word behind it is a label, or the name of a column (`5 km`), unless it is all that is `in_column` and
    the word is a unit that is known. A currency may stand at the first and the last alone. Signs behind that may be
    those of grades are none, unless numbers are `chosen`.
    """
    if mark is DecimalMark.POINT and are_plain(values):
        return read_plain(values)
    found: Mapping[str, _Number | None] = {value: _read(value, mark) for value in values}
    found = {**found, **_without_flags(found, mark)}
    if any(number and number.after == "+" and value.endswith(" +") for value, number in found.items()):
        # A laboratory writes `11.2 +` and `3.2 -` for what is too high or too low.
        found = {
            value: None if number and number.after and value[-2] == " " else number for value, number in found.items()
        }
    found = _without_grades(found, chosen=chosen)
    units = _units([number for number in found.values() if number])
    unit = max(units, key=lambda one: units[one], default=None)
    if unit and len(found) == 1 and unit[0] not in f"%‰°{_SYMBOLS}":
        sure = in_column and (is_currency(unit) or is_amount(values[0], unit))
        unit = unit if sure else None
    sparse = _sparse_currency(units, found, mark, chosen=chosen)
    unit = sparse or unit
    taken = (unit, None) if sparse else (unit,)
    numbers = {v: n for v, n in found.items() if n and (n.unit in taken or (n.digits == "0" and not n.unit))}
    mixed = len(units) > 1 and not sparse and all(found.values())
    return NumberReading(
        mark,
        {value: number.digits for value, number in numbers.items()},
        tuple(value for value in values if value not in numbers),
        unit,
        brackets_only=bool(numbers) and all(number.brackets for number in numbers.values()),
        bracketed=next((value for value, number in numbers.items() if number.brackets), None),
        units=tuple(sorted({one or "" for one in units})) if mixed else (),
        unmarked=next((v for v, n in numbers.items() if not n.unit), None) if sparse else None,
        unmarked_sure=bool(sparse) and lead_to_the_last(numbers),
        noted=next((value for value, number in numbers.items() if number.noted), None),
    )


def mark_matters(values: Sequence[str]) -> bool:
    """Whether a comma as decimal mark could read `values` at all, other than a point does."""
    if are_plain(values):
        return may_group(values)
    return any("." in value or "," in value for value in values)


def is_number(value: str, mark: DecimalMark) -> bool:
    """Whether this mark reads `value` as a number."""
    return _read(value, mark) is not None


def is_currency(unit: str | None) -> bool:
    """Whether `unit` is the sign or the code of a currency."""
    return unit is not None and _CURRENCY_SIGN.fullmatch(unit) is not None


def written_as_id(values: Sequence[str]) -> str | None:
    """The first value that is written like no amount: with leading zeros, or with more digits than a number keeps."""
    return next((value for value in values if _NOT_PLAIN_ID.match(value)), None)


class _Number(NamedTuple):
    digits: str
    unit: str | None
    brackets: bool = False
    after: str | None = None  # a sign behind it
    noted: bool = False  # a mark behind it refers to a note


def _read(value: str, mark: DecimalMark) -> _Number | None:
    if len(value) > _LONGEST:
        return None
    if digits := plain_digits(value, mark):
        return _Number(digits, None)
    if not value.isascii():
        value = value.translate(_OTHER_DIGITS)
    bare = value
    if value.endswith(("]", "*", "†", "‡", "#", ")")):
        bare = _REFERENCE.sub("", value)
    match = _CELL[mark].fullmatch(bare)
    if match is None:
        infinity = _INFINITY.fullmatch(value)
        return _Number("-inf" if infinity[1] == "-" else "inf", None) if infinity else None
    lead, opened, before, currency, inside, body, unit, after, closed, group = match.group(
        "lead", "open", "before", "currency", "inside", "body", "unit", "after", "close", "group"
    )
    power = _power(match)
    signs = [sign for sign in (before, inside, after) if sign]
    bracketed = opened is not None
    if bracketed != (closed is not None) or len(signs) + bracketed > 1 or sum(map(bool, (lead, currency, unit))) > 1:
        return None
    if unit and (unit.casefold() in _NO_UNIT or is_month(unit)):
        return None
    if "+" in (before, inside) and ((group and group in _SPACES) or len(body) >= _PHONE_DIGITS):
        return None  # a telephone number
    if match["dash"] and match["dash"][1:] not in _NO_CENTS and not is_currency(currency or unit or lead):
        return None  # only prices end in a dash
    if match.groupdict().get("indian"):
        group = ","
    negative = bracketed or bool(signs and signs[0] != "+")
    digits = exact_digits(body, power, mark, group)
    if digits is None:
        return None
    signed = f"-{digits}" if negative and digits != "0" else digits
    return _Number(signed, lead or currency or unit, bracketed, after, noted=bare != value)


def _without_grades(found: Mapping[str, _Number | None], *, chosen: bool) -> Mapping[str, _Number | None]:
    """The numbers, of which those with a sign behind are none where no accounts are kept with them."""
    signs = {number.after for number in found.values() if number and number.after}
    # `85+` means 85 or more, unless minus signs stand behind other numbers.
    if not signs or (signs != {"+"} and (chosen or are_accounts([value for value, one in found.items() if one]))):
        return found
    return {value: None if number and number.after else number for value, number in found.items()}


def _units(numbers: Sequence[_Number]) -> Counter[str | None]:
    """How often each unit stands at a number; of zeros, which need none, only where there is nothing else."""
    return Counter(one.unit for one in numbers if one.digits != "0") or Counter(one.unit for one in numbers if one.unit)


def _sparse_currency(
    units: Collection[str | None], found: Mapping[str, _Number | None], mark: DecimalMark, *, chosen: bool
) -> str | None:
    """The currency that some numbers carry, and that the others are in; None where there is no such one."""
    if len(units) != 2 or None not in units:
        return None
    (other,) = (unit for unit in units if unit is not None)
    return other if is_currency(other) and (chosen or are_in_one(found, mark)) else None


def _without_flags(found: Mapping[str, _Number | None], mark: DecimalMark) -> dict[str, _Number]:
    """The numbers with a flag behind them, where others have none: units are neither so rare nor so different."""
    bare = sum(1 for number in found.values() if number and number.unit is None)
    if not bare:
        return {}
    flagged = {value: match for value in found if (match := _FLAGGED.fullmatch(value))}
    if bare < len(flagged) and len({match[2] for match in flagged.values()}) == 1:
        return {}
    numbers = {value: _read(match[1], mark) for value, match in flagged.items()}
    return {v: n._replace(noted=True) for v, n in numbers.items() if n and n.unit is None}


def _power(match: re.Match[str]) -> str | None:
    """The power of ten of `1e3`, `1×10^3` or `1·10³`, as in the first one."""
    if match["power"]:
        return match["power"]
    written = match["times"] or (match["raised"] or "").translate(_RAISED)
    return f"e{written.replace('−', '-')}" if written else None
