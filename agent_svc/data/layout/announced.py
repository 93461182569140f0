"""Announced: lines in which programs of instruments say that their own header ends and the data begin."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

_WORDS: Final = r"(?:end[ _-]?(?:of[ _-]?)?header|begin(?: \w+){0,3} data|data|results|measurements|messwerte)"
_LINE: Final = re.compile(rf"[-*<>#=\[~]+ ?{_WORDS} ?[-*<>#=\]~]+[\t,; ]*", re.IGNORECASE)
#: A header has at most so many lines.
FURTHEST: Final = 1_000


def after_announcement(lines: Sequence[str]) -> int:
    """The place of the first of `lines` below the last announcement, such as `***End_of_Header***`; 0 without one."""
    head = enumerate(lines[:FURTHEST], 1)
    return max((place for place, line in head if place < len(lines) and _LINE.fullmatch(line.strip())), default=0)
