"""Resolve dates: which order the dates of a column have, and from where its day numbers count."""

from __future__ import annotations

from collections.abc import Mapping

from agent_svc.data.choices import DateOrder
from agent_svc.data.column import ColumnType
from agent_svc.data.columns.evidence import Evidence
from agent_svc.data.columns.type_decision import type_decision
from agent_svc.data.columns.verdict import Verdict
from agent_svc.data.dates.calendars import other_calendar
from agent_svc.data.dates.iso import DateReading
from agent_svc.data.dates.serials import SerialReading
from agent_svc.data.dates.short_years import first_short_year
from agent_svc.data.dates.swapped_days import maybe_swapped
from agent_svc.data.dates.written_date import SPAN
from agent_svc.data.dates.year_first import YearPlace
from agent_svc.data.numbers.hints import Hints
from agent_svc.data.report import Certainty, Decision, Notice, NoticeKind, Subject

_MONTHS = 12
_OTHER_ORDER = {DateOrder.DAY_FIRST: DateOrder.MONTH_FIRST, DateOrder.MONTH_FIRST: DateOrder.DAY_FIRST}
_Picked = tuple[DateReading, Decision | None, tuple[Notice, ...]]


def resolve_dates(evidence: Evidence, hints: Hints, certainty: Certainty | None) -> Verdict:
    """The column as dates; `certainty` is None when the user chose the type."""
    reading, decision, notices = _pick_order(evidence, hints)
    reason = f"All {len(reading.cells)} different values are dates, such as “{next(iter(reading.cells), '')}”"
    period = "month" if reading.months_only else reading.period
    reason += f", read as the {'begin' if period == SPAN else 'first day'} of their {period}." if period else "."
    others = (ColumnType.TEXT, ColumnType.NUMBER) if evidence.marks else (ColumnType.TEXT,)
    swapped = maybe_swapped(evidence.values) if certainty is not None else None
    if swapped is not None:
        reason = f"“{swapped.real}” may be another day: a program that could not read “{swapped.text}” may have swapped"
        certainty, reason = Certainty.AMBIGUOUS, f"{reason} its day and month."
        notices = (*notices, Notice(NoticeKind.AMBIGUOUS, f"“{evidence.name}”: {reason}", evidence.name))
    doubt = reading.bare_digits or reading.short_years
    type_ = type_decision(evidence, ColumnType.DATE, reason, others, certainty, doubt=doubt)
    decisions = (type_, decision) if decision else (type_,)
    return Verdict(
        ColumnType.DATE,
        reading.cells,
        reading.as_written,
        reading.unread,
        decisions=decisions,
        notices=(*notices, *_date_notices(evidence, reading)),
    )


def resolve_serials(evidence: Evidence, serials: SerialReading, certainty: Certainty) -> Verdict:
    """The column as moments that were written as one number each."""
    value, iso = next(iter(serials.cells.items()))
    reason = f"All {len(serials.cells)} different values can be {serials.counted}"
    reason += f", {serials.proof}." if serials.proof else "."
    if evidence.choice.type is not None:
        reason = "It was chosen."
    others = (*([ColumnType.NUMBER.value] if evidence.marks else ()), ColumnType.TEXT.value)
    decision = Decision(Subject.TYPE, ColumnType.DATE.value, reason, certainty, others, evidence.name)
    zone = "" if serials.counted.startswith("day") else ", in UTC"
    text = f"“{evidence.name}”: {serials.counted} are read as dates{zone}: “{value}” is {iso}."
    notice = Notice(NoticeKind.CONVERTED, text, evidence.name)
    return Verdict(ColumnType.DATE, serials.cells, decisions=(decision,), notices=(notice,))


def _pick_order(evidence: Evidence, hints: Hints) -> _Picked:
    first = evidence.dates.get(DateOrder.YEAR_FIRST)
    if first is not None and len(evidence.dates) > 1:
        return _year_first_or_last(evidence, first, hints)
    return _day_or_month(evidence, evidence.dates, hints)


def _year_first_or_last(evidence: Evidence, first: DateReading, hints: Hints) -> _Picked:
    lasts = {order: reading for order, reading in evidence.dates.items() if reading is not first}
    last, _, _ = _day_or_month(evidence, lasts, hints)
    sample = next((v for v in evidence.values if first.cells[v] != last.cells.get(v)), evidence.values[0])
    readable = tuple(order.value for order, reading in lasts.items() if reading.complete)
    if first.year_place is YearPlace.RATHER_FIRST:
        reason = f"The dates, such as “{sample}”, run over days or go one way only with the year first."
        return first, _order_decision(evidence, first.order, reason, Certainty.LIKELY, readable), ()
    best, other = (first, last) if first.year_place is YearPlace.OPEN_FIRST or not last.complete else (last, first)
    text = (
        f"“{evidence.name}”: “{sample}” is read as {best.cells.get(sample)} ({best.order}); "
        f"with the {other.order} it would be {other.cells.get(sample, 'unreadable')}."
    )
    others = tuple(one for one in (*readable, first.order.value) if one != best.order.value)
    reason = "Its dates make sense with the year in front and behind."
    decision = _order_decision(evidence, best.order, reason, Certainty.AMBIGUOUS, others)
    return best, decision, (Notice(NoticeKind.AMBIGUOUS, text, evidence.name),)


def _day_or_month(evidence: Evidence, readings: Mapping[DateOrder, DateReading], hints: Hints) -> _Picked:
    if len(readings) == 1:
        (reading,) = readings.values()
        return reading, _only_order(evidence, reading), ()
    day, month = readings[DateOrder.DAY_FIRST], readings[DateOrder.MONTH_FIRST]
    if len(day.unread) != len(month.unread):
        best, other = sorted((day, month), key=lambda one: len(one.unread))
        lost = next(value for value in other.unread if value in best.cells)
        return best, _order_decision(evidence, best.order, f"“{lost}” is a date only with the {best.order}."), ()
    if day.cells == month.cells:
        return day, None, ()
    order, reason = hints.order, hints.order_reason
    if not hints.order_known:
        order, reason = _lean_order(day, month) or (order, reason)
    reading, other = readings[order], readings[_OTHER_ORDER[order]]
    sample = next(v for v in evidence.values if reading.cells.get(v) != other.cells.get(v))
    text = (
        f"“{evidence.name}”: “{sample}” is read as {reading.cells.get(sample)} ({reading.order}); "
        f"with the {other.order} it would be {other.cells.get(sample, 'unreadable')}. {reason}"
    )
    decision = _order_decision(evidence, reading.order, reason, Certainty.AMBIGUOUS, (other.order.value,))
    return reading, decision, (Notice(NoticeKind.AMBIGUOUS, text, evidence.name),)


def _lean_order(day: DateReading, month: DateReading) -> tuple[DateOrder, str] | None:
    """The order under which the values are the first days of all twelve months, and not twelve days of January."""
    for reading, other in ((month, day), (day, month)):
        firsts = {iso[5:7] for iso in reading.cells.values() if iso[8:10] == "01"}
        if len(firsts) < _MONTHS or reading.unread or other.unread:
            continue
        if all(iso[8:10] == "01" for iso in reading.cells.values()):
            return reading.order, "They are then the first days of all twelve months."
    return None


def _only_order(evidence: Evidence, reading: DateReading) -> Decision | None:
    if evidence.choice.date_order is DateOrder.YEAR_FIRST and reading.order is DateOrder.YEAR_FIRST:
        others = (DateOrder.DAY_FIRST.value, DateOrder.MONTH_FIRST.value)
        return _order_decision(evidence, reading.order, "It was chosen.", alternatives=others)
    if evidence.choice.date_order is not None and reading.open:
        other = (_OTHER_ORDER[reading.order].value,)
        return _order_decision(evidence, reading.order, "It was chosen.", alternatives=other)
    if reading.dotted:
        reason = "Dots stand between day, month and year."
        return _order_decision(evidence, DateOrder.DAY_FIRST, reason)
    return None


def _order_decision(
    evidence: Evidence,
    order: DateOrder,
    reason: str,
    certainty: Certainty = Certainty.CERTAIN,
    alternatives: tuple[str, ...] = (),
) -> Decision:
    return Decision(Subject.DATE_ORDER, order.value, reason, certainty, alternatives, evidence.name)


def _date_notices(evidence: Evidence, reading: DateReading) -> tuple[Notice, ...]:
    texts = []
    if reading.short_years:
        first = first_short_year(evidence.name)
        texts.append(f"years of two digits are read as {first} to {first + 99}.")
    if reading.zone == "several":
        texts.append("times of several zones were brought to UTC.")
    elif reading.zone is not None:
        texts.append(f"the time zone {reading.zone} is left out; all times are in it.")
    if reading.period == SPAN:
        sample, begin = next(iter(reading.cells.items()))
        texts.append(f"spans are read as the moment they begin with: “{sample}” is {begin}.")
    if reading.finer:
        texts.append("the digits of seconds behind the sixth are left out.")
    told = tuple(Notice(NoticeKind.CONVERTED, f"“{evidence.name}”: {t}", evidence.name) for t in texts)
    if reading.periods:
        kinds = " and ".join(f"{one}s" for one in reading.periods)
        text = f"“{evidence.name}”: {kinds} stand in one column and begin on the same days; keep the rows of one kind."
        told = (*told, Notice(NoticeKind.AMBIGUOUS, text, evidence.name))
    calendar = other_calendar(reading.cells.values())
    if calendar is None:
        return told
    sample, day = next(iter(reading.cells.items()))
    text = (
        f"“{evidence.name}”: “{sample}” is read as {day[:10]}; its year may be of {calendar}. Write years of ours then."
    )
    return (*told, Notice(NoticeKind.AMBIGUOUS, text, evidence.name))
