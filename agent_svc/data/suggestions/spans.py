"""Spans: rows that last from one date to another, and the answers to a survey, filled in at some dates."""

from __future__ import annotations

import re
from collections.abc import Iterator
from datetime import datetime
from statistics import median
from typing import Final

from agent_svc.data.bindings.words import words_of
from agent_svc.data.column import ColumnType
from agent_svc.data.columns.scales import places_on_scale
from agent_svc.data.profile import ColumnProfile
from agent_svc.data.suggestions.candidate import Candidate
from agent_svc.data.suggestions.categories import counted
from agent_svc.data.suggestions.facts import Facts
from agent_svc.data.suggestions.names import ENDS

_SEEN: Final = 1 / 200  # of all the time that is shown: a shorter bar is a dot
_SURVEY: Final = frozenset(
    {"recordeddate", "responseid", "submitdate", "startlanguage", "userlanguage", "lastpage", "distributionchannel"}
)
_CAMEL: Final = re.compile(r"(?<=[a-z])(?=[A-Z])")


def of_spans(facts: Facts) -> Iterator[Candidate]:
    """Bars from start to end, where these are seen; of a survey how many rows have which answer."""
    dates = [one for one in facts.profile.columns if one.type is ColumnType.DATE and one.unique]
    ends = _ends(dates)
    is_short = ends is not None and _are_short(facts, *ends)
    if is_short or _is_survey(facts):
        yield from _of_answers(facts)
    if len(dates) >= 2 and not is_short and facts.names_hold(ENDS):
        yield Candidate(96, "gantt", "Each row has a start and an end.")
        yield Candidate(80, "timeline", "Each row is something that lasts from one date to another.")


def _ends(dates: list[ColumnProfile]) -> tuple[ColumnProfile, ColumnProfile] | None:
    starts, stops = ([one for one in dates if words_of(_CAMEL.sub(" ", one.name)) & words] for words in ENDS)
    stops = [one for one in stops if one not in starts]
    return (starts[0], stops[0]) if starts and stops else None


def _are_short(facts: Facts, start: ColumnProfile, end: ColumnProfile) -> bool:
    """Whether the rows last so short, beside all the time from the first to the last, that their bars are not seen."""
    places = facts.place_of(start), facts.place_of(end)
    rows = [[row[place] for place in places] for row in facts.profile.sample]
    lasting = [(_moment(b) - _moment(a)).total_seconds() for a, b in rows if a and b]
    whole = (_moment(end.maximum or "") - _moment(start.minimum or "")).total_seconds()
    return bool(lasting) and 0 < median(lasting) < whole * _SEEN


def _moment(cell: str) -> datetime:
    return datetime.fromisoformat(cell).replace(tzinfo=None)


def _is_survey(facts: Facts) -> bool:
    """Whether columns are called as programs for surveys call them: Qualtrics, LimeSurvey."""
    words = set[str]().union(*(words_of(one.name) for one in facts.profile.columns))
    return bool(words & _SURVEY)


def _of_answers(facts: Facts) -> Iterator[Candidate]:
    """How often each answer on a scale was given."""
    scales = [one for one in facts.groups if one.order and places_on_scale([x.casefold() for x in one.order])]
    yield from (counted(one, 95) for one in scales[:1])
