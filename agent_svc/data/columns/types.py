"""Types: the decision what a column is, with its canonical cells."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import repeat

from agent_svc.data.column import Column, ColumnType
from agent_svc.data.columns.booleans import readable_booleans
from agent_svc.data.columns.evidence import Evidence
from agent_svc.data.columns.ids import id_like
from agent_svc.data.columns.named_codes import named_codes
from agent_svc.data.columns.padded_amounts import text_of_ids
from agent_svc.data.columns.resolve_missing import decide_missing
from agent_svc.data.columns.text_column import chosen_text, nearly, text, words
from agent_svc.data.columns.verdict import Verdict
from agent_svc.data.dates.digit_dates import rather_numbers
from agent_svc.data.dates.resolve_dates import resolve_dates, resolve_serials
from agent_svc.data.errors import UnknownChoiceError
from agent_svc.data.numbers.forms import other_form, resolve_durations, resolve_fractions
from agent_svc.data.numbers.hints import Hints
from agent_svc.data.numbers.loose_numbers import as_fractions
from agent_svc.data.numbers.number_doubts import doubted
from agent_svc.data.numbers.resolve import resolve_numbers
from agent_svc.data.numbers.written_marks import WrittenMarks, written_marks
from agent_svc.data.report import Certainty, Decision, Notice, NoticeKind, Subject, rows_text


@dataclass(frozen=True, slots=True)
class TypedColumn:
    """A column with its canonical cells; the empty string is a missing value."""

    column: Column
    cells: tuple[str, ...]
    counts: Mapping[str, int]  # of each distinct cell that is there
    decisions: tuple[Decision, ...] = ()
    notices: tuple[Notice, ...] = ()
    marks: WrittenMarks | None = None  # in the cells as they were written


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
        told = f"“{evidence.name}”: {what} that cannot be read as {verdict.type} left empty ({rows_text(unread)})."
        notices.append(Notice(NoticeKind.UNREADABLE, told, evidence.name, unread))
    missing, doubts = decide_missing(evidence, verdict)
    return TypedColumn(
        Column(evidence.name, verdict.type, verdict.unit, evidence.header, verdict.order),
        *_canonical(evidence, verdict),
        (*verdict.decisions, *missing),
        (*notices, *doubts),
        written_marks(evidence, verdict),
    )


def _canonical(evidence: Evidence, verdict: Verdict) -> tuple[tuple[str, ...], Mapping[str, int]]:
    if verdict.as_written and len(verdict.cells) == len(evidence.counts) - ("" in evidence.counts):
        return evidence.cells, evidence.counts
    cells = tuple(map(verdict.cells.get, evidence.cells, repeat("")))
    mostly_once = len(evidence.counts) * 2 > len(cells)  # then the counts of what is written spare no work
    return cells, Counter(cells) if mostly_once else _counts(evidence, verdict)


def _counts(evidence: Evidence, verdict: Verdict) -> Mapping[str, int]:
    """How many cells hold each canonical text, in order of appearance, from the counts of what is written."""
    texts = list(map(verdict.cells.get, evidence.counts, repeat("")))
    counts = dict(zip(texts, evidence.counts.values(), strict=True))
    if len(counts) < len(texts):  # some are written in several ways
        counts = dict.fromkeys(counts, 0)
        for text_, count in zip(texts, evidence.counts.values(), strict=True):
            counts[text_] += count
    return counts


def _decide(evidence: Evidence, hints: Hints) -> Verdict:
    if not evidence.values:
        return text(evidence, words(evidence))
    code = named_codes(evidence)
    if code is not None:
        return code
    if evidence.orders and not rather_numbers(evidence):
        return resolve_dates(evidence, hints, Certainty.CERTAIN)
    if evidence.serials is not None and evidence.serials.sure:
        return resolve_serials(evidence, evidence.serials, Certainty.LIKELY)
    if evidence.marks:
        id_reason = id_like(evidence)
        if id_reason is None:
            return doubted(evidence, resolve_numbers(evidence, hints, Certainty.CERTAIN))
        return text_of_ids(evidence, id_reason)
    if evidence.booleans is not None:
        return _boolean(evidence, evidence.booleans, f"Every value is one of {_quoted(evidence.values)}.")
    if evidence.durations is not None and evidence.durations.certain:
        return resolve_durations(evidence, evidence.durations)
    return other_form(evidence) or nearly(evidence)


def _obey(evidence: Evidence, chosen: ColumnType, hints: Hints) -> Verdict:
    if chosen is ColumnType.NUMBER and evidence.durations is not None:
        return resolve_durations(evidence, evidence.durations)
    if chosen is ColumnType.TEXT:
        return chosen_text(evidence)
    if chosen is ColumnType.NUMBER and any(reading.cells for reading in evidence.numbers.values()):
        return resolve_numbers(evidence, hints, None)
    fractions = as_fractions(evidence.values) if chosen is ColumnType.NUMBER else None
    if fractions is not None:
        return resolve_fractions(evidence, fractions)
    if chosen is ColumnType.DATE and evidence.orders:
        return resolve_dates(evidence, hints, None)
    if chosen is ColumnType.DATE and evidence.serials is not None:
        return resolve_serials(evidence, evidence.serials, Certainty.CERTAIN)
    if chosen is ColumnType.DATE and any(reading.cells for reading in evidence.dates.values()):
        return resolve_dates(evidence, hints, None)
    if chosen is ColumnType.BOOLEAN and (words := readable_booleans(evidence.values)):
        return _boolean(evidence, words, "It was chosen.")
    raise UnknownChoiceError(f"No value of the column “{evidence.name}” can be read as {chosen}; leave it as text.")


def _boolean(evidence: Evidence, words: Mapping[str, str], reason: str) -> Verdict:
    alternatives = (ColumnType.TEXT.value,)
    decision = Decision(Subject.TYPE, ColumnType.BOOLEAN.value, reason, Certainty.CERTAIN, alternatives, evidence.name)
    unread = tuple(value for value in evidence.values if value not in words)
    return Verdict(ColumnType.BOOLEAN, words, unread=unread, decisions=(decision,))


def _quoted(values: Sequence[str]) -> str:
    return ", ".join(f"“{value}”" for value in values[:4])
