"""Merged cells: a text that stands in the first row of its group alone, as spreadsheets and pivot tables write it."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from agent_svc.data.choices import Gaps
from agent_svc.data.layout.values import are_values
from agent_svc.data.reading import ColumnReading
from agent_svc.data.report import Certainty, Decision, Notice, NoticeKind, Subject

_GROUPS = 2  # at least
# What only some rows have.
_OF_SOME = re.compile(
    r"prize|award|medal|rank|title|honou?r|note|comment|remark|flag|status|bemerk|notiz|hinweis|medaille|auszeichn|titel|prix|nota",
    re.IGNORECASE,
)
_LONGEST = 60  # characters of the name of a group; more are a note


@dataclass(frozen=True, slots=True)
class Filled:
    """The cells of a column under the decision on its gaps."""

    cells: tuple[str, ...]
    decisions: tuple[Decision, ...] = ()
    notices: tuple[Notice, ...] = ()


def fill_merged(name: str, columns: Sequence[tuple[str, ...]], place: int, choice: ColumnReading) -> Filled:
    """The cells of one of `columns` (trimmed) with the text of each group in all its rows.

    They stay as written where they do not look merged, and where the user said so. The user is asked where the texts of
    groups come again and no column in front of them is merged as well, and where nothing but their place speaks for it.
    """
    cells = columns[place]
    if "" not in cells:
        return Filled(cells)
    looks = _looks(columns, place)
    alone = looks is None and place == 0 and _written_once(cells, columns[1:])
    if looks is None and not alone and choice.gaps is None:
        return Filled(cells)
    chosen = choice.gaps or looks or (Gaps.FILLED if alone and not _OF_SOME.search(name) else Gaps.AS_WRITTEN)
    certainty = Certainty.LIKELY
    other = Gaps.AS_WRITTEN if chosen is Gaps.FILLED else Gaps.FILLED
    reason = "Each text stands in the first row of a group alone, and the groups have the same members."
    if choice.gaps is not None:
        reason, certainty = "It was chosen.", Certainty.CERTAIN
    elif looks is None:
        reason, certainty = (
            "Each text stands in the first row of a group alone, and none comes again.",
            Certainty.AMBIGUOUS,
        )
    elif looks is Gaps.AS_WRITTEN:
        reason, certainty = f"{reason[:-1]}, but the texts come again.", Certainty.AMBIGUOUS
    decision = Decision(Subject.GAPS, chosen.value, reason, certainty, (other.value,), name)
    return _filled(name, cells, decision)


def _filled(name: str, cells: tuple[str, ...], decision: Decision) -> Filled:
    count = cells.count("")
    gaps = f"{count} empty {'cell is' if count == 1 else 'cells are'}"
    if decision.chosen == Gaps.AS_WRITTEN:
        text = f"“{name}”: {gaps} left empty; they may stand for the text above them, as merged cells do."
        told = (Notice(NoticeKind.AMBIGUOUS, text, name),) if decision.certainty is Certainty.AMBIGUOUS else ()
        return Filled(cells, (decision,), told)
    text = f"“{name}”: {gaps} filled with the text above them, as under merged cells."
    if decision.certainty is Certainty.AMBIGUOUS:
        text = f"{text[:-1]}; they may be missing as well."
    kind = NoticeKind.AMBIGUOUS if decision.certainty is Certainty.AMBIGUOUS else NoticeKind.CONVERTED
    return Filled(held(cells), (decision,), (Notice(kind, text, name),))


def _looks(columns: Sequence[tuple[str, ...]], place: int) -> Gaps | None:
    """Whether the gaps of a column are to be filled, or may be; None where they do not look merged."""
    cells, members = columns[place], columns[place + 1 :]  # a group stands before its members
    if (place > 0 and _are_measured(cells)) or not looks_merged(cells, members):
        return None
    if not _repeats(cells) or any(_holds(outer, cells) for outer in columns[:place] if "" in outer):
        return Gaps.FILLED
    return Gaps.AS_WRITTEN


def _written_once(cells: Sequence[str], others: Sequence[Sequence[str]]) -> bool:
    """Whether the first column of a table names groups, each once, and everything else is complete.

    Most rows have no text there, so that missing names are no other explanation.
    """
    texts = [cell for cell in cells if cell]
    if not others or not cells[:1] or not cells[0] or len(texts) < _GROUPS or len(texts) * 2 > len(cells):
        return False
    named = all(len(text) <= _LONGEST and any(map(str.isalpha, text)) for text in texts)
    return named and not _repeats(cells) and not are_values(texts) and all(all(other) for other in others)


def looks_merged(cells: Sequence[str], others: Sequence[Sequence[str]]) -> bool:
    """Whether the gaps in `cells` may belong to the text above them.

    A column without gaps among `others`, or one with such gaps of its own, names the same members in several groups,
    each once in a group.
    """
    texts = [cell for cell in cells if cell]
    if not cells[:1] or not cells[0] or len(texts) < _GROUPS or len(texts) * 2 > len(cells):
        return False
    if any(same_members(cells, members) for members in others if all(members)):
        return True
    inner = (place for place, members in enumerate(others) if not all(members) and _holds(cells, members))
    return any(looks_merged(others[place], others[place + 1 :]) for place in inner)


def _holds(outer: Sequence[str], inner: Sequence[str]) -> bool:
    """Whether the groups of `inner` lie in those of `outer`, each of its texts once in each of them."""
    starts = [place for place, cell in enumerate(inner) if cell]
    if not outer[:1] or not outer[0] or any(cell and not inner[place] for place, cell in enumerate(outer)):
        return False
    return same_members([outer[place] for place in starts], [inner[place] for place in starts])


def _repeats(cells: Sequence[str]) -> bool:
    texts = [cell for cell in cells if cell]
    return len(set(texts)) < len(texts)


def _are_measured(cells: Sequence[str]) -> bool:
    """Whether these end in digits, as numbers do: groups of that kind, such as years, stand in the first column."""
    return all(cell[-1].isdigit() for cell in cells if cell)


def same_members(cells: Sequence[str], members: Sequence[str]) -> bool:
    """Whether most of `members` come again in several of the groups that begin where a cell of `cells` is filled."""
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


def held(cells: Sequence[str]) -> tuple[str, ...]:
    """Each empty cell with the text above it."""
    last, filled = "", []
    for cell in cells:
        last = cell or last
        filled.append(last)
    return tuple(filled)
