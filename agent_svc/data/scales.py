"""Scales: answers of questionnaires, grades and sizes, in English and German, each from its low end to its high one."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import Final

_AGREEMENT: Final = (
    "strongly disagree, totally disagree, stimme überhaupt nicht zu, stimme gar nicht zu, trifft überhaupt nicht zu, "
    "trifft gar nicht zu",
    "disagree, stimme nicht zu, lehne ab, trifft nicht zu",
    "somewhat disagree, rather disagree, slightly disagree, stimme eher nicht zu, trifft eher nicht zu",
    "neutral, undecided, neither agree nor disagree, neither, teils/teils, teils teils, teils, weder noch, "
    "unentschieden",
    "somewhat agree, rather agree, slightly agree, stimme eher zu, trifft eher zu",
    "agree, stimme zu, trifft zu",
    "strongly agree, totally agree, stimme voll zu, stimme voll und ganz zu, stimme völlig zu, trifft voll zu, "
    "trifft voll und ganz zu, trifft völlig zu",
)
_SATISFACTION: Final = (
    "very dissatisfied, very unsatisfied, sehr unzufrieden",
    "dissatisfied, unsatisfied, unzufrieden",
    "somewhat dissatisfied, rather dissatisfied, eher unzufrieden",
    "neutral, neither satisfied nor dissatisfied, neither, teils/teils, teils teils, teils, weder noch",
    "somewhat satisfied, rather satisfied, eher zufrieden",
    "satisfied, zufrieden",
    "very satisfied, sehr zufrieden",
)
_FREQUENCY: Final = (
    "never, nie, niemals",
    "almost never, very rarely, fast nie, sehr selten",
    "rarely, seldom, selten",
    "sometimes, occasionally, manchmal, gelegentlich",
    "often, frequently, oft, häufig",
    "very often, usually, mostly, sehr oft, sehr häufig, meistens",
    "almost always, fast immer",
    "always, immer",
)
_QUALITY: Final = (
    "very poor, very bad, terrible, sehr schlecht",
    "poor, bad, schlecht",
    "fair, average, acceptable, ok, okay, mittel, mittelmäßig, durchschnittlich",
    "good, gut",
    "very good, sehr gut",
    "excellent, outstanding, ausgezeichnet, hervorragend",
)
_GRADES: Final = ("sehr gut", "gut", "befriedigend", "ausreichend", "mangelhaft", "ungenügend")
_LEVELS: Final = (
    "none, keine, keiner, kein",
    "very low, very weak, minimal, sehr niedrig, sehr gering, sehr schwach",
    "low, weak, minor, mild, niedrig, gering, schwach, leicht",
    "medium, moderate, middle, normal, mittel, mäßig",
    "high, strong, major, severe, hoch, stark, schwer",
    "very high, very strong, critical, extreme, sehr hoch, sehr stark, kritisch",
)
_SIZES: Final = (
    "xxs",
    "xs, extra small, very small, tiny, sehr klein",
    "s, small, klein",
    "m, medium, mittel",
    "l, large, big, groß",
    "xl, extra large, very large, huge, sehr groß",
    "xxl, 2xl",
    "xxxl, 3xl",
)
_LIKELIHOOD: Final = (
    "very unlikely, sehr unwahrscheinlich",
    "unlikely, unwahrscheinlich",
    "neutral, undecided, vielleicht, maybe, perhaps",
    "likely, probable, wahrscheinlich",
    "very likely, sehr wahrscheinlich",
)
_IMPORTANCE: Final = (
    "not at all important, gar nicht wichtig, völlig unwichtig",
    "not important, unimportant, unwichtig, nicht wichtig",
    "slightly important, rather unimportant, eher unwichtig",
    "neutral, moderately important, teils/teils",
    "fairly important, rather important, eher wichtig",
    "important, wichtig",
    "very important, sehr wichtig",
    "extremely important, äußerst wichtig",
)

_NOWHERE: Final = (
    "don't know, don’t know, not sure, no answer, no opinion, prefer not to say, prefer not to answer, not applicable, "
    "other, unknown, weiß nicht, weiss nicht, keine antwort, keine meinung, sonstige, andere, unbekannt"
)
NO_ANSWERS: Final = frozenset(_NOWHERE.casefold().split(", "))
"""What stands on no scale and goes after it."""


def _places(scale: Sequence[str]) -> Mapping[str, int]:
    return MappingProxyType(
        {name: place for place, names in enumerate(scale, 1) for name in names.casefold().split(", ")}
    )


_SCALES: Final = tuple(
    map(
        _places,
        (
            _AGREEMENT,
            _SATISFACTION,
            _FREQUENCY,
            _QUALITY,
            _GRADES,
            _LEVELS,
            _SIZES,
            _LIKELIHOOD,
            _IMPORTANCE,
        ),
    )
)


def places_on_scale(words: Sequence[str]) -> list[int] | None:
    """Where casefolded `words` stand on the one scale that has them all, from 1; None where none has."""
    for scale in _SCALES:
        places = [scale.get(word) for word in words]
        if None not in places:
            return [place for place in places if place is not None]
    return None
