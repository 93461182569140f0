"""Named codes: numbers and dates that are none, because their column is called after codes, telephones or postcodes."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Final

from agent_svc.data.column import ColumnType
from agent_svc.data.columns.code_names import (
    ANSWERS,
    CODES,
    COST_CENTRES,
    DIALLED,
    OF_NUMBERS,
    PLAIN_CODES,
    POSTCODES,
    TELEPHONES,
    is_named_like_codes,
)
from agent_svc.data.columns.counted_in_years import are_numbered_in_years, counted_in_years
from agent_svc.data.columns.evidence import Evidence
from agent_svc.data.columns.text_column import text
from agent_svc.data.columns.verdict import Verdict
from agent_svc.data.report import Certainty, Notice, NoticeKind

_NUMBER_OF_A_YEAR: Final = re.compile(r"(?:19|20)[0-9]{2}\.[0-9]{2,4}")
_DIALLED: Final = re.compile(r"\+[0-9]{1,4}")
_POSTCODE: Final = re.compile(r"[0-9]{3,7}")
_COST_CENTRE: Final = re.compile(r"[0-9]{3,10}")
_ANSWER: Final = re.compile(r"[1-5][0-9]{2}")
_TELEPHONE: Final = re.compile(r"[1-9][0-9]{8,14}")
_LOCAL: Final = re.compile(r"[1-9][0-9]{4,14}")
_ONE_PLAN: Final = 3  # telephone numbers of a list differ in length by no more
_FLOAT: Final = re.compile(r"[0-9]{3,15}[.,]0")
_NO_CHAPTER: Final = 4  # digits from which on a code is none of a list with sections, such as NACE 10.0
_LOSES_A_ZERO: Final = re.compile(r"[0-9]+\.[0-9]*0")


def named_codes(evidence: Evidence) -> Verdict | None:
    """The column as text where its name says that its numbers, or what looks like short dates, are codes."""
    others = [ColumnType.NUMBER] * bool(evidence.marks) + [ColumnType.DATE] * bool(evidence.orders)
    if not others:
        return None
    bare = _without_points(evidence.values) if evidence.marks else None
    reason = None if bare is None else _of_floats(evidence, bare)
    if bare is not None and reason is not None:
        return _taken_off(evidence, text(evidence, reason, others, Certainty.LIKELY), bare)
    reason = _number(evidence, evidence.values) if evidence.marks else _date(evidence)
    if reason is None:
        return None if evidence.marks else counted_in_years(evidence, others)
    return text(evidence, reason, others, Certainty.LIKELY)


def _without_points(values: Sequence[str]) -> Mapping[str, str] | None:
    """Each of `values` as the whole number that it is, where all are written like `89073.0`; else None."""
    if not values or not all(map(_FLOAT.fullmatch, values)):
        return None
    return {value: value[:-2] for value in values}


def _of_floats(evidence: Evidence, bare: Mapping[str, str]) -> str | None:
    """Why `89073.0` is the code 89073: a program with a gap in a column of whole numbers writes them so."""
    reason = _place_or_line(evidence, tuple(bare.values()))
    if reason is None and PLAIN_CODES.search(evidence.name) and all(len(code) >= _NO_CHAPTER for code in bare.values()):
        return f"“{next(iter(bare.values()))}” under this name is a code."
    return reason


def _taken_off(evidence: Evidence, verdict: Verdict, bare: Mapping[str, str]) -> Verdict:
    value, code = next(iter(bare.items()))
    told = (
        f"“{evidence.name}”: “{value}” is read as the code {code}; a program has taken the codes for numbers, "
        "so that zeros in front may be lost."
    )
    cells = {one: bare.get(one, one) for one in verdict.cells}
    notice = Notice(NoticeKind.CONVERTED, told, evidence.name)
    return replace(verdict, cells=cells, as_written=False, notices=(*verdict.notices, notice))


def _number(evidence: Evidence, values: Sequence[str]) -> str | None:
    reason = _place_or_line(evidence, values)
    if reason is not None:
        return reason
    if evidence.exact or not is_named_like_codes(evidence.name):
        return None
    if len(values) > 1 and all(map(_NUMBER_OF_A_YEAR.fullmatch, values)):
        return f"“{values[0]}” under this name is numbered within its year; as a number it may lose its zero."
    if not CODES.search(evidence.name):
        return None
    lost = next((value for value in values if _LOSES_A_ZERO.fullmatch(value)), None)
    return None if lost is None else f"“{lost}” under this name is a code; as a number it would lose its zero."


def _place_or_line(evidence: Evidence, values: Sequence[str]) -> str | None:
    first = values[0]
    if POSTCODES.search(evidence.name) and all(map(_POSTCODE.fullmatch, values)):
        return f"“{first}” under this name is a postcode, which measures nothing."
    if COST_CENTRES.search(evidence.name) and all(map(_COST_CENTRE.fullmatch, values)):
        return f"“{first}” under this name is the number of a cost centre or an account, which measures nothing."
    if ANSWERS.search(evidence.name) and all(map(_ANSWER.fullmatch, values)):
        return f"“{first}” under this name is a code that servers answer with, and measures nothing."
    if DIALLED.search(evidence.name) and all(map(_DIALLED.fullmatch, values)):
        return f"“{first}” under this name is dialled, and measures nothing."
    form = _LOCAL if OF_NUMBERS.search(evidence.name) else _TELEPHONE
    if TELEPHONES.search(evidence.name) and all(map(form.fullmatch, values)):
        lengths = sorted(map(len, values))
        if lengths[-1] - lengths[0] <= _ONE_PLAN:
            return f"“{first}” under this name is a telephone number."
    return None


def _date(evidence: Evidence) -> str | None:
    if evidence.named_like_dates or not is_named_like_codes(evidence.name):
        return None
    short = any(reading.short_years or reading.bare_digits for reading in evidence.dates.values())
    if short or are_numbered_in_years(evidence.values):
        return f"“{evidence.values[0]}” under this name is a code, whose parts are no day, month and year."
    return None
