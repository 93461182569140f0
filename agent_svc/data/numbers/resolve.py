"""Resolve: which decimal mark and which unit a column of numbers has."""

from __future__ import annotations

import re
from dataclasses import replace

from agent_svc.data.choices import DecimalMark
from agent_svc.data.column import ColumnType
from agent_svc.data.columns.evidence import Evidence
from agent_svc.data.columns.type_decision import type_decision
from agent_svc.data.columns.verdict import Verdict
from agent_svc.data.layout.headers import unit_in
from agent_svc.data.numbers.exact import is_currency, is_number
from agent_svc.data.numbers.hints import Hints
from agent_svc.data.numbers.number_notices import number_notices
from agent_svc.data.numbers.number_reading import NumberReading
from agent_svc.data.numbers.plain_numbers import only_comma_reads, only_point_reads
from agent_svc.data.report import Certainty, Decision, Notice, NoticeKind, Subject

_LONG_PLAIN = re.compile(r"[-+]?[1-9][0-9]{3,}")
_BITS = frozenset({"0", "1"})
_OTHER_MARK = {DecimalMark.POINT: DecimalMark.COMMA, DecimalMark.COMMA: DecimalMark.POINT}


def resolve_numbers(evidence: Evidence, hints: Hints, certainty: Certainty | None) -> Verdict:
    """The column as numbers; `certainty` is None when the user chose the type."""
    reading, decision, notices = _pick_mark(evidence, hints)
    unit, of_unit = _unit(evidence, reading)
    unit_notices = (*of_unit, *number_notices(evidence.name, reading))
    reason = f"All {len(reading.cells)} different values are numbers, such as “{next(iter(reading.cells), '')}”"
    reason += f", {'some' if reading.unmarked else 'each'} with “{reading.unit}”." if reading.unit else "."
    others = [ColumnType.TEXT]
    others += [ColumnType.DATE] * bool(evidence.orders or evidence.serials)
    others += [ColumnType.BOOLEAN] * (len(evidence.values) <= len(_BITS) and frozenset(evidence.values) <= _BITS)
    type_ = type_decision(
        evidence,
        ColumnType.NUMBER,
        reason,
        others,
        certainty,
        doubt=bool(reading.unit or reading.magnified or reading.loosened or reading.mixed),
    )
    if reading.unmarked is not None and not reading.unmarked_sure and certainty is not None:
        type_ = replace(type_, certainty=Certainty.AMBIGUOUS)
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


def _pick_mark(evidence: Evidence, hints: Hints) -> tuple[NumberReading, Decision | None, tuple[Notice, ...]]:
    readings = evidence.numbers
    if len(readings) == 1:
        (reading,) = readings.values()
        return reading, _only_mark(evidence, reading), ()
    point, comma = readings[DecimalMark.POINT], readings[DecimalMark.COMMA]
    if len(point.unread) != len(comma.unread):
        best, other = sorted((point, comma), key=lambda one: len(one.unread))
        lost = [value for value in other.unread if value in best.cells]
        plain = (value for value in lost if best.mark.character in value and value[-1].isdigit())
        return (
            best,
            _mark_decision(evidence, best.mark, f"“{next(plain, lost[0])}” reads only with a decimal {best.mark}."),
            (),
        )
    if point.cells == comma.cells:
        return point, None, ()
    mark, reason = _lean(evidence, point, comma, hints)
    reading, other = readings[mark], readings[_OTHER_MARK[mark]]
    sample = next(v for v in evidence.values if reading.cells.get(v) != other.cells.get(v))
    bare = _bare(reading, other) if hints.mark_delimited and mark is hints.mark else None
    if bare is not None:
        reason += f" But “{bare}” has no decimals, as where points group thousands."
    text = (
        f"“{evidence.name}”: “{sample}” is read as {reading.cells.get(sample)} (decimal {mark}); "
        f"with a decimal {other.mark} it would be {other.cells.get(sample, 'unreadable')}. {reason}"
    )
    alternatives = (other.mark.value,)
    if hints.mark_known and mark is hints.mark and mark.character in sample and bare is None:
        # Decimals where the rest of the table has them; a grouping misread would be off by a thousand, and is asked.
        return reading, _mark_decision(evidence, mark, reason, Certainty.LIKELY, alternatives), ()
    decision = _mark_decision(evidence, mark, reason, Certainty.AMBIGUOUS, alternatives)
    return reading, decision, (Notice(NoticeKind.AMBIGUOUS, text, evidence.name),)


def _bare(reading: NumberReading, other: NumberReading) -> str | None:
    """The first whole number from 10 on, which beside `1.234` hints at thousands; below it are counts and ratios."""
    pairs = ((value, digits) for value, digits in reading.cells.items() if digits == other.cells.get(value))
    return next((value for value, digits in pairs if len(digits.lstrip("-")) > 1), None)


def _only_mark(evidence: Evidence, reading: NumberReading) -> Decision | None:
    """The decision where one mark was tried: the user's, JSON's, or the point of numbers that no comma reads."""
    if evidence.exact or reading.mixed is not None:
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
