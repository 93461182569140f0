"""Labelled lines: a name, a colon and one number in every line, as people write lists."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

from agent_svc.data.choices import DecimalMark, Delimiter
from agent_svc.data.numbers.exact import is_number

_REST = r"[^:：;；|\t]*"
_NAME = rf"(?=[^:：;；|\t]*[^\W\d]){_REST}+"  # with a letter; one way through a long line that has no colon
#: Behind a colon stands a blank; a wide one has it inside.
_COLONS: Final = {Delimiter.COLON: r":[ \t]+", Delimiter.WIDE_COLON: r"：[ \t]*"}
_LINES: Final = {one: re.compile(rf"{_NAME}{colon}(\S{_REST})") for one, colon in _COLONS.items()}
_NAMES: Final = {one: re.compile(rf"{_NAME}{colon}[^\W\d]{_REST}") for one, colon in _COLONS.items()}
_TITLE = re.compile(rf"{_REST}[:：]?")
_LEAST = 2  # lines


def labelling(lines: Sequence[str]) -> Delimiter | None:
    """The colon of `lines`, trimmed and not blank, if each is `Rent: $1,250.00` or `房租：1250`; None for others.

    The first may be a title, or two names. The number may hold commas and carry a currency or a unit: they delimit
    nothing.
    """
    return next((colon for colon in _COLONS if lines and _are_labelled(lines, colon)), None)


def _are_labelled(lines: Sequence[str], colon: Delimiter) -> bool:
    first = lines[0]
    above = not _is_labelled(first, colon) and any(form.fullmatch(first) for form in (_TITLE, _NAMES[colon]))
    below = lines[above:]
    return len(below) >= _LEAST and all(_is_labelled(line, colon) for line in below)


def _is_labelled(line: str, colon: Delimiter) -> bool:
    match = _LINES[colon].fullmatch(line)
    return match is not None and any(is_number(match[1], mark) for mark in DecimalMark)
