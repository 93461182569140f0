"""Aligned tables: columns that stand under one another with two blanks or more between them, as programs print them."""

from __future__ import annotations

import re
from itertools import islice

_GAP = re.compile(r" {2,}")
_OTHERS = ("\t", ";", "|")
_SAMPLE = 200


def aligned_records(text: str) -> list[list[str]] | None:
    """The records of an aligned table whose cells hold single blanks, blank lines as `[]`; None for any other text."""
    if any(mark in text for mark in _OTHERS) or '"' in text or "  " not in text:
        return None
    lines = text.split("\n")
    sample = list(islice((line.strip() for line in lines if line.strip()), _SAMPLE))
    if len(sample) < 3 or len({len(line.split()) for line in sample}) == 1 or not _is_even(sample):
        return None  # single blanks split it as well, or nothing does
    return [_GAP.split(line.strip()) if line.strip() else [] for line in lines]


def _is_even(lines: list[str]) -> bool:
    widths = {len(_GAP.split(line)) for line in lines}
    commas = {line.count(",") for line in lines}
    return len(widths) == 1 and min(widths) > 1 and (len(commas) > 1 or commas == {0})
