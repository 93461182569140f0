"""Resolve missing: which words, and which numbers, of a column stand for a missing value."""

from __future__ import annotations

from collections import Counter

from agent_svc.data.choices import MissingWords
from agent_svc.data.column import ColumnType
from agent_svc.data.columns.evidence import Evidence
from agent_svc.data.columns.missing import NAMES, may_be_a_name, sooner_names
from agent_svc.data.columns.sentinels import NO_SENTINELS, Sentinels
from agent_svc.data.columns.verdict import Verdict
from agent_svc.data.report import Certainty, Decision, Notice, NoticeKind, Subject, rows_text

_Missing = tuple[tuple[Decision, ...], tuple[Notice, ...]]


def decide_missing(evidence: Evidence, verdict: Verdict) -> _Missing:
    """The decision on words, and on numbers, that stand for a missing value; none where there are none."""
    lost, found = _lost_words(evidence, verdict), evidence.sentinels
    if found.digits and verdict.type is not ColumnType.NUMBER and not found.sure:
        found = Sentinels({})
    if evidence.choice.missing is not None:
        return (_decision(evidence, evidence.choice.missing, "It was chosen.", Certainty.LIKELY, lost, found),), ()
    if found.digits:
        return _of_sentinels(evidence, lost, found)
    if not lost:
        return _of_names(evidence, verdict), ()
    counted = ", ".join(f"“{word}” ({count})" for word, count in lost.most_common(5))
    reason = f"These words, with their counts, stand for a missing value: {counted}."
    sure, notices = _of_words(evidence, verdict, lost)
    return (_decision(evidence, MissingWords.MISSING, reason, sure, lost, found),), notices


def _of_words(evidence: Evidence, verdict: Verdict, lost: Counter[str]) -> tuple[Certainty, tuple[Notice, ...]]:
    """How sure it is that words among names are none, and a notice of the records that charts leave out then."""
    if verdict.type is not ColumnType.TEXT or not verdict.cells or evidence.marks or evidence.orders:
        return Certainty.LIKELY, ()
    once = lost.total() == 1 and all(evidence.counts[value] == 1 for value in verdict.cells)
    bare = [word for word in lost if may_be_a_name(word, verdict.cells)]
    if not bare:
        return Certainty.LIKELY, ()
    rows = evidence.rows_of(bare)
    told = f"“{bare[0]}” may be a name as well" if once else f"“{bare[0]}” stands for a missing value"
    text = f"“{evidence.name}”: {told}; it is left empty, and charts leave the record out ({rows_text(rows)})."
    sure = Certainty.AMBIGUOUS if once else Certainty.LIKELY
    return sure, (Notice(NoticeKind.AMBIGUOUS, text, evidence.name, rows),)


def _of_names(evidence: Evidence, verdict: Verdict) -> tuple[Decision, ...]:
    """That what could be a word for a missing value is a name."""
    if verdict.type is not ColumnType.TEXT or evidence.choice.type is not None:
        return ()
    names = sooner_names(NAMES.intersection(verdict.cells), evidence.counts)
    if not names:
        return ()
    reason = f"“{next(iter(names))}” is written as the other names are."
    return (_decision(evidence, MissingWords.TEXT, reason, Certainty.LIKELY, Counter(names), NO_SENTINELS),)


def _of_sentinels(evidence: Evidence, lost: Counter[str], found: Sentinels) -> _Missing:
    sample, rows = found.written[0], evidence.rows_of(found.written)
    if found.announced:
        chosen, certainty, kind = MissingWords.MISSING, Certainty.LIKELY, NoticeKind.CONVERTED
        reason = f"The text says that “{sample}” ({len(rows)}) stands for a missing value."
    elif found.sure:
        chosen, certainty, kind = MissingWords.MISSING, Certainty.AMBIGUOUS, NoticeKind.AMBIGUOUS
        reason = f"“{sample}” ({len(rows)}) is like no other value, as programs write where one is missing."
    else:
        chosen, certainty, kind = MissingWords.NUMBER, Certainty.AMBIGUOUS, NoticeKind.AMBIGUOUS
        reason = f"“{sample}” ({len(rows)}) is like no other value and may stand for a missing one."
    told = f"It is left empty ({rows_text(rows)})." if chosen is MissingWords.MISSING else "It is read as a number."
    notice = Notice(kind, f"“{evidence.name}”: {reason} {told}", evidence.name, rows)
    return (_decision(evidence, chosen, reason, certainty, lost, found),), (notice,)


def _lost_words(evidence: Evidence, verdict: Verdict) -> Counter[str]:
    """The words that are no values of the column, with their counts; no sentinels, which are numbers."""
    if len(verdict.cells) + len(verdict.unread) == len(evidence.counts) - ("" in evidence.counts):
        return Counter()
    gone = frozenset(evidence.counts).difference(verdict.cells, verdict.unread, evidence.sentinels.digits, ("",))
    return Counter({word: evidence.counts[word] for word in evidence.counts if word in gone})


def _decision(
    evidence: Evidence,
    chosen: MissingWords,
    reason: str,
    certainty: Certainty,
    lost: Counter[str],
    found: Sentinels,
) -> Decision:
    others = [MissingWords.MISSING]
    others += [MissingWords.NUMBER] * bool(found.digits and not evidence.orders)
    others += [MissingWords.TEXT] * bool(lost or evidence.orders or not found.digits)
    alternatives = tuple(other.value for other in others if other is not chosen)
    return Decision(Subject.MISSING, chosen.value, reason, certainty, alternatives, evidence.name)
