"""Ordered periods: seasons, decades, fiscal and imperial years and numbered weeks, which no date can stand for."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from typing import Final

from agent_svc.data.dates.periods import full_year

Place = tuple[int, ...]

_SPAN: Final = re.compile(r"(?P<begins>[0-9]{4})\s?[/–-]\s?(?P<ends>[0-9]{4}|[0-9]{2})|(?P<b>[0-9]{2})/(?P<e>[0-9]{2})")
_DECADE: Final = re.compile(r"['’]?(?P<year>(?:1[5-9]|20)?[0-9]0)(?:['’]?s|er(?: Jahre)?|年代)", re.IGNORECASE)
_FISCAL: Final = re.compile(
    r"(?:(?P<in_front>[QH][1-4])[\s/-]?)?(?:FY|GJ|WJ)\s?['’]?(?P<year>[0-9]{4}|[0-9]{2})(?:[/-][0-9]{2,4})?"
    r"(?:[\s/-]?(?P<behind>[QH][1-4]))?",
    re.IGNORECASE,
)
#: Winter is the first one, as that of a year of weather is, unless its year is written as two.
_SEASON_NAMES: Final = (
    "winter hiver invierno inverno djf 冬 冬季",
    "spring frühling frühjahr printemps primavera mam 春 春季",
    "summer sommer été verano estate jja ss sose sommersemester 夏 夏季",
    "fall autumn herbst automne otoño autunno son 秋 秋季",
)
SEASONS: Final = {name: place for place, names in enumerate(_SEASON_NAMES, 1) for name in names.split()}
_TERM: Final = re.compile(
    r"(?P<name>[^\W\d_]+)\.?\s?['’]?(?P<year>[0-9]{4}|[0-9]{2})(?P<next>[/-][0-9]{2,4})?"
    r"|(?P<y>[0-9]{4})\s?(?P<n>[^\W\d_]+)"
)
_LATE: Final = frozenset({"ws", "wise", "wintersemester"})
_ERAS: Final = {"明治": 1, "大正": 2, "昭和": 3, "平成": 4, "令和": 5, "M": 1, "T": 2, "S": 3, "H": 4, "R": 5}
_ERA: Final = re.compile(
    r"(?P<name>明治|大正|昭和|平成|令和)\s?(?P<year>元|[0-9]{1,2})\s?年度?"
    r"(?:\s?(?P<month>[0-9]{1,2})\s?月(?:\s?(?P<day>[0-9]{1,2})\s?日)?)?"
)
_ERA_LETTER: Final = re.compile(
    r"(?P<name>[MTSHR])(?P<year>[0-9]{1,2})(?P<mark>[./-])(?P<month>0?[1-9]|1[0-2])(?P=mark)"
    r"(?P<day>0?[1-9]|[12][0-9]|3[01])"
)
_COUNTED: Final = {
    "weeks": r"(?:KW|CW|Wk|W(?=[0-9]{2})|Woche|week|semaine|sem|semana|settimana)",
    "days": r"(?:Tag|day|jour|día|dia|giorno)",
    "months": r"(?:Monat|month|mois|mes|mese)",
    "years": r"(?:Jahr|year|année|año|anno|Lehrjahr|Studienjahr|Schuljahr)",
    "hours": r"(?:Stunde|hour|heure|hora)",
    "steps": r"(?:Sprint|Phase|Schritt|step|iteration|epoch|Generation|Versuch)",
    "rounds": r"(?:Runde|round|lap|Spieltag|matchday|Etappe|stage|Durchgang|Messung|Visite|visit|session|trial)",
    "quarters": r"(?:Quartal|quarter|trimestre)",
    "terms": r"(?:Semester|term|Halbjahr)",
}
_NUMBERED: Final = {
    noun: re.compile(rf"{words}\.?\s?#?(?P<behind>[0-9]{{1,3}})|(?P<in_front>[0-9]{{1,3}})\.\s?{words}", re.IGNORECASE)
    for noun, words in _COUNTED.items()
}
_CHINESE: Final = re.compile(r"第(?P<number>[0-9]{1,3})\s?(?P<noun>周|週|天|日|月|年|季度|轮|輪|回|届|学期)")


def order_of_periods(values: Sequence[str]) -> tuple[list[Place], str] | None:
    """Where each of `values` stands in time among the others, and what they are; None unless all are of one kind."""
    first = values[0].strip()  # most texts are told by one look
    for noun, place in _KINDS:
        if place(first) is None:
            continue
        places = [place(value.strip()) for value in values]
        if all(places):
            return [one for one in places if one], noun
    for noun, form in _NUMBERED.items():
        if form.fullmatch(first) is None:
            continue
        matches = [form.fullmatch(value.strip()) for value in values]
        if all(matches):
            return [(int(match["behind"] or match["in_front"]),) for match in matches if match], noun
    return None


def _season(value: str) -> Place | None:
    match = _SPAN.fullmatch(value)
    if match is None:
        return None
    begins, ends = match["begins"] or match["b"], match["ends"] or match["e"]
    follows = int(ends) == int(begins) + 1 if len(ends) == 4 else int(ends) == (int(begins) + 1) % 100
    return (full_year(begins),) if follows else None


def _decade(value: str) -> Place | None:
    match = _DECADE.fullmatch(value)
    if match is None:
        return None
    year = int(match["year"])
    return (year if year > 99 else year + (1900 if year > 20 else 2000),)


def _term(value: str) -> Place | None:
    """A season or half of a year of studies: `Fall 2023`, `WS 2023/24`, `SoSe 24`."""
    match = _TERM.fullmatch(value)
    if match is None:
        return None
    name, year = (match["name"] or match["n"]).casefold(), full_year(match["year"] or match["y"])
    if name in _LATE:
        return year, len(_SEASON_NAMES) + 1
    place = SEASONS.get(name)
    return None if place is None else (year, len(_SEASON_NAMES) + 1 if match["next"] and place == 1 else place)


def _fiscal(value: str) -> Place | None:
    match = _FISCAL.fullmatch(value)
    if match is None or (match["in_front"] and match["behind"]):
        return None
    part = (match["in_front"] or match["behind"] or "0")[-1]
    return full_year(match["year"]), int(part)


def _era(value: str) -> Place | None:
    match = _ERA.fullmatch(value) or _ERA_LETTER.fullmatch(value)
    if match is None:
        return None
    year = 1 if match["year"] == "元" else int(match["year"])
    return _ERAS[match["name"]], year, int(match["month"] or 0), int(match["day"] or 0)


def _chinese(value: str) -> Place | None:
    match = _CHINESE.fullmatch(value)
    return (int(match["number"]),) if match else None


_KINDS: Final[tuple[tuple[str, Callable[[str], Place | None]], ...]] = (
    ("seasons", _season),
    ("terms", _term),
    ("decades", _decade),
    ("fiscal years", _fiscal),
    ("years of an era", _era),
    ("numbered periods", _chinese),
)


def is_decade(value: str) -> bool:
    """Whether `value` is written as a decade, `1990s`, and is no amount of seconds."""
    return _decade(value) is not None and len(value.strip("'’")) > 3
