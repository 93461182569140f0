"""Resolve: which decimal mark a column of numbers has, and which order its dates."""

from __future__ import annotations

import re
from collections.abc import Sequence

from agent_svc.data.choices import DateOrder, DecimalMark
from agent_svc.data.column import ColumnType
from agent_svc.data.dates import DateReading
from agent_svc.data.evidence import Evidence
from agent_svc.data.headers import unit_in
from agent_svc.data.hints import Hints
from agent_svc.data.number_reading import NumberReading
from agent_svc.data.numbers import is_currency, is_number
from agent_svc.data.plain_numbers import only_comma_reads, only_point_reads
from agent_svc.data.report import Certainty, Decision, Notice, NoticeKind, Subject
from agent_svc.data.serials import SerialReading
from agent_svc.data.verdict import Verdict

_LONG_PLAIN = re.compile(r"[-+]?[1-9][0-9]{3,}")
_BITS = frozenset({"0", "1"})
_MONTHS = 12
_OTHER_MARK = {DecimalMark.POINT: DecimalMark.COMMA, DecimalMark.COMMA: DecimalMark.POINT}
_OTHER_ORDER = {DateOrder.DAY_FIRST: DateOrder.MONTH_FIRST, DateOrder.MONTH_FIRST: DateOrder.DAY_FIRST}


def resolve_numbers(evidence: Evidence, hints: Hints, certainty: Certainty | None) -> Verdict:
    """The column as numbers; `certainty` is None when the user chose the type."""
    reading, decision, notices = _pick_mark(evidence, hints)
    unit, unit_notices = _unit(evidence, reading)
    if reading.brackets_only:
        text = f"“{evidence.name}”: every number is in brackets and read as negative."
        unit_notices = (*unit_notices, Notice(NoticeKind.AMBIGUOUS, text, evidence.name))
    if reading.noted is not None:
        text = f"“{evidence.name}”: marks behind numbers that refer to notes are left out, as in “{reading.noted}”."
        unit_notices = (*unit_notices, Notice(NoticeKind.CONVERTED, text, evidence.name))
    if reading.magnified is not None:
        whole = reading.cells[reading.magnified]
        text = f"“{evidence.name}”: thousands, millions and billions are written out: “{reading.magnified}” is {whole}."
        unit_notices = (*unit_notices, Notice(NoticeKind.CONVERTED, text, evidence.name))
    reason = f"All {len(reading.cells)} different values are numbers, such as “{next(iter(reading.cells), '')}”"
    reason += f", each with “{reading.unit}”." if reading.unit else "."
    others = [ColumnType.TEXT]
    others += [ColumnType.DATE] * bool(evidence.orders or evidence.serials)
    others += [ColumnType.BOOLEAN] * (len(evidence.values) <= len(_BITS) and frozenset(evidence.values) <= _BITS)
    type_ = _type_decision(
        evidence, ColumnType.NUMBER, reason, others, certainty, doubt=bool(reading.unit or reading.magnified)
    )
    decisions = (type_, decision) if decision else (type_,)
    return Verdict(
        ColumnType.NUMBER,
        reading.cells,
        reading.as_written,
        reading.unread,
        unit,
        decisions,
        (*notices, *unit_notices),
    )


def resolve_dates(evidence: Evidence, hints: Hints, certainty: Certainty | None) -> Verdict:
    """The column as dates; `certainty` is None when the user chose the type."""
    reading, decision, notices = _pick_order(evidence, hints)
    reason = f"All {len(reading.cells)} different values are dates, such as “{next(iter(reading.cells), '')}”"
    period = "month" if reading.months_only else reading.period
    reason += f", read as the first day of their {period}." if period else "."
    others = (ColumnType.TEXT, ColumnType.NUMBER) if evidence.marks else (ColumnType.TEXT,)
    doubt = reading.bare_digits or reading.short_years
    type_ = _type_decision(evidence, ColumnType.DATE, reason, others, certainty, doubt=doubt)
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
    reason += ", and the name of the column says so." if serials.named else "."
    if evidence.choice.type is not None:
        reason = "It was chosen."
    others = (ColumnType.NUMBER.value, ColumnType.TEXT.value)
    decision = Decision(Subject.TYPE, ColumnType.DATE.value, reason, certainty, others, evidence.name)
    zone = "" if serials.counted.startswith("day") else ", in UTC"
    text = f"“{evidence.name}”: {serials.counted} are read as dates{zone}: “{value}” is {iso}."
    notice = Notice(NoticeKind.CONVERTED, text, evidence.name)
    return Verdict(ColumnType.DATE, serials.cells, decisions=(decision,), notices=(notice,))


def _type_decision(
    evidence: Evidence,
    chosen: ColumnType,
    reason: str,
    others: Sequence[ColumnType],
    certainty: Certainty | None,
    *,
    doubt: bool,
) -> Decision:
    if certainty is None:
        reason, certainty, doubt = "It was chosen.", Certainty.CERTAIN, False
    alternatives = tuple(other.value for other in others)
    sure = Certainty.LIKELY if doubt else certainty
    return Decision(Subject.TYPE, chosen.value, reason, sure, alternatives, evidence.name)


def _pick_mark(evidence: Evidence, hints: Hints) -> tuple[NumberReading, Decision | None, tuple[Notice, ...]]:
    readings = evidence.numbers
    if len(readings) == 1:
        (reading,) = readings.values()
        return reading, _only_mark(evidence, reading), ()
    point, comma = readings[DecimalMark.POINT], readings[DecimalMark.COMMA]
    if len(point.unread) != len(comma.unread):
        best, other = sorted((point, comma), key=lambda one: len(one.unread))
        lost = next(value for value in other.unread if value in best.cells)
        return best, _mark_decision(evidence, best.mark, f"“{lost}” reads only with a decimal {best.mark}."), ()
    if point.cells == comma.cells:
        return point, None, ()
    mark, reason = _lean(evidence, point, comma, hints)
    reading, other = readings[mark], readings[_OTHER_MARK[mark]]
    sample = next(v for v in evidence.values if reading.cells.get(v) != other.cells.get(v))
    text = (
        f"“{evidence.name}”: “{sample}” is read as {reading.cells.get(sample)} (decimal {mark}); "
        f"with a decimal {other.mark} it would be {other.cells.get(sample, 'unreadable')}. {reason}"
    )
    alternatives = (other.mark.value,)
    if hints.mark_known and mark is hints.mark and mark.character in sample:
        # Decimals where the rest of the table has them; a grouping misread would be off by a thousand, and is asked.
        return reading, _mark_decision(evidence, mark, reason, Certainty.LIKELY, alternatives), ()
    decision = _mark_decision(evidence, mark, reason, Certainty.AMBIGUOUS, alternatives)
    return reading, decision, (Notice(NoticeKind.AMBIGUOUS, text, evidence.name),)


def _only_mark(evidence: Evidence, reading: NumberReading) -> Decision | None:
    """The decision where one mark was tried: the user's, JSON's, or the point of numbers that no comma reads."""
    if evidence.exact:
        return None
    if evidence.choice.decimal is not None:
        other = (_OTHER_MARK[reading.mark].value,)
        return _mark_decision(evidence, reading.mark, "It was chosen.", alternatives=other)
    if reading.mark is DecimalMark.COMMA:
        lost = only_comma_reads(reading.cells)
    elif evidence.plain:
        lost = only_point_reads(reading.cells)
    else:
        lost = next((v for v in reading.cells if "." in v and not is_number(v, DecimalMark.COMMA)), None)
    if lost is None:
        return None
    return _mark_decision(evidence, reading.mark, f"“{lost}” reads only with a decimal {reading.mark}.")


def _mark_decision(
    evidence: Evidence,
    mark: DecimalMark,
    reason: str,
    certainty: Certainty = Certainty.CERTAIN,
    alternatives: tuple[str, ...] = (),
) -> Decision:
    return Decision(Subject.DECIMAL, mark.value, reason, certainty, alternatives, evidence.name)


def _lean(evidence: Evidence, point: NumberReading, comma: NumberReading, hints: Hints) -> tuple[DecimalMark, str]:
    """The better of two marks that both read every value."""
    long = next((value for value in evidence.values if _LONG_PLAIN.fullmatch(value)), None)
    split = next(v for v in evidence.values if point.cells.get(v) != comma.cells.get(v))
    if long is not None:
        mark = DecimalMark.POINT if "." in split else DecimalMark.COMMA
        return mark, f"“{long}” has no mark between its thousands, so the one in “{split}” should not be one either."
    if not hints.mark_hinted and is_currency(point.unit or comma.unit):
        mark = DecimalMark.COMMA if "." in split else DecimalMark.POINT
        return mark, "Nothing else in the table tells, and amounts of money seldom have three decimals."
    return hints.mark, hints.mark_reason


def _unit(evidence: Evidence, reading: NumberReading) -> tuple[str | None, tuple[Notice, ...]]:
    named = unit_in(evidence.header)
    if reading.unit is None or named is None or reading.unit.casefold() == named.casefold():
        return named if reading.unit is None else reading.unit, ()
    text = f"“{evidence.name}”: the header says {named}, the cells say {reading.unit}; the cells count."
    return reading.unit, (Notice(NoticeKind.AMBIGUOUS, text, evidence.name),)


def _pick_order(evidence: Evidence, hints: Hints) -> tuple[DateReading, Decision | None, tuple[Notice, ...]]:
    readings = evidence.dates
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
        texts.append("years of two digits are read as 1969 to 2068.")
    if reading.zone == "several":
        texts.append("times of several zones were brought to UTC.")
    elif reading.zone is not None:
        texts.append(f"the time zone {reading.zone} is left out; all times are in it.")
    return tuple(Notice(NoticeKind.CONVERTED, f"“{evidence.name}”: {t}", evidence.name) for t in texts)
