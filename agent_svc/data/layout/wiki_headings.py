"""Wiki headings: cells of names that Jira and Confluence mark with two bars, `||Time||Temp||` above `|1|20.5|`."""

from __future__ import annotations

from itertools import islice
from typing import Final

_MARK: Final = "||"
_SEARCHED: Final = 50  # lines


def with_plain_headings(text: str) -> str:
    """`text` with one bar for two in the lines that begin with a heading, where the row below has as many cells.

    A text with two bars alone is left as it is: they separate its cells.
    """
    if _MARK not in text[:20_000]:
        return text
    lines = text.split("\n")
    filled = [line.strip() for line in islice(lines, _SEARCHED) if line.strip()]
    first = next((place for place, line in enumerate(filled) if line.startswith(_MARK)), len(filled))
    if first + 1 >= len(filled):
        return text
    heading, below = filled[first], filled[first + 1]
    bars = heading.count(_MARK)
    if not heading.endswith(_MARK) or not below.startswith("|") or bars not in _bars(below):
        return text
    return "\n".join(_plain(line, bars) if line.lstrip().startswith(_MARK) else line for line in lines)


def _bars(line: str) -> tuple[int, ...]:
    """How many bars a line has, each pair counted as one or as two; none where all are pairs."""
    if "|" not in line.replace(_MARK, ""):
        return ()
    return line.replace(_MARK, "|").count("|"), line.count("|")


def _plain(line: str, bars: int) -> str:
    plain = line.replace(_MARK, "|")
    return plain if plain.count("|") == bars else line
