"""Header years: the years that name columns, and when a single one does."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

from agent_svc.data.dates.years import is_year
from agent_svc.data.layout.likeness import likeness
from agent_svc.data.layout.values import are_values, present
from agent_svc.data.report import Certainty

# A year may be preliminary, estimated or explained in a note: `2023*`, `2023¹`, `2024e`, `2023 (p)`.
MARKED_YEAR: Final = re.compile(
    r"([0-9]{4})\s?(?:\*{1,3}|[¹²³⁴†‡]|[1-9]\)|[(\[][a-z0-9.]{1,8}[)\]]|[pre])?", re.IGNORECASE
)
_OF_OUR_TIME: Final = ("19", "20")
_WORD: Final = re.compile(r"[^\W\d_]+")
_CAMEL: Final = re.compile(r"(?<=[^\W\d_A-Z])(?=[A-Z])")
_SIGN: Final = re.compile(r"[$€£¥₹₽₩₺]|\b(?:USD|EUR|GBP|CHF|JPY|Fr\.|kr\b)")


def _listed(words: str) -> frozenset[str]:
    return frozenset(words.split())


#: What columns of names are called; no name of a row, but rarely.
_KINDS: Final = _listed("""
country countries land länder state states bundesland bundesländer region regions city cities stadt städte town gemeinde
gemeinden kreis landkreis district county province kanton canton municipality continent kontinent place ort location geo
entity nation name names bezeichnung code team company firma unternehmen product produkt item items artikel posten
account accounts konto category kategorie group gruppe type typ sector sektor branche industry department abteilung
metric kennzahl indicator indikator variable measure merkmal party partei brand marke university universität station
species pays ville région país pais ciudad región paese città regione kraj miasto страна регион город
国家 地区 国 城市 省份 都道府県 国名
""")
_KIND_ENDS: Final = ("gruppe", "bezeichnung", "name", "länder")


def one_year_names(first: Sequence[str], below: Sequence[Sequence[str]]) -> Certainty | None:
    """How surely `first` is words and one year that names a column, `Country,2020`; None: it is not.

    The word says what kind of names stand below it, or money begins below the year (accounts write its sign in their
    first row): likely. Elsewhere `Ulm,2000` may as well be a row: ambiguous.
    """
    places = [place for place, cell in enumerate(first) if _year(cell)]
    words = {place: cell for place, cell in enumerate(first) if place not in places and (cell or place)}
    if len(places) != 1 or len(first) < 2 or any(not cell or are_values([cell]) for cell in words.values()):
        return None
    values = _below(below, places[0])
    if not values or 2 * sum(map(is_year, values)) > len(values):
        return None
    others = {place: frozenset(map(str.casefold, _below(below, place))) for place in words}
    comes_again = any(cell.casefold() in others[place] for place, cell in words.items())
    if comes_again or likeness(["" if place in places else cell for place, cell in enumerate(first)], below):
        return None
    kinds = any(_is_kind(cell) and not any(map(_is_kind, others[place])) for place, cell in words.items())
    return Certainty.LIKELY if kinds or _SIGN.search(values[0]) else Certainty.AMBIGUOUS


def _year(cell: str) -> bool:
    match = MARKED_YEAR.fullmatch(cell)
    return match is not None and match[1].startswith(_OF_OUR_TIME)


def _below(rows: Sequence[Sequence[str]], place: int) -> list[str]:
    return present(cell for row in rows if place < len(row) and (cell := row[place].strip()))


def _is_kind(name: str) -> bool:
    words = _WORD.findall(_CAMEL.sub(" ", name[:80]).casefold())
    return bool(words) and (words[-1] in _KINDS or words[-1].endswith(_KIND_ENDS))
