"""Sentinels: numbers such as -9999 that loggers and surveys write where a value is missing."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

_SENTINELS: Final = frozenset(
    {"-999", "-9999", "-99999", "-99.9", "-999.9", "-9999.9", "-99.99", "-999.99", "-9999.99", "-999.999"}
)
_PRICES: Final = frozenset({"-99.99", "-999.99", "-9999.99"})  # two of them among credits are no sentinels
#: Codes of surveys: they tell themselves from measurements only where nothing else is negative.
_CODES: Final = frozenset({"-77", "-88", "-97", "-98", "-99"})
_POSITIVE: Final = frozenset({"999", "9999", "99999", "999.9", "9999.9", "999.99", "9999.99"})
#: Codes beside the answers of a short scale.
_SCALE_CODES: Final = frozenset({"-7", "-8", "-9", "77", "88", "97", "98", "99"})
_SCALE: Final = frozenset(map(str, range(11)))
_STEPS: Final = 3  # of a scale that are there, at least
_KNOWN: Final = _SENTINELS | _CODES | _POSITIVE | _SCALE_CODES
_OTHERS: Final = 2  # so many other values are needed to compare with
_FAR: Final = 5  # times the largest other value
_BEYOND: Final = 50  # times it, and a single one is beyond doubt
_NEAR: Final = 2  # times it, and one that comes again is worth a question
_AGAIN: Final = 2


@dataclass(frozen=True, slots=True)
class Known:
    """What the whole table says of sentinels, as canonical numbers."""

    announced: frozenset[str] = frozenset()  # the text says that they are no values
    confirmed: frozenset[str] = frozenset()  # they come again over all columns


@dataclass(frozen=True, slots=True)
class Sentinels:
    """The sentinels of one column."""

    digits: Mapping[str, str]  # each as it was written, to its canonical number
    sure: bool = False  # nothing else can be meant
    announced: bool = False  # since the text says so

    @property
    def written(self) -> tuple[str, ...]:
        """Them as they were written."""
        return tuple(self.digits)


NO_SENTINELS: Final = Sentinels({})


def sentinels(cells: Mapping[str, str], counts: Mapping[str, int], known: Known) -> Sentinels:
    """The sentinels among `cells` (written to canonical number), of which `counts` has how often each is written.

    Sure are those that are announced, and those of a closed list that come again, in the column or in the table, while
    every other value is far from them or not negative; a single one has to be much further away.
    """
    present = (_KNOWN | known.announced).intersection(cells.values())
    if not present:
        return NO_SENTINELS
    told = {written: digits for written, digits in cells.items() if digits in known.announced}
    if told:
        return Sentinels(told, sure=True, announced=True)
    listed, codes = not present.isdisjoint(_SENTINELS), not present.isdisjoint(_CODES)
    return (
        (listed and _listed(cells, counts, known.confirmed))
        or ((listed or codes) and _coded(cells))
        or (not present.isdisjoint(_POSITIVE) and _positive(cells, counts, known.confirmed))
        or (not present.isdisjoint(_SCALE_CODES) and _beside_a_scale(cells, counts))
        or NO_SENTINELS
    )


def confirmed_among(texts: Iterable[str], known: Known) -> Sentinels:
    """Those of the `texts` of a column of words that the table knows for sentinels."""
    beyond_doubt = known.announced | (known.confirmed & _SENTINELS)
    found = {text: text for text in texts if text in beyond_doubt} if beyond_doubt else {}
    return Sentinels(found, sure=True) if found else NO_SENTINELS


def confirmed_in(found: Sequence[Sentinels], counts: Sequence[Mapping[str, int]]) -> Mapping[str, str]:
    """What is `found` in one column of a table, and what is positive, and comes again in it or another.

    As written, to canonical numbers.
    """
    written = {one: digits for of in found for one, digits in of.digits.items() if digits in _SENTINELS}
    written |= {one: one for one in _POSITIVE}
    total = dict.fromkeys(written.values(), 0)
    for one, digits in written.items():
        total[digits] += sum(of.get(one, 0) for of in counts)
    return {one: digits for one, digits in written.items() if total[digits] >= _AGAIN}


def _listed(cells: Mapping[str, str], counts: Mapping[str, int], confirmed: frozenset[str]) -> Sentinels | None:
    found = {written: digits for written, digits in cells.items() if digits in _SENTINELS}
    others = [digits for digits in cells.values() if digits not in _SENTINELS and digits not in _CODES]
    if not found or len(others) < (0 if confirmed.intersection(found.values()) else _OTHERS):
        return None
    least = min(abs(float(digits)) for digits in found.values())
    alone = not any(digits.startswith("-") for digits in others)
    if not alone and any(abs(float(digits)) * _NEAR > least for digits in others):
        return None  # mostly after a look at a few
    largest = max((abs(float(digits)) for digits in others), default=0.0)
    again = sum(counts[written] for written in found) >= _AGAIN or not confirmed.isdisjoint(found.values())
    far = largest * _FAR <= least
    beyond = largest * _BEYOND <= least
    sure = beyond or (again and (far or (alone and _PRICES.isdisjoint(found.values()))))
    if not (far or alone or (again and largest * _NEAR <= least)):
        return None
    return Sentinels(found, sure=sure)


def _coded(cells: Mapping[str, str]) -> Sentinels | None:
    codes = _CODES | _SENTINELS
    found = {written: digits for written, digits in cells.items() if digits in codes}
    negative = any(digits.startswith("-") for digits in cells.values() if digits not in codes)
    return None if not found or negative or len(cells) - len(found) < _OTHERS else Sentinels(found)


def _positive(cells: Mapping[str, str], counts: Mapping[str, int], confirmed: frozenset[str]) -> Sentinels | None:
    found = {written: digits for written, digits in cells.items() if digits in _POSITIVE}
    again = sum(counts[written] for written in found) >= _AGAIN or not confirmed.isdisjoint(found.values())
    if not again or len(cells) - len(found) < _OTHERS:
        return None
    least = min(float(digits) for digits in found.values())
    others = (abs(float(digits)) for digits in cells.values() if digits not in _POSITIVE)
    return Sentinels(found) if all(other * _FAR <= least for other in others) else None


def _beside_a_scale(cells: Mapping[str, str], counts: Mapping[str, int]) -> Sentinels | None:
    """Codes that come again beside the steps of a scale, or stand once where its steps come again."""
    if not (_SCALE | _SCALE_CODES).issuperset(cells.values()):
        return None
    found = {written: digits for written, digits in cells.items() if digits in _SCALE_CODES}
    steps = [written for written, digits in cells.items() if digits in _SCALE]
    if len(steps) < _STEPS:
        return None
    again = len(found) > 1 or sum(counts[written] for written in found) >= _AGAIN
    answers = sum(counts[written] for written in steps) >= _AGAIN * len(steps)
    negative = any(digits.startswith("-") for digits in found.values())
    return Sentinels(found) if again or (answers and not negative) else None
