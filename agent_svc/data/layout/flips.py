"""Flips: which alternatives of a decision on the structure really give a table, so that none is offered in vain."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Final

from agent_svc.data.choices import Delimiter
from agent_svc.data.errors import TableError, UnknownChoiceError
from agent_svc.data.layout.outline import outline
from agent_svc.data.layout.table import Table
from agent_svc.data.reading import Reading
from agent_svc.data.report import Decision, Subject

_SAMPLE: Final = 64 * 1024  # bytes or characters of a long text that are tried first
_SAMPLED: Final = frozenset(
    {Subject.ENCODING, Subject.DELIMITER, Subject.QUOTING}
)  # the others name places in the text
_SURE: Final = frozenset({Subject.HEADER})  # any number of rows can be names, as long as a row is left

Structure = Callable[[bytes | str, Reading], Table]


def with_sound_flips(
    decisions: Sequence[Decision], source: bytes | str, reading: Reading, structure: Structure
) -> tuple[Decision, ...]:
    """`decisions` with those alternatives only under which `structure` gives a table that says so."""

    def sound(decision: Decision, alternative: str) -> bool:
        if decision.subject in _SURE:
            return True
        flipped = reading.choose(decision.subject, alternative)
        if len(source) > _SAMPLE and decision.subject in _SAMPLED:
            if not _gives(structure, _head(source), flipped, decision.subject, alternative):
                return False
            if decision.subject is Subject.ENCODING:  # all bytes were decoded before it was offered
                return True
            if decision.subject is Subject.DELIMITER and (short := outline(source, Delimiter(alternative))) is not None:
                return _gives(structure, short, flipped, decision.subject, alternative)
        return _gives(structure, source, flipped, decision.subject, alternative)

    return tuple(
        replace(decision, alternatives=tuple(one for one in decision.alternatives if sound(decision, one)))
        for decision in decisions
    )


def _head(source: bytes | str) -> bytes | str:
    if isinstance(source, str):
        return source[: source.rfind("\n", 0, _SAMPLE) + 1] or source
    if b"\0" in source[:_SAMPLE]:  # UTF-16 has line ends of two bytes
        return source
    return source[: source.rfind(b"\n", 0, _SAMPLE) + 1] or source


def _gives(structure: Structure, source: bytes | str, reading: Reading, subject: Subject, chosen: str) -> bool:
    try:
        table = structure(source, reading)
    except (TableError, UnknownChoiceError):
        return False
    return any(decision.subject is subject and decision.chosen == chosen for decision in table.decisions)
