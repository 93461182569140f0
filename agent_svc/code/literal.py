"""A literal: a value written as Python source that a person would write."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from typing import Final

WIDTH: Final = 100  #: characters of a line before a collection is wrapped
_INDENT: Final = "    "
_ESCAPES: Final = {"\\": "\\\\", '"': '\\"', "\n": "\\n", "\r": "\\r", "\t": "\\t"}


def assignment(name: str, value: object) -> str:
    """The statement `name = value`, wrapped when it is long."""
    head = f"{name} = "
    return head + literal(value, used=len(head))


def literal(value: object, *, used: int = 0, depth: int = 0) -> str:
    """`value` as source: on one line when `used` plus it fits, else one item a line.

    Takes None, booleans, finite numbers, texts, sequences (written as lists) and mappings; others raise TypeError.
    """
    flat = _flat(value)
    if used + depth * len(_INDENT) + len(flat) <= WIDTH or not isinstance(value, Mapping | Sequence) or not value:
        return flat
    if isinstance(value, str):
        return flat
    inner = _INDENT * (depth + 1)
    rows = []
    for head, item in _items(value):
        rows.append(f"{inner}{head}{literal(item, used=len(head) + 1, depth=depth + 1)},")
    opening, closing = ("{", "}") if isinstance(value, Mapping) else ("[", "]")
    return "\n".join([opening, *rows, _INDENT * depth + closing])


def quoted(text: str) -> str:
    """`text` in double quotes; what cannot be printed is escaped, so that nothing hides in it."""
    return '"' + "".join(map(_character, text)) + '"'


def _character(character: str) -> str:
    if character in _ESCAPES:
        return _ESCAPES[character]
    if character.isprintable():
        return character
    code = ord(character)
    return f"\\x{code:02x}" if code < 0x100 else f"\\u{code:04x}" if code < 0x10000 else f"\\U{code:08x}"


def _items(value: Mapping[object, object] | Sequence[object]) -> list[tuple[str, object]]:
    if isinstance(value, Mapping):
        return [(f"{_flat(key)}: ", item) for key, item in value.items()]
    return [("", item) for item in value]


def _flat(value: object) -> str:
    if value is None or isinstance(value, bool):
        return str(value)
    if isinstance(value, str):
        return quoted(value)
    if isinstance(value, int) or (isinstance(value, float) and math.isfinite(value)):
        return repr(value)
    if isinstance(value, Mapping):
        return "{" + ", ".join(head + _flat(item) for head, item in _items(value)) + "}"
    if isinstance(value, Sequence) and not isinstance(value, bytes | bytearray):
        return "[" + ", ".join(_flat(item) for _, item in _items(value)) + "]"
    raise TypeError(f"{type(value).__name__} has no literal in a script")
