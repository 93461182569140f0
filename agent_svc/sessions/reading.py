"""The reading: how the decisions of a parse report are named outside, and which ones a user has flipped."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from agent_svc.data import Decision, Reading, Subject
from agent_svc.data.reading import STRUCTURE, forgotten_by
from agent_svc.errors import InvalidError
from plotlane_kit.errors import Violation

_OUTSIDE: Final = {subject: subject.value for subject in Subject} | {Subject.TYPE: "type"}
_INSIDE: Final = {name: subject for subject, name in _OUTSIDE.items()}
_STRUCTURE: Final = tuple(_OUTSIDE[subject] for subject in STRUCTURE)
_ROWS: Final = (_OUTSIDE[Subject.FOOTER], _OUTSIDE[Subject.TOTALS])


def subject_of(decision: Decision) -> str:
    """The name of a decision outside: `delimiter`, `type:Dose`, ..."""
    name = _OUTSIDE[decision.subject]
    return name if decision.column is None else f"{name}:{decision.column}"


def merged(before: Mapping[str, str], choices: Mapping[str, str]) -> dict[str, str]:
    """`before` with `choices` flipped; a new structure forgets what was chosen for the columns of the old one."""
    structural = any(name in _STRUCTURE for name in choices)
    gone = {_OUTSIDE[place] for name in choices if name in _STRUCTURE for place in forgotten_by(_INSIDE[name])}
    whole = (*_STRUCTURE, *_ROWS)
    kept = {name: choice for name, choice in before.items() if not structural or (name in whole and name not in gone)}
    return kept | dict(choices)


def reading_of(choices: Mapping[str, str]) -> Reading:
    """The reading that makes these choices. Raises `InvalidError` (subject) or UnknownChoiceError (choice)."""
    reading = Reading()
    ordered = sorted(
        choices.items(), key=lambda item: _STRUCTURE.index(item[0]) if item[0] in _STRUCTURE else len(_STRUCTURE)
    )
    for name, choice in ordered:
        subject, _, column = name.partition(":")
        if subject not in _INSIDE:
            known = ", ".join(_INSIDE)
            raise InvalidError(violations=[Violation(f"choices.{name}", f"no such decision; there are {known}")])
        reading = reading.choose(_INSIDE[subject], choice, column or None)
    return reading
