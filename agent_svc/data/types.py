"""Types: the decision what a column is, with its canonical cells."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import repeat

from agent_svc.data.booleans import readable_booleans
from agent_svc.data.column import Column, ColumnType
from agent_svc.data.errors import UnknownChoiceError
from agent_svc.data.evidence import Evidence
from agent_svc.data.hints import Hints
from agent_svc.data.numbers import written_as_id
from agent_svc.data.reading import MissingWords
from agent_svc.data.report import Certainty, Decision, Notice, NoticeKind, Subject, rows_text
from agent_svc.data.resolve import resolve_dates, resolve_numbers
from agent_svc.data.verdict import Verdict

_NEAR_SHARE = 0.5  # of the distinct values: a text column with so many numbers or dates is worth a notice
_NEAR_VALUES = 2


@dataclass(frozen=True, slots=True)
class TypedColumn:
    """A column with its canonical cells; the empty string is a missing value."""

    column: Column
    cells: tuple[str, ...]
    decisions: tuple[Decision, ...] = ()
    notices: tuple[Notice, ...] = ()


def settle(evidence: Evidence, hints: Hints) -> TypedColumn:
    """The typed column: what the user chose, or the first of date, number and boolean that every value is, or text.

    Errors: UnknownChoiceError when no value is of the chosen type.
    """
    chosen = evidence.choice.type
    verdict = _decide(evidence, hints) if chosen is None else _obey(evidence, chosen, hints)
    unread = evidence.rows_of(verdict.unread)
    notices = list(verdict.notices)
    if unread:
        what = f"{len(unread)} {'cell' if len(unread) == 1 else 'cells'}"
        text = f"“{evidence.name}”: {what} that cannot be read as {verdict.type} left empty ({rows_text(unread)})."
        notices.append(Notice(NoticeKind.UNREADABLE, text, evidence.name, unread))
    return TypedColumn(
        Column(evidence.name, verdict.type, verdict.unit, evidence.header),
        tuple(map(verdict.cells.get, evidence.cells, repeat(""))),
        (*verdict.decisions, *_missing_decision(evidence, verdict)),
        tuple(notices),
    )


def _decide(evidence: Evidence, hints: Hints) -> Verdict:
    if not evidence.values:
        return _text(evidence, "No cell has a value." if not evidence.texts else "The values are words.")
    if evidence.orders and not _rather_numbers(evidence):
        return resolve_dates(evidence, hints, Certainty.CERTAIN)
    if evidence.marks:
        id_like = None if evidence.exact else written_as_id(evidence.values)
        if id_like is None:
            return resolve_numbers(evidence, hints, Certainty.CERTAIN)
        reason = f"“{id_like}” is written like an id, with leading zeros or very many digits."
        return _text(evidence, reason, (ColumnType.NUMBER,), Certainty.LIKELY)
    if evidence.booleans is not None:
        return _boolean(evidence, evidence.booleans, f"Every value is one of {_quoted(evidence.values)}.")
    return _nearly(evidence)


def _obey(evidence: Evidence, chosen: ColumnType, hints: Hints) -> Verdict:
    if chosen is ColumnType.TEXT:
        return _text(evidence, "It was chosen.", (ColumnType.NUMBER, ColumnType.DATE))
    if chosen is ColumnType.NUMBER and any(reading.cells for reading in evidence.numbers.values()):
        return resolve_numbers(evidence, hints, None)
    if chosen is ColumnType.DATE and any(reading.cells for reading in evidence.dates.values()):
        return resolve_dates(evidence, hints, None)
    if chosen is ColumnType.BOOLEAN and (words := readable_booleans(evidence.values)):
        return _boolean(evidence, words, "It was chosen.")
    raise UnknownChoiceError(f"No value of the column “{evidence.name}” can be read as {chosen}; leave it as text.")


def _rather_numbers(evidence: Evidence) -> bool:
    """Whether what could be a date, `20240301` or `12.2024`, is an amount: the header says nothing of dates."""
    if not evidence.marks or evidence.named_like_dates:
        return False
    return len(evidence.values) == 1 or any(value.isdigit() for value in evidence.values)


def _nearly(evidence: Evidence) -> Verdict:
    """Text, with a notice where a few cells kept the column from being numbers or dates."""
    readings: Sequence[tuple[ColumnType, tuple[str, ...], int]] = [
        *((ColumnType.NUMBER, r.unread, len(r.cells)) for r in evidence.numbers.values()),
        *((ColumnType.DATE, r.unread, len(r.cells)) for r in evidence.dates.values()),
    ]
    near = max(readings, key=lambda one: one[2], default=None)
    if near is None or near[2] < max(_NEAR_VALUES, _NEAR_SHARE * len(evidence.values)):
        return _text(evidence, "The values are words.")
    type_, unread, count = near
    rows = evidence.rows_of(unread)
    text = (
        f"“{evidence.name}” stays text: {count} of its {len(evidence.values)} different values are {_PLURAL[type_]}, "
        f"but “{unread[0][:40]}” ({rows_text(rows)}) {'is' if len(rows) == 1 else 'are'} not."
    )
    notice = Notice(NoticeKind.UNREADABLE, text, evidence.name, rows)
    verdict = _text(evidence, f"“{unread[0][:40]}” is no {type_}.", (type_,), Certainty.LIKELY)
    return Verdict(verdict.type, verdict.cells, decisions=verdict.decisions, notices=(notice,))


_PLURAL = {ColumnType.NUMBER: "numbers under one decimal mark and unit", ColumnType.DATE: "dates of one form"}


def _text(
    evidence: Evidence,
    reason: str,
    others: tuple[ColumnType, ...] = (),
    certainty: Certainty = Certainty.CERTAIN,
) -> Verdict:
    alternatives = tuple(other.value for other in others)
    decision = Decision(Subject.TYPE, ColumnType.TEXT.value, reason, certainty, alternatives, evidence.name)
    return Verdict(ColumnType.TEXT, {value: value for value in evidence.texts}, decisions=(decision,))


def _boolean(evidence: Evidence, words: Mapping[str, str], reason: str) -> Verdict:
    alternatives = (ColumnType.TEXT.value,)
    decision = Decision(Subject.TYPE, ColumnType.BOOLEAN.value, reason, Certainty.CERTAIN, alternatives, evidence.name)
    unread = tuple(value for value in evidence.values if value not in words)
    return Verdict(ColumnType.BOOLEAN, words, unread, decisions=(decision,))


def _missing_decision(evidence: Evidence, verdict: Verdict) -> tuple[Decision, ...]:
    choice = evidence.choice
    unread = frozenset(verdict.unread)
    words = Counter(cell for cell in evidence.cells if cell and cell not in verdict.cells and cell not in unread)
    if choice.missing is not None:
        chosen, reason = choice.missing, "It was chosen."
    elif words:
        counted = ", ".join(f"“{word}” ({count})" for word, count in words.most_common(5))
        chosen, reason = MissingWords.MISSING, f"These words, with their counts, stand for a missing value: {counted}."
    else:
        return ()
    other = MissingWords.TEXT if chosen is MissingWords.MISSING else MissingWords.MISSING
    return (Decision(Subject.MISSING, chosen.value, reason, Certainty.LIKELY, (other.value,), evidence.name),)


def _quoted(values: Sequence[str]) -> str:
    return ", ".join(f"“{value}”" for value in values[:4])
