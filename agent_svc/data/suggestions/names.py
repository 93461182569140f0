"""The names of columns that say which chart is meant, in English and German: a set of words for each column wanted."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from agent_svc.data.bindings.words import words_of
from agent_svc.data.columns.map_words import LATITUDES, LONGITUDES
from agent_svc.data.profile import ColumnProfile

Words = frozenset[str]

OHLC: Final = (
    frozenset({"open", "eröffnung", "eroeffnung"}),
    frozenset({"high", "hoch"}),
    frozenset({"low", "tief"}),
    frozenset({"close", "schluss", "schlusskurs"}),
)
FLOWS: Final = (frozenset({"source", "from", "von", "quelle"}), frozenset({"target", "to", "nach", "ziel"}))
PLACES: Final = (LATITUDES, LONGITUDES)
POINTS: Final = (frozenset({"x"}), frozenset({"y"}))
VECTORS: Final = (frozenset({"x"}), frozenset({"y"}), frozenset({"u"}), frozenset({"v"}))
ENDS: Final = (
    frozenset({"start", "begin", "beginn", "from", "von"}),
    frozenset({"end", "ende", "finish", "until", "bis", "to"}),
)
SEXES: Final = (
    frozenset({"male", "men", "männer", "maenner", "männlich"}),
    frozenset({"female", "women", "frauen", "weiblich"}),
)
SHARES: Final = (frozenset({"share", "percent", "percentage", "proportion", "anteil", "prozent"}),)
STAGES: Final = (frozenset({"stage", "step", "funnel", "phase", "stufe", "schritt"}),)
BEFORE: Final = (
    frozenset({"before", "pre", "pretest", "vorher", "vor", "baseline", "avant", "antes", "prima", "start"}),
    frozenset({"after", "post", "posttest", "nachher", "nach", "followup", "après", "después", "dopo", "end"}),
)
_AGES: Final = frozenset({"age", "ages", "alter", "altersgruppe", "altersklasse", "âge", "edad", "età", "wiek"})
_SIDES: Final = (
    frozenset(
        {"male", "males", "m", "man", "men", "männlich", "männer", "mann", "homme", "hommes", "hombre", "hombres"}
    ),
    frozenset(
        {"female", "females", "f", "w", "woman", "women", "weiblich", "frauen", "frau", "femme", "femmes", "mujer"}
    ),
)


def is_of_sexes(values: Sequence[str]) -> bool:
    """Whether two values are men and women, in whichever order."""
    words = [value.strip().casefold() for value in values]
    return len(words) == len(_SIDES) and any(words[0] in a and words[1] in b for a, b in (_SIDES, _SIDES[::-1]))


def is_of_ages(column: ColumnProfile) -> bool:
    """Whether a column is called an age, or holds ranges or answers in an order, as ages in classes are."""
    return bool(column.order) or bool(words_of(column.name) & _AGES)
