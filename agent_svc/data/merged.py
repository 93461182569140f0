"""Merged cells: a text that stands in the first row of its group alone, as spreadsheets and pivot tables write it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from agent_svc.data.choices import Gaps
from agent_svc.data.reading import ColumnReading
from agent_svc.data.report import Certainty, Decision, Notice, NoticeKind, Subject

_GROUPS = 2  # at least


@dataclass(frozen=True, slots=True)
class Filled:
    """The cells of a column under the decision on its gaps."""

    cells: tuple[str, ...]
    decisions: tuple[Decision, ...] = ()
    notices: tuple[Notice, ...] = ()


def fill_merged(name: str, columns: Sequence[tuple[str, ...]], place: int, choice: ColumnReading) -> Filled:
    """The cells of one of `columns` (trimmed) with the text of each group in all its rows.

    They stay as written where they do not look merged, and where the user said so.
    """
    cells = columns[place]
    members = columns[place + 1 :]  # a group stands before its members
    if "" not in cells or (place > 0 and _are_measured(cells)) or not looks_merged(cells, members):
        return Filled(cells)
    chosen = choice.gaps or Gaps.FILLED
    other = Gaps.AS_WRITTEN if chosen is Gaps.FILLED else Gaps.FILLED
    reason = "Each text stands in the first row of a group alone, and the groups have the same members."
    sure = Certainty.LIKELY
    if choice.gaps is not None:
        reason, sure = "It was chosen.", Certainty.CERTAIN
    decision = Decision(Subject.GAPS, chosen.value, reason, sure, (other.value,), name)
    if chosen is Gaps.AS_WRITTEN:
        return Filled(cells, (decision,))
    text = f"“{name}”: {cells.count('')} empty cells are filled with the text above them, as under merged cells."
    return Filled(_held(cells), (decision,), (Notice(NoticeKind.CONVERTED, text, name),))


def looks_merged(cells: Sequence[str], others: Sequence[Sequence[str]]) -> bool:
    """Whether the gaps in `cells` belong to the text above them.

    Each text stands once, and a column without gaps among `others` names the same members in several groups, each
    once in a group.
    """
    texts = [cell for cell in cells if cell]
    if not cells[:1] or not cells[0] or len(texts) < _GROUPS or len(texts) * 2 > len(cells):
        return False
    if len(set(texts)) < len(texts):
        return False
    return any(_same_members(cells, members) for members in others if all(members))


def _are_measured(cells: Sequence[str]) -> bool:
    """Whether these end in digits, as numbers do: groups of that kind, such as years, stand in the first column."""
    return all(cell[-1].isdigit() for cell in cells if cell)


def _same_members(cells: Sequence[str], members: Sequence[str]) -> bool:
    groups: list[list[str]] = []
    for cell, member in zip(cells, members, strict=True):
        if cell:
            groups.append([])
        groups[-1].append(member)
    if len([group for group in groups if len(group) > 1]) < _GROUPS:
        return False
    different = {member for group in groups for member in group}
    alike = all(len(set(group)) == len(group) for group in groups)
    return alike and len(different) * 2 <= sum(map(len, groups)) + 1


def _held(cells: Sequence[str]) -> tuple[str, ...]:
    held, filled = "", []
    for cell in cells:
        held = cell or held
        filled.append(held)
    return tuple(filled)
