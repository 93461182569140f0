"""Date likeness: texts that are made of nothing but what dates are made of, and are read as none."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

from agent_svc.data.dates.months import MONTHS, WORDS
from agent_svc.data.dates.weekdays import WEEKDAYS
from agent_svc.data.dates.zones import AMBIGUOUS, NAMES

_MONTH: Final = "|".join(re.escape(name) for name in sorted(MONTHS, key=len, reverse=True) if name not in WORDS)
_WEEKDAY: Final = "|".join(sorted(WEEKDAYS, key=len, reverse=True))
# Nothing is tried twice: long numbers in a text that is no date could be cut into pieces in millions of ways.
_PART: Final = re.compile(
    rf"(?>(?:{_MONTH}|{_WEEKDAY}|{NAMES}|[ap]\.?m\.?|uhr|kw|to|bis|von|de|of|th|st|nd|rd|h|t|z)(?![^\W\d_])"
    r"|[0-9]++|[年月日号時时分秒년월일]|明治|大正|昭和|平成|令和|元|[\s,.:;/()'’+–—-])++",
    re.IGNORECASE,
)
_MONTH_WORD: Final = re.compile(rf"(?<![^\W_])(?:{_MONTH})(?![^\W_])", re.IGNORECASE)
_MINGUO: Final = re.compile(r"(?P<year>1[0-2][0-9])/(?:0?[1-9]|1[0-2])/(?:0?[1-9]|[12][0-9]|3[01])")
_WITH_YEAR: Final = re.compile(
    r"(?<![0-9])(?:(?:19|20)[0-9]{2}([-/.])(?:0?[1-9]|1[0-2]|[12][0-9]|3[01])\1[0-9]{1,2}"
    r"|[0-3]?[0-9]([-/.])[0-3]?[0-9]\2(?:19|20)[0-9]{2}|[0-3]?[0-9]/[0-3]?[0-9]/[0-9]{2})(?![0-9])"
)
_EASTERN: Final = re.compile(r"(?:[0-9]{4}|元|[0-9])\s?[年년]|[0-9]\s?[月월]\s?[0-9]")
_YEAR: Final = re.compile(r"(?<![0-9])(?:1[5-9]|20|21)[0-9]{2}(?![0-9])|['’/.-][0-9]{2}(?![0-9])")
_ZONED: Final = re.compile(rf"[0-9]\s?(?:Z|{NAMES}|[+-][0-9]{{2}}:?[0-9]{{2}})$", re.IGNORECASE)
_LONGEST: Final = 60
_SHARE: Final = 0.5  # of the values, and more
_SAMPLED: Final = 400  # of many values, spread over all of them: a look at each takes a tenth of a millisecond
_FEW: Final = 0.25  # of those: so few are no half of all


def why_no_dates(values: Sequence[str]) -> str | None:
    """What keeps `values` from being dates, as a sentence; None where most of them do not look like some."""
    sample = values[:: max(len(values) // _SAMPLED, 1)]
    if sum(map(_looks_like_one, sample)) < _FEW * len(sample):
        return None
    alike = [value for value in values if _looks_like_one(value)]
    if len(alike) < 2 or len(alike) <= _SHARE * len(values):
        return None
    first = alike[0]
    zoned = [value for value in alike if _ZONED.search(value)]
    if zoned and len(zoned) < len(alike):
        return f"“{zoned[0]}” is in a time zone, and others are in none"
    zones = [zone for zone in AMBIGUOUS if any(re.search(rf"\b{zone}\b", value) for value in alike)]
    if zones:
        return f"“{first}” is in {zones[0]}, which is the time of several zones"
    minguo = _MINGUO.fullmatch(first)
    if minguo is not None:
        year = int(minguo["year"])
        return f"“{first}” has a year of three digits, as in Taiwan, where {year} is {year + 1911}"
    if not any(_YEAR.search(value) or _EASTERN.search(value) for value in alike):
        return f"“{first}” has no year"
    return f"“{first}” is written in a form of dates that is not known, or in others than the rest"


def _looks_like_one(value: str) -> bool:
    if len(value) > _LONGEST or not any(map(str.isdigit, value)) or _PART.fullmatch(value) is None:
        return False
    return any(form.search(value) for form in (_MONTH_WORD, _WITH_YEAR, _EASTERN)) or bool(_MINGUO.fullmatch(value))
