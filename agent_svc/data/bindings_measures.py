"""Measures: what the words in the names of columns say is measured, in English and German."""

from __future__ import annotations

import re
from collections.abc import Sequence
from types import MappingProxyType
from typing import Final

from agent_svc.data.profile import ColumnProfile

_WORD: Final = re.compile(r"[^\W\d_]+")
# What can be compared with one another stands in one line.
_KINDS: Final = (
    "revenue sales turnover income earnings expenses cost costs profit ebit ebitda budget debt tax taxes capital "
    "umsatz einnahmen einkommen ausgaben kosten gewinn ertrag schulden steuern",
    "price prices rent wage salary preis preise miete lohn gehalt",
    "gdp gni gnp bip",
    "age years days hours minutes seconds duration time alter jahre tage stunden minuten dauer zeit",
    "length width height depth diameter circumference distance elevation altitude displacement "
    "länge breite höhe tiefe durchmesser umfang entfernung größe",
    "latitude longitude lat lon lng breitengrad längengrad",
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
    "latitude lat breitengrad",
    "longitude lon lng längengrad",
    "rank place position rang platz",
    "rating stars score bewertung note",
    "points pts punkte",
    "goals gf ga tore",
    "played spiele",
    "won drawn lost wins draws losses siege niederlagen",
    "quantity qty pieces number menge anzahl stückzahl",
    "water wasser",
    "mpg",
    "cyl cylinders",
)
_KIND_OF: Final = MappingProxyType({word: kind for kind, words in enumerate(_KINDS) for word in words.split()})


def kinds_of_measures(names: Sequence[str]) -> list[frozenset[int]]:
    """For each name, which kinds of measures its words name; words that all names share tell nothing apart."""
    words = [set(_WORD.findall(name.casefold())) for name in names]
    shared = set.intersection(*words) if len(words) > 1 else set[str]()
    return [frozenset(_KIND_OF[word] for word in one - shared if word in _KIND_OF) for one in words]


def can_share_an_axis(columns: Sequence[ColumnProfile]) -> bool:
    """Whether columns of numbers have one unit, and no names that say that they hold different things."""
    units = {column.unit for column in columns}
    if units != {None}:
        return len(units) == 1
    return len(frozenset[int]().union(*kinds_of_measures([column.name for column in columns]))) <= 1
