"""Edits: small changes of a script, each at one place that is nobody's to fill in, or not made at all."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from agent_svc.code.regions import locate
from agent_svc.code.span import ScriptShapeError, Span, parse, splice

MAX_EDITS: Final = 20


@dataclass(frozen=True, slots=True)
class Edit:
    """Replace `find`, which is in the script exactly once, by `replace`."""

    find: str
    replace: str


class EditRefusedError(ScriptShapeError):
    """An edit cannot be made; the message says which and why."""


def apply_edits(source: str, edits: Sequence[Edit]) -> str:
    """`source` with all of `edits`, or with none: raises EditRefusedError naming the first that cannot be made.

    Each `find` has to match exactly once in `source` as it came, outside the protected regions and apart from the other
    edits. What comes of it has to be a script of the same regions, unchanged.
    """
    if len(edits) > MAX_EDITS:
        raise EditRefusedError(f"{len(edits)} edits; {MAX_EDITS} at once are the most")
    protected = locate(source).protected
    pieces: list[tuple[Span, str]] = []
    for number, edit in enumerate(edits, start=1):
        span = _only_place(source, edit, number)
        if any(_meet(span, kept) for kept in protected):
            raise EditRefusedError(f"edit {number} touches a part that Plotlane fills in: {_shown(edit.find)}")
        if any(_meet(span, other) for other, _ in pieces):
            raise EditRefusedError(f"edit {number} overlaps another one: {_shown(edit.find)}")
        pieces.append((span, edit.replace))
    edited = splice(source, pieces)
    _check_same_regions(source, edited)
    return edited


def insert_before_save(source: str, statements: str) -> str:
    """`source` with `statements` in front of its last one, which writes the picture."""
    save = locate(source).save
    edited = splice(source, [(Span(save.start, save.start), statements.rstrip("\n") + "\n\n")])
    _check_same_regions(source, edited)
    return edited


def insert_after_theme(source: str, statements: str) -> str:
    """`source` with `statements` between its theme and the statement that reads the data."""
    data = locate(source).data
    edited = splice(source, [(Span(data.start, data.start), statements.rstrip("\n") + "\n\n")])
    _check_same_regions(source, edited, theme_grows=True)
    return edited


def _only_place(source: str, edit: Edit, number: int) -> Span:
    if not edit.find.strip():
        raise EditRefusedError(f"edit {number} looks for nothing")
    count = source.count(edit.find)
    if count != 1:
        found = "is not in the script" if not count else f"is in the script {count} times"
        raise EditRefusedError(f"edit {number} looks for a text that {found}: {_shown(edit.find)}")
    start = source.index(edit.find)
    return Span(start, start + len(edit.find))


def _meet(a: Span, b: Span) -> bool:
    return a.start < b.end and b.start < a.end


def _check_same_regions(before: str, after: str, *, theme_grows: bool = False) -> None:
    parse(after)
    old, new = locate(before).protected, locate(after).protected
    for position, (was, now) in enumerate(zip(old, new, strict=True)):
        same = before[was.start : was.end] == after[now.start : now.end]
        grown = theme_grows and position == 0 and after[now.start :].startswith(before[was.start : was.end])
        if not same and not grown:
            raise EditRefusedError("the edits change a part that Plotlane fills in")


def _shown(text: str) -> str:
    line = " ".join(text.split())
    return repr(line if len(line) <= 60 else line[:59] + "…")
