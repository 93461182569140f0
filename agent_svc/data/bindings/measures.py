"""Measures: what the words in the names of columns say is measured, in English and German."""

from __future__ import annotations

import re
from collections.abc import Sequence
from types import MappingProxyType
from typing import Final

from agent_svc.data.bindings.words import words_of
from agent_svc.data.column import ColumnType
from agent_svc.data.columns.map_words import LATITUDES, LONGITUDES
from agent_svc.data.profile import ColumnProfile

_ALIKE: Final = 4  # times; measures that differ more may be different ones
_SEEN: Final = 200  # times: a bar of a 200th of the axis is as thick as a line
_CHANCE: Final = re.compile(
    r"p[ ._-]?adj|(?:adj[ ._-]?)?[pq][ ._-]?val(?:ue)?s?(?:[ ._-]?adj)?|fdr|pr\(>.{1,9}\)", re.IGNORECASE
)
# What can be compared with one another stands in one line.
_KINDS: Final = (
    "revenue sales turnover income earnings expenses cost costs profit ebit ebitda budget debt tax taxes capital "
    "umsatz einnahmen einkommen ausgaben kosten gewinn ertrag schulden steuern",
    "price prices rent wage salary preis preise miete lohn gehalt",
    "gdp gni gnp bip",
    "age years days hours minutes seconds duration time alter jahre tage stunden minuten dauer zeit",
    "length width height depth diameter circumference distance elevation altitude displacement "
    "länge breite höhe tiefe durchmesser umfang entfernung größe",
    "mag magnitude magnitudo",
    "weight mass gewicht masse",
    "area fläche",
    "volume capacity volumen",
    "population inhabitants employees members births deaths bevölkerung einwohner mitarbeiter geburten todesfälle",
    "visitors visits views attendance besucher besuche aufrufe",
    "temperature temp temperatur",
    "humidity feuchte luftfeuchte luftfeuchtigkeit",
    "pressure druck luftdruck",
    "rain rainfall precipitation regen niederschlag",
    "wind speed velocity windgeschwindigkeit geschwindigkeit",
    "energy calories kcal kj brennwert energie kalorien",
    "power hp horsepower leistung",
    "protein fat fiber sugar carbohydrates carbs salt eiweiß fett zucker salz ballaststoffe kohlenhydrate",
    "unemployment arbeitslosigkeit",
    "inflation",
    "expectancy lebenserwartung",
    "literacy",
    "density dichte",
    " ".join(LATITUDES),
    " ".join(LONGITUDES - {"long"}),  # what is long is no longitude
    "rank place position rang platz",
    "rating stars score bewertung note",
    "points pts punkte",
    "goals gf ga gd tore gegentore diff tordifferenz",
    "played pld mp gp spiele sp",
    "won drawn lost wins draws losses w d l siege unentschieden niederlagen s u n",
    "quantity qty pieces number menge anzahl stückzahl",
    "water wasser",
    "mpg",
    "cyl cylinders",
)
_KIND_OF: Final = MappingProxyType({word: kind for kind, words in enumerate(_KINDS) for word in words.split()})


def kinds_of_measures(names: Sequence[str]) -> list[frozenset[int]]:
    """For each name, which kinds of measures its words name; words that all names share tell nothing apart."""
    words = [words_of(name) for name in names]
    shared = set.intersection(*words) if len(words) > 1 else set[str]()
    return [frozenset(_KIND_OF[word] for word in one - shared if word in _KIND_OF) for one in words]


def can_share_an_axis(columns: Sequence[ColumnProfile]) -> bool:
    """Whether columns of numbers have one unit, and no names that say that they hold different things.

    How likely something came by chance, `p.value`, shares one with nothing else.
    """
    if len({_CHANCE.fullmatch(column.name.strip()) is None for column in columns}) > 1:
        return False
    units = {column.unit for column in columns}
    if units != {None}:
        return len(units) == 1
    return len(frozenset[int]().union(*kinds_of_measures([column.name for column in columns]))) <= 1


def on_one_axis(columns: Sequence[ColumnProfile]) -> list[ColumnProfile]:
    """Those that can stand on one axis with the first: of its unit and kind, and each of a size that is seen there.

    Where names tell that the others differ among themselves, the first stands alone.
    """
    alike = [columns[0]]
    for one in columns[1:]:
        if can_share_an_axis([columns[0], one]) and are_of_one_size([*alike, one], _SEEN):
            alike.append(one)
    return alike if can_share_an_axis(alike) else alike[:1]


def are_of_one_size(columns: Sequence[ColumnProfile], times: float = _ALIKE) -> bool:
    """Whether the largest values of the columns differ by at most so many times; what is zero throughout fits all."""
    numbers = [one for one in columns if one.type is ColumnType.NUMBER]
    sizes = [max(abs(float(one.minimum or 0)), abs(float(one.maximum or 0))) for one in numbers]
    sizes = [size for size in sizes if size]
    return not sizes or max(sizes) <= times * min(sizes)
