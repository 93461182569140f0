"""Forms: what is more or less than one number, and stays text with a word on what to do about it."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Final

from agent_svc.data.choices import DecimalMark
from agent_svc.data.column import ColumnType
from agent_svc.data.columns.evidence import Evidence
from agent_svc.data.columns.ordered_names import natural_order
from agent_svc.data.columns.text_column import text
from agent_svc.data.columns.verdict import Verdict
from agent_svc.data.layout.values import are_numbers
from agent_svc.data.numbers.durations import DurationReading
from agent_svc.data.numbers.exact import is_number
from agent_svc.data.numbers.loose_numbers import as_fractions
from agent_svc.data.report import Certainty, Decision, Notice, NoticeKind, Subject, rows_text

_LIMIT: Final = re.compile(
    r"(?:<=?|>=?|≤|≥|kleiner als|unter|less than|below)\s?(?P<number>[-+]?[0-9][0-9.,]*.{0,12})", re.IGNORECASE
)
# A limit; the last one is the sign for Kelvin, which is a k in any case.
_BEGINS: Final = frozenset("<>≤≥kKuUlLbB\u212a")
_ERROR: Final = re.compile(
    r"(?P<value>[-+−]?[0-9][0-9.,]*)\s?(?:±|\+/-|\+-)\s?(?P<error>[0-9][0-9.,]*)(?:\s?[^\W\d_%]{1,6}|\s?%)?"
)
_BRACKETS: Final = re.compile(r"(?P<value>[-+−]?[0-9][0-9.,]*)\s?\((?P<error>[0-9][0-9.,]*)\s?%?\)")
_PAIR: Final = re.compile(
    r"(?:POINT\s?)?\(?(?P<value>[-+−]?[0-9]{1,6}(?:\.[0-9]+)?)(?:[,;]\s|;|(?<=[0-9])\s)(?P<error>[-+−]?[0-9]{1,6}\.[0-9]+)\)?",
    re.IGNORECASE,
)
_NUMBER_OF_A_YEAR: Final = re.compile(r"/\s?(?:19|20)[0-9]{2}$")  # the third file of 2024
_DIGITS: Final = "0123456789-+−"  # and the signs before some
_SCIENTIFIC: Final = re.compile(r"[-+−]?[0-9]+(?:[.,][0-9]+)?[eE][-+]?[0-9]{3,4}")
_SIGNS: Final = "-−–+"
_SIGN_BEHIND: Final = re.compile(r"[0-9]{1,6}(?:[.,][0-9]{1,3})?[-−–+]")
_FISCAL: Final = re.compile(
    r"(?:FY|GJ)\s?'?(?:[0-9]{2}|[0-9]{4})(?:/[0-9]{2,4})?(?:[\s-]?[QH][1-4])?|[QH][1-4][\s-]?(?:FY|GJ)\s?'?(?:[0-9]{2}|[0-9]{4})",
    re.IGNORECASE,
)
_CLOCK: Final = re.compile(r"uhr|clock|time of day|tageszeit|heure|\bhora\b", re.IGNORECASE)


def other_form(evidence: Evidence) -> Verdict | None:
    """The column as text with a notice that names its form and a remedy; None where its values have no known one."""
    return (
        _limits(evidence)
        or _signs_behind(evidence)
        or _two_numbers(evidence)
        or _fractions(evidence)
        or _beyond(evidence)
        or _fiscal(evidence)
        or _times(evidence)
        or _days_of_years(evidence)
    )


def resolve_durations(evidence: Evidence, durations: DurationReading) -> Verdict:
    """The column as numbers of one unit."""
    value, number = next(iter(durations.cells.items()))
    unit = durations.unit or None
    reason = f"All {len(durations.cells)} different values are durations, such as “{value}”."
    certainty = Certainty.LIKELY
    if evidence.choice.type is not None:
        reason, certainty = "It was chosen.", Certainty.CERTAIN
    decision = Decision(
        Subject.TYPE, ColumnType.NUMBER.value, reason, certainty, (ColumnType.TEXT.value,), evidence.name
    )
    counted = unit or "of the smaller unit, seconds or minutes"
    told = f"“{evidence.name}”: durations are read as numbers: “{value}” is {number} {counted}."
    notice = Notice(NoticeKind.CONVERTED, told, evidence.name)
    return Verdict(ColumnType.NUMBER, durations.cells, unit=unit, decisions=(decision,), notices=(notice,))


def resolve_fractions(evidence: Evidence, numbers: Mapping[str, str]) -> Verdict:
    """The column as the numbers that its fractions are, because the user chose it."""
    value, number = next(iter(numbers.items()))
    decision = Decision(
        Subject.TYPE,
        ColumnType.NUMBER.value,
        "It was chosen.",
        Certainty.CERTAIN,
        (ColumnType.TEXT.value,),
        evidence.name,
    )
    notice = Notice(NoticeKind.CONVERTED, f"“{evidence.name}”: “{value}” is read as {number}.", evidence.name)
    return Verdict(ColumnType.NUMBER, numbers, decisions=(decision,), notices=(notice,))


def _limits(evidence: Evidence) -> Verdict | None:
    matches = {value: match for value in evidence.values if value[0] in _BEGINS and (match := _LIMIT.fullmatch(value))}
    if not matches:
        return None
    bare = [matches[value]["number"] if value in matches else value for value in evidence.values]
    if not are_numbers(tuple(dict.fromkeys(bare))):
        return None
    rows = evidence.rows_of(tuple(matches))
    reason = f"“{next(iter(matches))}” ({rows_text(rows)}) is a limit and no value; write what should stand for it"
    if len(matches) == len(bare):
        return _told(evidence, f"{reason}.", rows)
    return _told(evidence, f"{reason}, or read the column as a number to leave it empty.", rows, (ColumnType.NUMBER,))


def _signs_behind(evidence: Evidence) -> Verdict | None:
    """What may be grades or negative numbers."""
    signed = [value for value in evidence.values if value[-1] in _SIGNS and _SIGN_BEHIND.fullmatch(value)]
    if all(value[-1] == "+" for value in signed):
        return None
    if not are_numbers(tuple(dict.fromkeys(value.rstrip(_SIGNS) for value in evidence.values))):
        return None
    reason = f"“{signed[0]}” may be a grade or a negative number; read the column as a number to have the latter."
    return _told(evidence, reason, evidence.rows_of(signed), (ColumnType.NUMBER,))


def _two_numbers(evidence: Evidence) -> Verdict | None:
    for shape, what in ((_ERROR, "a value and its error"), (_BRACKETS, "two numbers"), (_PAIR, "two numbers")):
        if evidence.values and all(map(shape.fullmatch, evidence.values)):
            return _told(evidence, f"“{evidence.values[0]}” is {what}; give each a column of its own.")
    return None


def _fractions(evidence: Evidence) -> Verdict | None:
    """What may be a fraction, a score or a share of points."""
    numbers = as_fractions(evidence.values) if len(evidence.values) > 1 else None
    if numbers is None or natural_order(evidence.texts) is not None or any(map(_NUMBER_OF_A_YEAR.search, numbers)):
        return None
    value, number = next(iter(numbers.items()))
    reason = f"“{value}” may be two numbers; give each a column of its own, or read the column as a number to have"
    return _told(evidence, f"{reason} the one divided by the other, {number}.", (), (ColumnType.NUMBER,))


def _beyond(evidence: Evidence) -> Verdict | None:
    """Numbers that no 64-bit float is sure to hold."""
    huge = dict.fromkeys(v for v in evidence.values if v[0] in _DIGITS and _SCIENTIFIC.fullmatch(v))
    rest = tuple(value for value in evidence.values if value not in huge) if huge else ()
    if not huge or (rest and not are_numbers(rest)):
        return None
    unread = [value for value in huge if not any(is_number(value, mark) for mark in DecimalMark)]
    if not unread:
        return None
    rows = evidence.rows_of(unread)
    reason = f"“{unread[0]}” ({rows_text(rows)}) is beyond what can be counted with"
    if len(unread) == len(evidence.values):
        return _told(evidence, f"{reason}; write the numbers in a larger unit.", rows)
    return _told(evidence, f"{reason}; read the column as a number to leave it empty.", rows, (ColumnType.NUMBER,))


def _fiscal(evidence: Evidence) -> Verdict | None:
    if not evidence.values or not all(map(_FISCAL.fullmatch, evidence.values)):
        return None
    remedy = "write the first day of each period to have dates"
    return _told(evidence, f"“{evidence.values[0]}” is of a fiscal year, whose first month is not said; {remedy}.")


def _times(evidence: Evidence) -> Verdict | None:
    """Times of day or durations; that they stay text is told once it is known that no column of days takes them."""
    if evidence.durations is None:
        return None
    return text(evidence, _either(evidence.durations), (ColumnType.NUMBER,), Certainty.LIKELY)


def _days_of_years(evidence: Evidence) -> Verdict | None:
    """What may number the days of years, or the papers; no notice, since most of it is the latter."""
    if evidence.serials is None:
        return None
    value, day = next(iter(evidence.serials.cells.items()))
    reason = f"“{value}” may be a number of its year, or the day of it that {day} is."
    return text(evidence, reason, (ColumnType.DATE,), Certainty.LIKELY)


def times_as_text(evidence: Evidence) -> tuple[Notice, ...]:
    """That a column of times stays text, unless its name says what they are."""
    if evidence.durations is None or evidence.durations.certain or _CLOCK.search(evidence.name):
        return ()
    text_ = f"“{evidence.name}” stays text: {_either(evidence.durations)} Read the column as a number to have that."
    return (Notice(NoticeKind.UNREADABLE, text_, evidence.name),)


def _either(durations: DurationReading) -> str:
    value, number = next(iter(durations.cells.items()))
    if not durations.unit:
        return f"“{value}” may be minutes and seconds or hours and minutes, which is {number} of the smaller ones."
    unit = "minutes" if durations.unit == "min" else "seconds"
    return f"“{value}” may be a time of day, or how long something took, which is {number} {unit}."


def _told(evidence: Evidence, reason: str, rows: tuple[int, ...] = (), others: Sequence[ColumnType] = ()) -> Verdict:
    notice = Notice(NoticeKind.UNREADABLE, f"“{evidence.name}” stays text: {reason}", evidence.name, rows)
    return replace(text(evidence, reason, others, Certainty.LIKELY), notices=(notice,))
