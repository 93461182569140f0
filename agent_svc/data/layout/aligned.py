"""Aligned tables: columns that stand under one another with two blanks or more between them, as programs print them."""

from __future__ import annotations

import re
from itertools import islice

_GAP = re.compile(r" {2,}")
_UNIT = re.compile(r"\S [(\[][^()\[\] ]{1,20}[)\]](?= {2}|$)")
_NUMBERS = re.compile(r"(?<!\S)[-+]?[0-9][0-9.,]* [-+]?[0-9][0-9.,]*(?!\S)")
_OTHERS = ("\t", ";", "|")
_SAMPLE = 200


def aligned_records(text: str) -> list[list[str]] | None:
    """The records of an aligned table whose cells hold single blanks, blank lines as `[]`; None for any other text."""
    if any(mark in text for mark in _OTHERS) or '"' in text:
        return None
    lines = text.split("\n")
    sample = list(islice((line.strip() for line in lines if line.strip()), _SAMPLE))
    if len(sample) < 3 or not _is_even(sample):
        return None
    if len({len(line.split()) for line in sample}) == 1 and not _join_words(sample):
        return None  # single blanks split it as well
    return [_GAP.split(line.strip()) if line.strip() else [] for line in lines]


def _join_words(lines: list[str]) -> bool:
    """Whether single blanks stand inside of cells: before units in brackets, around `±`, or where gaps are all alike.

    Gaps of one width between texts of different ones pad nothing, so they part the cells; numbers with single blanks
    between them are cells of their own nevertheless.
    """
    if _UNIT.search(lines[0]) is not None or all(" ± " in line for line in lines[1:]):
        return True
    gaps = {gap for line in lines for gap in _GAP.findall(line)}
    return len(gaps) == 1 and len(set(map(len, lines))) > 1 and not any(map(_NUMBERS.search, lines))


def _is_even(lines: list[str]) -> bool:
    widths = {len(_GAP.split(line)) for line in lines}
    commas = {line.count(",") for line in lines}
    return len(widths) == 1 and min(widths) > 1 and (len(commas) > 1 or commas == {0})
