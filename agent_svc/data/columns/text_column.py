"""Text column: what stays text, why, and in which order its values go."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import replace

from agent_svc.data.choices import DateOrder, DecimalMark, Order
from agent_svc.data.column import ColumnType
from agent_svc.data.columns.evidence import Evidence
from agent_svc.data.columns.ordered_names import natural_order
from agent_svc.data.columns.verdict import Verdict
from agent_svc.data.dates.date_likeness import why_no_dates
from agent_svc.data.dates.iso import may_be_months
from agent_svc.data.dates.people import are_people
from agent_svc.data.numbers.loose_numbers import read_loosely
from agent_svc.data.report import Certainty, Decision, Notice, NoticeKind, Subject, rows_text

_NEAR_SHARE = 0.5  # of the distinct values: a text column with so many numbers or dates is worth a notice
_NEAR_VALUES = 2
_LOOKED_AT = 64  # values of which one at least is a number, where a user could say that all are
# Ids have underscores as well, and seldom end in two zeros.
_AMOUNT = re.compile(
    r"[<>≤≥~]?\s?[-+−]?(?:[0-9]{1,3}(?:_[0-9]{3}){0,3}_[0-9]00|[0-9]{1,8}(?:[.,](?:[0-9]++|[-–—]{1,2}))?)"
    r"(?:(?:\s[0-9]{1,3})?\s?/\s?[0-9]{1,3}|\s[-+*]|\?)?"
)
_BEGINS = frozenset("<>≤≥~-+−0123456789")  # an amount
# Amounts with signs that are not known around them: `\1,200`, `+3:27`, `98:-`; ids have others (`#12`).
_ODD = re.compile(
    r"[+±][0-9]{1,3}:[0-9:.]+|[^\w\s#/.'\"+§№@&*-]{1,2}[0-9][0-9.,:]*|[0-9][0-9.,]*\s?[^\w\s/.%\"'#-]{1,2}-?"
    r"|[0-9]{1,3}(?:[.,][0-9]+\s?°?|\s?°)\s?[NSEWO]|[0-9]+·[0-9]+|[\[(<{][0-9]+[.,][0-9]+[\])>}]"
    r"|[0-9]{1,2}['′’]\s?[0-9]{1,2}(?:\"|''|″|”)?"
)
_HALVES_OF_GLOBE = "NSEWO"
_PLURAL = {ColumnType.NUMBER: "numbers under one decimal mark and unit", ColumnType.DATE: "dates of one form"}


def text(
    evidence: Evidence, reason: str, others: Sequence[ColumnType] = (), certainty: Certainty = Certainty.CERTAIN
) -> Verdict:
    """The column as text, for `reason`; what has an order of its own gets it."""
    alternatives = tuple(other.value for other in others)
    decision = Decision(Subject.TYPE, ColumnType.TEXT.value, reason, certainty, alternatives, evidence.name)
    order, ordering = _order(evidence)
    cells = dict(zip(evidence.texts, evidence.texts, strict=True))
    whole = len(cells) == len(evidence.counts) - ("" in evidence.counts)
    return Verdict(ColumnType.TEXT, cells, whole, decisions=(decision, *ordering), order=order)


def asked_text(evidence: Evidence, asked: str, others: Sequence[ColumnType]) -> Verdict:
    """The column as text that a user is `asked` about, with a notice of it; `others` are the types that it may be."""
    notice = Notice(NoticeKind.AMBIGUOUS, f"“{evidence.name}”: {asked}", evidence.name)
    return _with_notice(text(evidence, asked, others, Certainty.AMBIGUOUS), notice)


def words(evidence: Evidence) -> str:
    """That the values are no numbers and no dates, with their count and an example."""
    if not evidence.texts:
        return "No cell has a value."
    return f"Its {len(evidence.texts)} different values are words, such as “{evidence.texts[0][:40]}”."


def chosen_text(evidence: Evidence) -> Verdict:
    """The column as text because the user chose it, with the types that it could be instead."""
    others = [ColumnType.NUMBER] * any(_worth(evidence, r.cells) for r in evidence.numbers.values())
    others += [ColumnType.DATE] * (
        evidence.serials is not None or any(_worth(evidence, r.cells) for r in evidence.dates.values())
    )
    others += [ColumnType.BOOLEAN] * (evidence.booleans is not None)
    return text(evidence, "It was chosen.", others)


def nearly(evidence: Evidence) -> Verdict:
    """Text, with a notice where a few cells kept the column from being numbers or dates."""
    clash = _units(evidence) or _marks(evidence) or _orders(evidence)
    if clash is not None:
        told = Notice(NoticeKind.UNREADABLE, f"“{evidence.name}” stays text: {clash}", evidence.name)
        others = [ColumnType.NUMBER if _units(evidence) or _marks(evidence) else ColumnType.DATE]
        return _with_notice(text(evidence, clash, others, Certainty.LIKELY), told)
    readings: Sequence[tuple[ColumnType, tuple[str, ...], int]] = [
        *((ColumnType.NUMBER, r.unread, len(r.cells)) for r in evidence.numbers.values()),
        *((ColumnType.DATE, r.unread, len(r.cells)) for r in evidence.dates.values()),
    ]
    near = max(readings, key=lambda one: one[2], default=None)
    if near is None or near[2] < max(_NEAR_VALUES, _NEAR_SHARE * len(evidence.values)):
        return _like_dates(evidence) or _like_numbers(evidence) or text(evidence, words(evidence))
    type_, unread, count = near
    rows = evidence.rows_of(unread)
    message = (
        f"“{evidence.name}” stays text: {count} of its {len(evidence.values)} different values are {_PLURAL[type_]}, "
        f"but “{unread[0][:40]}” ({rows_text(rows)}) {'is' if len(rows) == 1 else 'are'} not."
    )
    verdict = text(evidence, f"“{unread[0][:40]}” is no {type_}.", (type_,), Certainty.LIKELY)
    return _with_notice(verdict, Notice(NoticeKind.UNREADABLE, message, evidence.name, rows))


def _like_dates(evidence: Evidence) -> Verdict | None:
    """Text in the order of the rows, with a notice where most values look like dates."""
    months = may_be_months(evidence.values)
    reason = why_no_dates(evidence.values)
    if months:
        reason = f"“{evidence.values[0]}” may be a day of any year, or the month of a year"
    if reason is None:
        return None
    verdict = text(evidence, f"{reason}.", [ColumnType.DATE] * months, Certainty.LIKELY)
    if verdict.order:
        return verdict
    message = f"“{evidence.name}” looks like dates and stays text, in the order of its rows: {reason}."
    remedy = "Write days such as 2024-03-31 to have dates"
    remedy += ", or read the column as dates to have months." if months else "."
    return _with_notice(verdict, Notice(NoticeKind.UNREADABLE, f"{message} {remedy}", evidence.name))


def _like_numbers(evidence: Evidence) -> Verdict | None:
    """Text with a notice where most values are made like numbers, with a sign around them that says more."""
    alike = [value for value in evidence.values if _is_alike(value)]
    read: Mapping[str, str] = max((one.cells for one in evidence.numbers.values()), key=len, default={})
    odd = [value for value in alike if value not in read]
    if not odd or len(alike) < max(_NEAR_VALUES, _NEAR_SHARE * len(evidence.values)):
        return None
    rows = evidence.rows_of(odd)
    reason = f"most of its values look like numbers, but what “{odd[0]}” ({rows_text(rows)}) stands for is not sure."
    read = read or read_loosely(alike[:_LOOKED_AT], DecimalMark.POINT, chosen=True).cells
    verdict = text(evidence, reason, [ColumnType.NUMBER] * bool(read), Certainty.LIKELY)
    if verdict.order:
        return verdict
    told = f"“{evidence.name}” stays text: {reason}"
    return _with_notice(verdict, Notice(NoticeKind.UNREADABLE, told, evidence.name, rows))


def _is_alike(value: str) -> bool:
    if value[0] in _BEGINS and _AMOUNT.fullmatch(value):
        return True
    edged = not (value[0].isalnum() and value[-1].isalnum()) or value[-1] in _HALVES_OF_GLOBE or "·" in value
    return edged and _ODD.fullmatch(value) is not None


def _with_notice(verdict: Verdict, notice: Notice) -> Verdict:
    return replace(verdict, notices=(notice,))


def _worth(evidence: Evidence, cells: Mapping[str, str]) -> bool:
    return bool(cells) and len(cells) >= _NEAR_SHARE * len(evidence.values)


def _units(evidence: Evidence) -> str | None:
    """That all values are numbers, of units which do not mix."""
    units = next((reading.units for reading in evidence.numbers.values() if reading.units), ())
    if not units:
        return None
    named = ", ".join(f"“{unit}”" if unit else "none" for unit in units[:4])
    return f"its numbers carry different units ({named})."


def _marks(evidence: Evidence) -> str | None:
    """That all values are numbers, some with a decimal point and some with a decimal comma."""
    point, comma = evidence.numbers.get(DecimalMark.POINT), evidence.numbers.get(DecimalMark.COMMA)
    if point is None or comma is None or not point.unread or not comma.unread or set(point.unread) & set(comma.unread):
        return None
    return f"“{comma.unread[0]}” is a number only with a decimal point, “{point.unread[0]}” only with a decimal comma."


def _orders(evidence: Evidence) -> str | None:
    """That all values are dates, some with the day first and some with the month first."""
    day, month = evidence.dates.get(DateOrder.DAY_FIRST), evidence.dates.get(DateOrder.MONTH_FIRST)
    if day is None or month is None or not day.unread or not month.unread or set(day.unread) & set(month.unread):
        return None
    return f"“{month.unread[0]}” is a date only with the day first, “{day.unread[0]}” only with the month first."


def _order(evidence: Evidence) -> tuple[tuple[str, ...], tuple[Decision, ...]]:
    names = natural_order(evidence.texts)
    if names is None:
        return (), ()
    chosen, reason, sure = Order.NATURAL, f"All its values are {names.noun}.", Certainty.LIKELY
    if are_people(evidence.name, evidence.texts):
        chosen, reason = Order.AS_WRITTEN, f"All its values are {names.noun}, and people under this name."
    if evidence.choice.order is not None:
        chosen, reason, sure = evidence.choice.order, "It was chosen.", Certainty.CERTAIN
    other = Order.AS_WRITTEN if chosen is Order.NATURAL else Order.NATURAL
    decision = Decision(Subject.ORDER, chosen.value, reason, sure, (other.value,), evidence.name)
    return (names.order if chosen is Order.NATURAL else ()), (decision,)
