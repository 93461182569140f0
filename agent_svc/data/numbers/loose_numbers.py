"""Loose numbers: amounts with a word of doubt (`ca. 12`, `~15`, `12 (est.)`, `12?`), and fractions (`3½`, `1 1/2`)."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import replace
from decimal import Decimal, InvalidOperation
from fractions import Fraction
from typing import Final

from agent_svc.data.choices import DecimalMark
from agent_svc.data.columns.code_names import COUNTED
from agent_svc.data.numbers.degrees import DEGREES, signed_degrees
from agent_svc.data.numbers.magnitudes import read_amounts
from agent_svc.data.numbers.number_reading import NumberReading, shortest

_POWER: Final = re.compile(r"10(?:\^(?P<plain>[-−+]?[0-9]{1,3})|(?P<raised>[⁻⁺]?[⁰¹²³⁴-⁹]{1,3}))")
_RAISED: Final = str.maketrans("⁰¹²³⁴⁵⁶⁷⁸⁹⁻⁺−", "0123456789-+-")
_LOOKED_AT: Final = 64  # values
_ABOUT: Final = re.compile(
    r"(?:ca\.?|c\.|circa|approx\.?|approximately|about|around|roughly|etwa|ungefähr|rund|env\.?|environ|[~≈≃±约約])\s?(?=[\d.,½¼¾])",
    re.IGNORECASE,
)
_BEHIND: Final = re.compile(
    r"(?<=[0-9½¼¾%])\s?(?:[\[(](?:est\.?|estimated?|gesch\.?|geschätzt|prov\.?|provisional|vorl\.?|vorläufig|rev\.?|revised|approx\.?"
    r"|prelim\.?|preliminary|ca\.?|p|e|r)[\])]|\s(?:est|approx|ca)\.?|\?|[★☆⭐]️?)$",
    re.IGNORECASE,
)
_HALVES: Final = {
    "½": "1/2",
    "¼": "1/4",
    "¾": "3/4",
    "⅓": "1/3",
    "⅔": "2/3",
    "⅛": "1/8",
    "⅜": "3/8",
    "⅝": "5/8",
    "⅞": "7/8",
}
_FRACTION: Final = re.compile(
    r"(?P<sign>[-−]?)(?:(?P<whole>[0-9]{1,4})\s)?(?P<over>[0-9]{1,6})\s?/\s?(?P<under>[1-9][0-9]{0,5})"
)
_RULER: Final = frozenset({2, 3, 4, 5, 6, 8, 10, 16, 32, 64})  # what people divide by when they measure
_MIXED: Final = re.compile(r"[-−]?[0-9]+(?:\s[0-9]+\s?/\s?[0-9]+$|\s?[½¼¾⅓⅔⅛⅜⅝⅞])")
_SEVERAL: Final = 2
_MEASURED: Final = re.compile(
    r"(?<![^\W_])(?:in|inch(?:es)?|zoll|cups?|tassen?|tsp|tbsp|[et]l|oz|lbs?|ft|feet|yards?|hours?|stunden|length|width"
    r"|height|depth|thickness|diameter|size|weight|amount|quantity|qty|menge|länge|breite|höhe|tiefe|dicke|durchmesser"
    r"|größe|gewicht|portion(?:en)?|servings?)(?![^\W_])|[\"″]$",
    re.IGNORECASE,
)
#: Marks of doubt that are none where all cells have them: versions that fit, users, flights of California.
_LABEL: Final = re.compile(r"~.*|CA\s.*|.*\?")
#: Behind amounts in books: what a bank books to somebody, and what it books off.
_BOOKED: Final = re.compile(r"(?P<amount>[^-−–(]*[0-9])\s?(?P<side>S|H|DR|CR|Dr|Cr)\.?")
_ARROW: Final = re.compile(r"(?P<arrow>[▲△▼▽↑↓→⬆⬇➡])️?\s?(?P<amount>[^-−–+]*[0-9][^-−–+]*)")
_DOWN: Final = frozenset("▼▽↓⬇")
_TRIANGLES: Final = frozenset("▲△")
_OFF: Final = {"S": "H", "DR": "CR"}
_DIGITS: Final = 15


def read_loosely(values: Sequence[str], mark: DecimalMark, *, chosen: bool = False, name: str = "") -> NumberReading:
    """As `read_amounts`; words of doubt and fractions are taken for numbers where only they keep all from being some.

    `3/4` may be a score, a share, a day or a house: fractions need several wholes in front, or the `name` of what is
    measured, or a user who has `chosen` that they are numbers; and `~15` in all cells is a label.
    """
    reading = read_amounts(values, mark, chosen=chosen)
    if reading.complete or not values or not any(map(_is_loose, (reading.unread or values)[:_LOOKED_AT])):
        return reading
    bare = (
        _signed(values)
        or _pointed(values)
        or signed_degrees(values, name)
        or {value: _bare(value, mark) for value in values}
    )
    loose = read_amounts(tuple(dict.fromkeys(bare.values())), mark, chosen=chosen)
    if len(loose.cells) <= len(reading.cells) or not (chosen or (loose.complete and _sure(values, bare, name))):
        return reading
    cells = {value: loose.cells[plain] for value, plain in bare.items() if plain in loose.cells}
    sample = next((value for value, plain in bare.items() if plain != value and plain in loose.cells), None)
    unread = tuple(value for value in values if value not in cells)
    return replace(loose, cells=cells, unread=unread, as_written=False, loosened=sample)


def as_fractions(values: Sequence[str]) -> Mapping[str, str] | None:
    """Each of `values`, all fractions such as `12 / 20`, as the number that it is; None where one is none."""
    numbers: dict[str, str] = {}
    for value in values:
        number = _divided(value, DecimalMark.POINT)
        if number is None:
            return None
        numbers[value] = number
    return numbers or None


def _is_loose(value: str) -> bool:
    return any(form.search(value) for form in (_ABOUT, _BEHIND, _FRACTION, _BOOKED, _POWER, _ARROW, DEGREES)) or any(
        half in value for half in _HALVES
    )


def _sure(values: Sequence[str], bare: Mapping[str, str], name: str) -> bool:
    """Whether doubts and fractions among `values` can be nothing else."""
    if len(values) > 1 and all(map(_LABEL.fullmatch, values)):
        return False
    fractions = [match for value in values if (match := _FRACTION.fullmatch(value))]
    if not fractions:
        return True
    mixed = sum(1 for value in values if _MIXED.match(value))
    if COUNTED.search(name) or (len(fractions) > mixed < _SEVERAL and not _MEASURED.search(name)):
        return False
    wholes = bool(mixed) or any(plain == value for value, plain in bare.items())
    parts = [match for match in fractions if not match["whole"]]
    return wholes and all(int(match["over"]) < int(match["under"]) in _RULER for match in parts)


def _signed(values: Sequence[str]) -> dict[str, str] | None:
    """Amounts of both sides of a book with a sign instead of their side; None where they are none."""
    parts = {value: _BOOKED.fullmatch(value) for value in values}
    sides = {match["side"].upper() if match else "" for match in parts.values()}
    off = next((side for side, on in _OFF.items() if sides == {side, on}), None)
    if off is None:
        return None
    return {
        value: f"{'-' if match['side'].upper() == off else ''}{match['amount']}"
        for value, match in parts.items()
        if match
    }


def _pointed(values: Sequence[str]) -> dict[str, str] | None:
    """Amounts behind arrows with signs: `▼3` beside `▲12`; and `▲12` beside plain ones, where Japan writes a minus."""
    parts = {value: match for value in values if (match := _ARROW.fullmatch(value))}
    arrows = {match["arrow"] for match in parts.values()}
    japanese = bool(arrows) and arrows <= _TRIANGLES and len(parts) < len(values)
    if not japanese and arrows.isdisjoint(_DOWN):
        return None
    off = _TRIANGLES if japanese else _DOWN
    signed = {v: f"{'-' if match['arrow'] in off else ''}{match['amount']}" for v, match in parts.items()}
    return {value: signed.get(value, value) for value in values}


def _bare(value: str, mark: DecimalMark) -> str:
    if power := _POWER.fullmatch(value):
        return f"1e{(power['plain'] or power['raised']).translate(_RAISED)}"
    plain = _BEHIND.sub("", _ABOUT.sub("", value, count=1))
    for half, written in _HALVES.items():
        if half in plain:
            plain = plain.replace(half, f" {written}", 1).strip()
    return _divided(plain, mark) or plain


def _divided(value: str, mark: DecimalMark) -> str | None:
    match = _FRACTION.fullmatch(value)
    if match is None:
        return None
    exact = Fraction(int(match["over"]), int(match["under"])) + int(match["whole"] or 0)
    number = Decimal(exact.numerator) / Decimal(exact.denominator)
    try:
        digits = shortest(f"{round(number, _DIGITS):f}")
    except InvalidOperation:
        return None
    signed = f"-{digits}" if match["sign"] and digits != "0" else digits
    return signed.replace(".", mark.character)
