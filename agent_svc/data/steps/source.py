"""Source: values and column references written as the Python of a step's code."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import Final

WIDTH: Final = 100  # characters of a line before a list is wrapped
_INDENT: Final = "    "


def quoted(text: str) -> str:
    """`text` in double quotes; what cannot be printed is escaped, so that nothing hides in it."""
    return "".join(
        character if character.isprintable() else json.dumps(character)[1:-1]
        for character in json.dumps(text, ensure_ascii=False)
    )


def column(name: str) -> str:
    """`df["name"]`."""
    return f"df[{quoted(name)}]"


def literal(value: object, used: int = 0) -> str:
    """A text, number, boolean, list or mapping; one item a line when `used` plus it is wider than a line."""
    if isinstance(value, str):
        return quoted(value)
    if isinstance(value, Mapping):
        return _collection([f"{literal(key)}: {literal(item)}" for key, item in value.items()], "{}", used)
    if isinstance(value, Sequence):
        return _collection([literal(item) for item in value], "[]", used)
    return repr(value)


def _collection(items: Sequence[str], brackets: str, used: int) -> str:
    flat = ", ".join(items)
    if used + len(flat) + 2 <= WIDTH or not used:
        return f"{brackets[0]}{flat}{brackets[1]}"
    return "\n".join([brackets[0], *(f"{_INDENT}{item}," for item in items), brackets[1]])
