"""Moments: days and times of day in two columns, joined into one."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from itertools import pairwise
from typing import Final

from agent_svc.data.choices import Moment
from agent_svc.data.column import ColumnType
from agent_svc.data.columns.evidence import Evidence
from agent_svc.data.columns.types import TypedColumn
from agent_svc.data.dates.clock import Times, read_digits, read_hours, read_times
from agent_svc.data.report import Certainty, Decision, Notice, NoticeKind, Subject, rows_text

_TIMES_OF_DAY: Final = re.compile(
    r"uhrzeit|tageszeit|ortszeit|zeitpunkt|time of day|(local|clock|standard) time|clock|heure|hora|hh:mm",
    re.IGNORECASE,
)
_TIMES: Final = re.compile(
    r"time|zeit|ora|tijd|tid|klockslag|(?:交易|发生|記録|记录)?(?:时间|時間|时刻|時刻)|시간"
    r"|(start|mess|log)[ -]?(time|zeit)",
    re.IGNORECASE,
)
_STARTS: Final = re.compile(r"begin|beginn|start|anfang|von|from|ab|inizio|inicio|début|aanvang", re.IGNORECASE)
_ZONE: Final = re.compile(
    r"[(\[](utc|gmt|local|lokal|mez|mesz|me?s?t|ce?s?t|pst|pdt|est|edt|hh:mm(:ss)?)[)\]]", re.IGNORECASE
)
_NOON: Final = timedelta(hours=12)
_LEAST_PAIRS: Final = 2


@dataclass(frozen=True, slots=True)
class _Clock:
    """The column of times, and whether its name can mean nothing else."""

    evidence: Evidence
    times: Times
    sure: bool
    as_numbers: bool = False
    """Whether they are hours without minutes, which may also be what is measured of each day, or an axis of its own."""


def join_moments(typed: Sequence[TypedColumn], evidence: Sequence[Evidence]) -> list[TypedColumn]:
    """The columns with the times of one added to the days of another; the column of times stays beside them.

    Nothing changes where there is no column of days, or not exactly one whose name and cells are times of day.
    """
    clocks = _clocks(typed, evidence)
    days = [place for place, one in enumerate(typed) if _are_days(one, evidence[place])]
    days = [place for place in days if not (clocks and clocks[0].as_numbers and _differ(typed[place]))]
    dates = sum(one.column.type is ColumnType.DATE for one in typed)
    if len(clocks) != 1:
        return list(typed)
    return [
        _decided(one, evidence[place], clocks[0], alone=dates == 1) if place in days else one
        for place, one in enumerate(typed)
    ]


def _clocks(typed: Sequence[TypedColumn], evidence: Sequence[Evidence]) -> list[_Clock]:
    """The columns of times; without any, those of when each row begins: where it also says when it ends, it lasts."""
    clocks = [clock for one, of in zip(typed, evidence, strict=True) if (clock := _clock(one, of)) is not None]
    return clocks or [start for one, of in zip(typed, evidence, strict=True) if (start := _start(one, of)) is not None]


def _start(one: TypedColumn, evidence: Evidence) -> _Clock | None:
    if one.column.type is not ColumnType.TEXT or not _STARTS.fullmatch(_bare(evidence.name)):
        return None
    times = read_times(evidence.values)
    return None if times is None or not any(times.clocks.values()) else _Clock(evidence, times, sure=True)


def _bare(name: str) -> str:
    return _ZONE.sub("", name.replace("_", " ")).strip()


def _clock(one: TypedColumn, evidence: Evidence) -> _Clock | None:
    name = _bare(evidence.name)
    if one.column.type is ColumnType.NUMBER:
        digits = read_digits(evidence.values) if _TIMES_OF_DAY.fullmatch(name) or _TIMES.fullmatch(name) else None
        if digits is not None:
            return _Clock(evidence, digits, sure=True)
        hours = read_hours(name, evidence.values)
        return None if hours is None else _Clock(evidence, hours, sure=False, as_numbers=True)
    sure = _TIMES_OF_DAY.fullmatch(name) is not None
    if one.column.type is not ColumnType.TEXT or not (sure or _TIMES.fullmatch(name)):
        return None
    times = read_times(evidence.values) or read_digits(evidence.values)
    if times is None or not any(times.clocks.values()):  # nothing but midnight adds nothing to a day
        return None
    return _Clock(evidence, times, sure or times.marked)


def _are_days(one: TypedColumn, evidence: Evidence) -> bool:
    if one.column.type is not ColumnType.DATE or any(len(cell) > 10 for cell in one.counts):
        return False
    return not any(reading.period or reading.months_only for reading in evidence.dates.values())


def _differ(one: TypedColumn) -> bool:
    return all(count == 1 for count in one.counts.values())


def _decided(one: TypedColumn, evidence: Evidence, clock: _Clock, *, alone: bool) -> TypedColumn:
    name, times = evidence.name, clock.evidence.name
    chosen, certainty, reason = _judged(one, clock, alone=alone)
    if evidence.choice.moment is not None:
        chosen, certainty, reason = evidence.choice.moment, Certainty.CERTAIN, "It was chosen."
    other = Moment.AS_WRITTEN if chosen is Moment.JOINED else Moment.JOINED
    decision = Decision(Subject.MOMENT, chosen.value, reason, certainty, (other.value,), name)
    doubted = certainty is Certainty.AMBIGUOUS
    if chosen is Moment.AS_WRITTEN:
        text = f"“{name}”: the times in “{times}” are not added to the days. {reason}"
        told = (Notice(NoticeKind.AMBIGUOUS, text, name),) if doubted else ()
        return replace(one, decisions=(*one.decisions, decision), notices=(*one.notices, *told))
    cells = _joined(one.cells, clock)
    row = next((place for place, cell in enumerate(cells) if cell), 0)
    text = f"“{name}”: the times in “{times}” are added to the days, such as {cells[row] or 'none'}."
    kind = NoticeKind.AMBIGUOUS if doubted else NoticeKind.CONVERTED
    notices = [Notice(kind, f"{text} {reason}" if doubted else text, name)]
    if lost := _without_time(one, clock):
        text = f"“{name}” is left empty where “{times}” has no time ({rows_text(lost)})."
        notices.append(Notice(NoticeKind.UNREADABLE, text, name, lost))
    return replace(
        one,
        cells=cells,
        counts=Counter(cells),
        decisions=(*one.decisions, decision),
        notices=(*one.notices, *notices),
    )


def _judged(one: TypedColumn, clock: _Clock, *, alone: bool) -> tuple[Moment, Certainty, str]:
    """Whether the times are of the days, how sure that is, and why as a sentence."""
    name = clock.evidence.name
    sample = next(iter(clock.times.clocks))
    if not alone:
        return Moment.AS_WRITTEN, Certainty.AMBIGUOUS, f"Which of the dates “{name}” belongs to is not said."
    if lost := _without_time(one, clock):
        return Moment.AS_WRITTEN, Certainty.AMBIGUOUS, f"“{name}” has no time in {rows_text(lost)}, and the day has."
    if clock.as_numbers:
        return Moment.AS_WRITTEN, Certainty.AMBIGUOUS, f"“{sample}” in “{name}” may be the hour of the day or a number."
    if clock.sure:
        return Moment.JOINED, Certainty.LIKELY, f"“{sample}” in “{name}” is a time of day."
    if _in_order(one.cells, clock):
        return Moment.JOINED, Certainty.LIKELY, f"The times in “{name}” go one way within each day."
    if any(time >= _NOON for time in clock.times.clocks.values()):
        return Moment.JOINED, Certainty.AMBIGUOUS, f"“{name}” may also say how long something took."
    return Moment.AS_WRITTEN, Certainty.AMBIGUOUS, f"“{sample}” in “{name}” may be how long something took."


def _in_order(days: Sequence[str], clock: _Clock) -> bool:
    """Whether the times only grow, or only fall, from row to row of the same day, and there are such rows enough."""
    times = [clock.times.clocks.get(cell) for cell in clock.evidence.cells]
    steps = [
        later - earlier
        for place, (earlier, later) in enumerate(pairwise(times))
        if days[place] == days[place + 1] and earlier is not None and later is not None
    ]
    if len(steps) < max(_LEAST_PAIRS, len(days) // 3) or not any(steps):
        return False
    still = timedelta()
    return all(step >= still for step in steps) or all(step <= still for step in steps)


def _without_time(one: TypedColumn, clock: _Clock) -> tuple[int, ...]:
    """The numbers of the rows that have a day and no time."""
    rows = zip(clock.evidence.rows, one.cells, clock.evidence.cells, strict=True)
    return tuple(row for row, day, cell in rows if day and cell not in clock.times.clocks)


def _joined(days: Sequence[str], clock: _Clock) -> tuple[str, ...]:
    """The moment of each row in one form for all, as pandas wants it; empty where the day or the time is missing."""
    exact = any(time.microseconds for time in clock.times.clocks.values())
    spec = "microseconds" if exact else "seconds"
    found = {
        (day, cell): _moment(day, clock.times.clocks.get(cell), spec)
        for day, cell in set(zip(days, clock.evidence.cells, strict=True))
    }
    return tuple(found[row] for row in zip(days, clock.evidence.cells, strict=True))


def _moment(day: str, time: timedelta | None, spec: str) -> str:
    if not day or time is None:
        return ""
    try:
        return (datetime.fromisoformat(day) + time).isoformat(timespec=spec)
    except OverflowError:  # midnight after the last day of the calendar
        return ""
