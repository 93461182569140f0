"""Digit dates: which numbers that could be dates, `20240301` or `12.2024`, are some, and which are amounts or ids."""

from __future__ import annotations

import re
from datetime import datetime, timedelta
from itertools import pairwise
from typing import Final

from agent_svc.data.columns.amount_names import is_named_like_amounts
from agent_svc.data.columns.code_names import POSTCODES, is_named_like_codes, is_named_like_things
from agent_svc.data.columns.evidence import Evidence
from agent_svc.data.dates.pointed_months import Months, how_sure

_OF_TIMES: Final = re.compile(
    r"(?:^|[\s_.-])(?:ts|when|wann|quand|quando|cu[aá]ndo|dt|jour|dag|data|dato|giorno|d[ií]a|dzień|день)$"
)
_MAYBE_AMOUNTS: Final = re.compile(r"(?:^|[\s_.-])(?:values?|wert|werte|valeurs?|值)$", re.IGNORECASE)
_STEP: Final = timedelta(seconds=5)
_LONGEST_STEP: Final = timedelta(days=7)
_MINUTE: Final = 60  # seconds, which the steps of clocks part evenly or fill
_DAY: Final = 8  # digits of `20240301`
_SEVERAL: Final = 3  # days: of numbers of eight digits, each is one by a chance of 1 in 27


def rather_numbers(evidence: Evidence) -> bool:
    """Whether what could be dates are amounts."""
    if not evidence.marks:
        return False
    sure = how_sure(evidence.values, evidence.name, dated=evidence.named_like_dates)
    if sure is not None:
        return sure is not Months.SURE
    if evidence.named_like_dates:
        return False
    if not any(value.isdigit() for value in evidence.values):
        return len(evidence.values) == 1
    return not _are_days(evidence) or not (_OF_TIMES.search(evidence.name.casefold()) or _of_several_months(evidence))


def doubt(evidence: Evidence) -> str | None:
    """Why a column of numbers may hold dates, as a sentence; None where nothing speaks for them."""
    if not evidence.values:
        return None
    first = evidence.values[0]
    if how_sure(evidence.values, evidence.name, dated=evidence.named_like_dates) is Months.OPEN:
        return f"“{first}” may be a month or another part of its year, and is read as a number."
    if evidence.orders and _are_days(evidence) and len(evidence.values) >= _SEVERAL:
        return f"“{first}” may be a day, and is read as a number."
    if (
        evidence.serials is not None
        and not _is_named_otherwise(evidence)
        and _go_like_a_clock(list(evidence.serials.cells.values()))
    ):
        return f"“{first}” may be {evidence.serials.counted}, and is read as a number."
    return None


def _go_like_a_clock(moments: list[str]) -> bool:
    """Whether `moments`, in ISO text, follow one another in even steps of seconds: numbers of things go by ones."""
    if len(moments) < _SEVERAL or len(moments[0]) <= len("2024-03-01"):
        return False
    times = [datetime.fromisoformat(moment) for moment in moments]
    steps = {later - earlier for earlier, later in pairwise(times)}
    step = steps.pop()
    if steps or not _STEP <= step <= _LONGEST_STEP:
        return False
    seconds = step.total_seconds()
    return seconds % _MINUTE == 0 or _MINUTE % seconds == 0


def _is_named_otherwise(evidence: Evidence) -> bool:
    """Whether the column is called after ids, people, things or amounts, none of which is a time."""
    name = evidence.name
    coded = is_named_like_codes(name) or POSTCODES.search(name) is not None
    return coded or is_named_like_things(name) or is_named_like_amounts(name, evidence.header)


def _are_days(evidence: Evidence) -> bool:
    """Whether all values, dates as they are, have the digits of days, under a name that is none of ids."""
    return all(len(value) == _DAY for value in evidence.values) and not is_named_like_codes(evidence.name)


def _of_several_months(evidence: Evidence) -> bool:
    """Whether so many values are days, also after the end of a month, that nothing else is under this name.

    Ids that begin with the year and the class are days as well.
    """
    if _is_named_otherwise(evidence) or _MAYBE_AMOUNTS.search(evidence.name):
        return False
    return len(evidence.values) >= _SEVERAL and len({value[:6] for value in evidence.values}) > 1
