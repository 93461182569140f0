"""Counted in years: `Batch 2024-1` and `Semester 2024-2`, things and parts of years that are no months."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

from agent_svc.data.column import ColumnType
from agent_svc.data.columns.code_names import is_named_like_things
from agent_svc.data.columns.evidence import Evidence
from agent_svc.data.columns.text_column import asked_text
from agent_svc.data.columns.verdict import Verdict
from agent_svc.data.dates.pointed_months import OF_OTHER_PARTS, run_over_a_year

_NUMBERED: Final = re.compile(r"(?:19|20)[0-9]{2}[-/.][0-9]{1,2}")
_OF_WEEKS: Final = re.compile(r"week|woche|kw", re.IGNORECASE)
_QUARTERS: Final = 4


def are_numbered_in_years(values: Sequence[str]) -> bool:
    """Whether all `values` are a year and a number of one or two digits, as months in digits are."""
    return all(map(_NUMBERED.fullmatch, values))


def counted_in_years(evidence: Evidence, others: Sequence[ColumnType]) -> Verdict | None:
    """Text that is asked about, where the name is one of things or parts of years; None for what goes on as months do.

    `others`: the types that the column could be instead.
    """
    if evidence.named_like_dates or not are_numbered_in_years(evidence.values):
        return None
    numbers = [(int(value[:4]), int(value[5:])) for value in evidence.values]
    if run_over_a_year(numbers) or not _is_named_like_counted(evidence.name, max(number for _, number in numbers)):
        return None
    asked = (
        f"“{evidence.values[0]}” may be a month, or another part or the number of a thing of its year; it stays text."
    )
    return asked_text(evidence, asked, others)


def _is_named_like_counted(name: str, last: int) -> bool:
    """Whether up to `last` things or parts of this `name` may be in a year; quarters may be written as months."""
    if OF_OTHER_PARTS.search(name):
        return last <= _QUARTERS or _OF_WEEKS.search(name) is not None
    return is_named_like_things(name)
