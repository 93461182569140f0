"""Likeness: what shows that a first row is one of those below it, though its cells are no values that can be read."""

from __future__ import annotations

import re
from collections.abc import Sequence

_DIGITS = re.compile(r"[0-9]+")
_ROWS = 2  # so many rows of one shape show that the first is another of them
_SIZE = re.compile(r"[0-9]+(?:[.,][0-9]+)?\s?[KMGTP]i?B?", re.IGNORECASE)  # as `du -h` and `ls -h` print them
_COUNT = re.compile(r"[0-9]+(?:[.,][0-9]+)?\s?B?")  # of bytes, beside sizes
# What lines of a log begin with or hold, and names do not: an address, or a time with seconds.
_STAMP = re.compile(r"\b[0-9]{1,3}(?:\.[0-9]{1,3}){3}\b|\b[0-2]?[0-9]:[0-5][0-9]:[0-5][0-9]\b")

_LISTED = re.compile(r".*[^\W\d].*\s[-–—]\s\S{0,3}[0-9][0-9.,]*\s?\S{0,3}")  # `Apples - 12`


def likeness(first: Sequence[str], below: Sequence[Sequence[str]]) -> str | None:
    """How a cell of the `first` row is like all those `below` it, as a sentence; None where it may name them."""
    if len(below) < _ROWS:
        return None
    for place, name in enumerate(first):
        said = _said(name, [row[place].strip() for row in below if place < len(row)])
        if said is not None:
            return f"“{name[:40]}” in the first row {said}."
    return None


def _said(name: str, cells: Sequence[str]) -> str | None:
    if not cells or not _DIGITS.search(name):
        return None
    if {_DIGITS.sub("0", cell) for cell in cells} == {_DIGITS.sub("0", name)}:
        return "differs from those below it in its digits alone"
    if _SIZE.fullmatch(name) and _are_sizes(cells):
        return "is a size like those below it"
    if _STAMP.search(name) and all(map(_STAMP.search, cells)):
        return "holds an address or a time, as those below it do"
    if _LISTED.fullmatch(name) and all(map(_LISTED.fullmatch, cells)):
        return "is a name and a number, as those below it are"
    return None


def _are_sizes(cells: Sequence[str]) -> bool:
    """Whether most of `cells` are sizes, and the others plain counts."""
    sizes = [cell for cell in cells if _SIZE.fullmatch(cell)]
    return len(sizes) * 2 > len(cells) and all(_SIZE.fullmatch(cell) or _COUNT.fullmatch(cell) for cell in cells)
