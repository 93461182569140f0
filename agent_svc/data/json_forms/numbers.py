"""JSON numbers: one object of nothing but numbers, which count one thing under several names."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from agent_svc.data.report import Notice, NoticeKind

_ROWS: Final = 3  # at least; fewer are one record


def numbers_by_name(value: Mapping[str, object]) -> Mapping[str, Sequence[object]] | None:
    """The names and the numbers of `value` as two columns; None where it is a record like any other."""
    # A JSON number comes as text of a kind of its own, with its digits as written.
    if len(value) < _ROWS or not all(isinstance(one, str) and type(one) is not str for one in value.values()):
        return None
    return {"name": list(value), "value": list(value.values())}


def told(value: Mapping[str, object]) -> Notice:
    """That the names are rows."""
    name, number = next(iter(value.items()))
    text = f"One object of numbers is read as rows of a name and a value: “{name[:40]}” and {number}."
    return Notice(NoticeKind.CONVERTED, text)
