"""Number doubts: columns that read as numbers, and by their names or spellings may be times, sections or places."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from itertools import pairwise
from typing import Final

from agent_svc.data.column import ColumnType
from agent_svc.data.columns.evidence import Evidence
from agent_svc.data.columns.map_words import LATITUDES, LONGITUDES
from agent_svc.data.columns.text_column import text
from agent_svc.data.columns.verdict import Verdict
from agent_svc.data.dates.digit_dates import doubt as date_doubt
from agent_svc.data.report import Certainty, Notice, NoticeKind, Subject

_CLOCK_NAME: Final = re.compile(
    r"(?:uhr|tages|orts|abfahrts|ankunfts|start|end|anfangs|beginn)zeit|abfahrt|ankunft|abflug|departure(?: time)?"
    r"|arrival(?: time)?|time of day|clock(?: time)?|(?:start|end|begin)(?:ing)? ?time|opens|closes|sunrise|sunset"
    r"|sonnen(?:auf|unter)gang|heure|hora|départ|arrivée|salida|llegada|partenza|arrivo",
    re.IGNORECASE,
)
_MAYBE_CLOCK_NAME: Final = re.compile(
    r"time|zeit|start|begin|beginn|anfang|ende?|tijd|tid|时间|時間|时刻|時刻", re.IGNORECASE
)
_POINTED: Final = re.compile(r"(?P<hour>[01]?[0-9]|2[0-3])[.,](?P<minute>[0-5][0-9])")
_RUN_ON: Final = re.compile(r"(?P<hour>[1-9]|1[0-9]|2[0-3])(?P<minute>[0-5][0-9])")
_QUARTERS: Final = frozenset({"00", "25", "50"})  # of decimals, where nothing speaks of minutes
_SEVERAL: Final = 3  # different times, under a name that may mean something else
_SECTION: Final = re.compile(r"[0-9]{1,3}(?:[.,][0-9]{1,2})?")
_MONEY: Final = re.compile(
    r"price|preis|cost|kosten|betrag|amount|umsatz|revenue|sales|total|summe|prix", re.IGNORECASE
)
_PLACES: Final = LATITUDES | LONGITUDES
_HALF_TURN: Final = 180


def doubted(evidence: Evidence, numbers: Verdict) -> Verdict:
    """The column as the `numbers` that it was read as, or as text, with a warning where it may be something else."""
    date = date_doubt(evidence)
    if date is not None:
        return _ambiguous(evidence, numbers, date)
    if evidence.exact:
        return numbers
    name = " ".join(evidence.name.replace("_", " ").split())
    if _are_clocks(name, evidence.values):
        first = evidence.values[0]
        if _CLOCK_NAME.fullmatch(name):
            reason = f"“{first}” under this name is a time of day; as a number its minutes would be decimals."
            told = f"“{evidence.name}” stays text: {reason} Write 8:05 to have times."
            verdict = text(evidence, reason, (ColumnType.NUMBER,), Certainty.AMBIGUOUS)
            return replace(verdict, notices=(Notice(NoticeKind.AMBIGUOUS, told, evidence.name),))
        return _ambiguous(evidence, numbers, f"“{first}” may be a time of day, and is read as a number.")
    counted = numbers.unit is None and not _MONEY.search(name)
    again = _written_again(evidence.values) if counted else None
    if again is not None:
        short = f"“{again[:-1]}” and “{again}” are the same number"
        return _ambiguous(evidence, numbers, f"{short}, and two sections or codes if they are counted.")
    far = _no_place(evidence, numbers) if name.casefold() in _PLACES else None
    if far is not None:
        told = f"“{far}” is read as {numbers.cells[far]}, which no degree is; a program may have grouped its digits."
        return _ambiguous(evidence, numbers, told)
    return numbers


def _ambiguous(evidence: Evidence, numbers: Verdict, reason: str) -> Verdict:
    decisions = tuple(
        replace(one, certainty=Certainty.AMBIGUOUS, evidence=reason) if one.subject is Subject.TYPE else one
        for one in numbers.decisions
    )
    notice = Notice(NoticeKind.AMBIGUOUS, f"“{evidence.name}”: {reason}", evidence.name)
    return replace(numbers, decisions=decisions, notices=(*numbers.notices, notice))


def _are_clocks(name: str, values: Sequence[str]) -> bool:
    """Whether all `values` can be times, `8.05` or `930`, under a `name` of some, and are no plain amounts."""
    sure = _CLOCK_NAME.fullmatch(name) is not None
    if not sure and not _MAYBE_CLOCK_NAME.fullmatch(name):
        return False
    for shape in (_POINTED, _RUN_ON):
        found = [match for value in values if (match := shape.fullmatch(value))]
        if len(found) == len(values):
            return sure or _no_amounts(found)
    return False


def _no_amounts(times: Sequence[re.Match[str]]) -> bool:
    """Whether different times are no steps of an axis from zero and no quarters of a unit."""
    numbers = sorted({int(time["hour"]) * 100 + int(time["minute"]) for time in times})
    if len(numbers) < _SEVERAL or numbers[0] < 100 or {time["minute"] for time in times} <= _QUARTERS:
        return False
    steps = {later - earlier for earlier, later in pairwise(numbers)}
    return len(steps) > 1 or numbers[0] not in steps


def _written_again(values: Sequence[str]) -> str | None:
    """The first value, such as `10.10`, that is another one, `10.1`, but for a zero, where all may be sections."""
    if not values or not _SECTION.fullmatch(values[0]):
        return None
    longer = [value for value in values if value[-1] == "0" and value[-3:-2] in (".", ",")]
    known = frozenset(values) if longer else frozenset()
    again = next((value for value in longer if value[:-1] in known and value[-2] != "0"), None)
    return again if again is not None and all(map(_SECTION.fullmatch, values)) else None


def _no_place(evidence: Evidence, numbers: Verdict) -> str | None:
    marked = (value for value in evidence.values if any(mark in value for mark in ".,'’"))
    return next((value for value in marked if abs(float(numbers.cells.get(value, 0))) > _HALF_TURN), None)
