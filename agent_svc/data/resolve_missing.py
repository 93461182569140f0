"""Resolve missing: which words, and which numbers, of a column stand for a missing value."""

from __future__ import annotations

from collections import Counter

from agent_svc.data.choices import MissingWords
from agent_svc.data.column import ColumnType
from agent_svc.data.evidence import Evidence
from agent_svc.data.report import Certainty, Decision, Notice, NoticeKind, Subject, rows_text
from agent_svc.data.sentinels import Sentinels
from agent_svc.data.verdict import Verdict

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
        return (), ()
    counted = ", ".join(f"“{word}” ({count})" for word, count in lost.most_common(5))
    reason = f"These words, with their counts, stand for a missing value: {counted}."
    return (_decision(evidence, MissingWords.MISSING, reason, Certainty.LIKELY, lost, found),), ()


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
