"""Number formats: percent, money and codes, which a workbook shows of numbers and the reader of workbooks drops."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from decimal import Decimal
from typing import Final

from renderer_svc.converter.cells import cell_text
from renderer_svc.converter.code_formats import as_code, code_format

PERCENT: Final = "%"
_BUILT_IN_PERCENT: Final = frozenset({9, 10})
SIGNS: Final = (
    "€",
    "$",
    "£",
    "¥",
    "₹",
    "₽",
    "EUR",
    "USD",
    "GBP",
    "CHF",
    "JPY",
    "CNY",
    "SEK",
    "NOK",
    "DKK",
    "PLN",
    "CZK",
)
_LITERAL: Final = re.compile(r'"([^"]*)"|\\(.)|\[\$([^\]-]*)[^\]]*\]|\[[^\]]*\]')


def with_unit(value: object, unit: str) -> str:
    """`value` as the sheet shows it, with all digits: 0.35 as `35%`, 12.5 as `12.5 €`, 1067 as `01067`.

    What is no number stays as it is. A format of codes, which has zeros, may stand for the unit.
    """
    text = cell_text(value)
    if isinstance(value, bool) or not isinstance(value, int | float) or not text:
        return text
    if "0" in unit:
        return as_code(value, unit) or text
    return f"{(Decimal(text) * 100).normalize():f}%" if unit == PERCENT else f"{text} {unit}"


def unit_of(number: int, code: str) -> str:
    """What a format puts at its numbers, or the format itself where it shows codes.

    The sign of built-in formats of money is known to the spreadsheet alone.
    """
    if shown := code_format(code):
        return shown
    positive = code.split(";")[0]
    bare = _LITERAL.sub("", positive)
    if number in _BUILT_IN_PERCENT or PERCENT in bare:
        return PERCENT
    said = [part for groups in _LITERAL.findall(positive) for part in groups if part] + list(bare)
    return next((sign for one in said for sign in SIGNS if one.strip() == sign), "")


def shared_units(shown: Iterable[tuple[int, str]]) -> Mapping[int, str]:
    """The unit of each column in `shown` (a column and a unit for each of its numbers) that has one unit throughout."""
    found: dict[int, str] = {}
    for column, unit in shown:
        found[column] = unit if found.setdefault(column, unit) == unit else ""
    return {column: unit for column, unit in found.items() if unit}
