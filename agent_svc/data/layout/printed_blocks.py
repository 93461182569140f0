"""Printed blocks: the columns of a printed frame that fill several blocks of lines, since they did not fit on one."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise, takewhile
from typing import Final

PROMPTS: Final = (">>>", "In [", ">")
_FEWEST_ROWS: Final = 2
_MARK: Final = "\\"  # of pandas, behind names that go on below


def wrapped_blocks(lines: Sequence[str], top: int) -> list[range]:
    """The lines of each block, from the names in line `top` on; one block where nothing is wrapped."""
    first = _block(lines, top)
    blocks = [first]
    while lines[blocks[-1].start].endswith(_MARK) and blocks[-1].stop + 1 < len(lines):
        blocks.append(_block(lines, blocks[-1].stop + 1))
    if len(blocks) > 1:
        return blocks
    heads = [place for place in first if lines[place][0] == " "]  # R leaves no lines free
    sizes = {after - before for before, after in pairwise([*heads, first.stop])}
    if len(heads) < 2 or heads[0] != top or len(sizes) > 1 or min(sizes) <= _FEWEST_ROWS:
        return blocks
    return [range(head, head + len(first) // len(heads)) for head in heads]


def without_mark(names: str) -> str:
    """The line of `names` without the mark that they go on below."""
    return names.removesuffix(_MARK).rstrip()


def joined_blocks(blocks: Sequence[list[list[str]] | None]) -> list[list[str]] | None:
    """The cells of all blocks side by side, their labels once; None where the labels of one differ, or it has none."""
    first = blocks[0]
    if first is None or len(blocks) == 1:
        return first
    joined = [list(row) for row in first]
    for block in blocks[1:]:
        if block is None or [row[0] for row in block] != [row[0] for row in first]:
            return None
        for row, more in zip(joined, block, strict=True):
            row += more[1:]
    return joined


def _block(lines: Sequence[str], start: int) -> range:
    """The lines from `start` to the next blank one or prompt."""
    rows = list(takewhile(lambda line: line and not line.startswith(PROMPTS), lines[start:]))
    return range(start, start + len(rows))
