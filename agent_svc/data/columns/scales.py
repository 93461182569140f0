"""Scales: answers of questionnaires, grades and sizes in four languages, each from its low end to its high one."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import Final

_AGREEMENT: Final = (
    "strongly disagree, totally disagree, stimme überhaupt nicht zu, stimme gar nicht zu, trifft überhaupt nicht zu, "
    "trifft gar nicht zu, pas du tout d'accord, pas du tout d’accord, 非常不同意",
    "disagree, stimme nicht zu, lehne ab, trifft nicht zu, pas d'accord, pas d’accord, 不同意",
    "somewhat disagree, rather disagree, slightly disagree, stimme eher nicht zu, trifft eher nicht zu, "
    "plutôt pas d'accord, plutôt pas d’accord",
    "neutral, undecided, neither agree nor disagree, neither, teils/teils, teils teils, teils, weder noch, "
    "unentschieden, ni d'accord ni pas d'accord, ni d’accord ni pas d’accord, neutre, 中立, 一般",
    "somewhat agree, rather agree, slightly agree, stimme eher zu, trifft eher zu, plutôt d'accord, plutôt d’accord",
    "agree, stimme zu, trifft zu, d'accord, d’accord, 同意",
    "strongly agree, totally agree, stimme voll zu, stimme voll und ganz zu, stimme völlig zu, trifft voll zu, "
    "trifft voll und ganz zu, trifft völlig zu, tout à fait d'accord, tout à fait d’accord, 非常同意",
)
_SATISFACTION: Final = (
    "very dissatisfied, very unsatisfied, sehr unzufrieden, très insatisfait, 非常不满意, 很不满意",
    "dissatisfied, unsatisfied, unzufrieden, insatisfait, 不满意",
    "somewhat dissatisfied, rather dissatisfied, eher unzufrieden, plutôt insatisfait",
    "neutral, neither satisfied nor dissatisfied, neither, teils/teils, teils teils, teils, weder noch, neutre, 一般",
    "somewhat satisfied, rather satisfied, eher zufrieden, plutôt satisfait",
    "satisfied, zufrieden, satisfait, 满意",
    "very satisfied, sehr zufrieden, très satisfait, 非常满意, 很满意",
)
_FREQUENCY: Final = (
    "never, nie, niemals, jamais, 从不, 从来不",
    "almost never, very rarely, fast nie, sehr selten, presque jamais, très rarement",
    "rarely, seldom, selten, rarement, 很少",
    "sometimes, occasionally, manchmal, gelegentlich, parfois, quelquefois, de temps en temps, 有时, 偶尔",
    "often, frequently, oft, häufig, souvent, 经常",
    "very often, usually, mostly, sehr oft, sehr häufig, meistens, très souvent",
    "almost always, fast immer, presque toujours",
    "always, immer, toujours, 总是",
)
_RATES: Final = (
    "never, nie, niemals, jamais, 从不",
    "less than once a year, seltener als einmal pro jahr, seltener als einmal im jahr",
    "yearly, annually, once a year, jährlich, einmal pro jahr, einmal im jahr, une fois par an",
    "less often, seltener, moins souvent, less than monthly, less than once a month, rarely, selten, rarement",
    "several times a year, a few times a year, mehrmals pro jahr, mehrmals im jahr, plusieurs fois par an",
    "quarterly, vierteljährlich, quartalsweise, trimestriel",
    "monthly, once a month, monatlich, einmal pro monat, einmal im monat, une fois par mois, 每月",
    "several times a month, a few times a month, mehrmals pro monat, mehrmals im monat, plusieurs fois par mois",
    "weekly, once a week, wöchentlich, einmal pro woche, einmal die woche, une fois par semaine, 每周",
    "several times a week, a few times a week, mehrmals pro woche, mehrmals die woche, mehrmals wöchentlich, "
    "plusieurs fois par semaine",
    "daily, every day, once a day, täglich, jeden tag, tous les jours, chaque jour, 每天",
    "several times a day, mehrmals täglich, mehrmals am tag, mehrmals pro tag, plusieurs fois par jour",
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
            _RATES,
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
