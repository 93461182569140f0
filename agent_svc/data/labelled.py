"""Labelled lines: a name, a colon and one number in every line, as people write lists."""

from __future__ import annotations

import re
from collections.abc import Sequence

from agent_svc.data.choices import DecimalMark
from agent_svc.data.numbers import is_number

_NAME = r"(?=[^:;|\t]*[^\W\d])[^:;|\t]*+:[ \t]+"  # with a letter; one way through a long line that has no colon
_LINE = re.compile(rf"{_NAME}(\S[^:;|\t]*)")
_NAMES = re.compile(rf"{_NAME}[^\W\d][^:;|\t]*")
_TITLE = re.compile(r"[^:;|\t]*:?")
_LEAST = 2  # lines


def are_labelled(lines: Sequence[str]) -> bool:
    """Whether each of `lines`, trimmed and not blank, is `Rent: $1,250.00`; the first may be a title, or two names.

    The number may hold commas and carry a currency or a unit: they delimit nothing.
    """
    if not lines:
        return False
    first = lines[0]
    above = not _is_labelled(first) and any(form.fullmatch(first) for form in (_TITLE, _NAMES))
    below = lines[above:]
    return len(below) >= _LEAST and all(map(_is_labelled, below))


def _is_labelled(line: str) -> bool:
    match = _LINE.fullmatch(line)
    return match is not None and any(is_number(match[1], mark) for mark in DecimalMark)
