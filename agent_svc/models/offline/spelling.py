"""The spelling: which keywords a word may have been meant for, within a bounded number of slips.

A slip is a letter too many, too few, wrong, or swapped with its neighbour (the optimal string alignment distance).
Candidates are found by the letters that are left when slips are taken out (symmetric deletion), so that a look-up
does not depend on how many keywords there are.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from typing import Final

_FOR_ONE: Final = 4  # letters from which one slip is forgiven
_FOR_TWO: Final = 8  # likewise two
_LONGEST: Final = 20
_CLOSE_MISSING: Final = 5  # letters from which a word with one too many or too few is hardly another one
_CLOSE_WRONG: Final = 6  # likewise with a wrong one


def slips_forgiven(word: str) -> int:
    """How many slips a word of that length may have."""
    return (len(word) >= _FOR_ONE) + (len(word) >= _FOR_TWO)


def slips(one: str, other: str) -> int:
    """How many slips lie between the two."""
    before: list[int] = []
    row = list(range(len(other) + 1))
    for i, a in enumerate(one, 1):
        before, row, last = row, [i], before
        for j, b in enumerate(other, 1):
            best = min(before[j] + 1, row[j - 1] + 1, before[j - 1] + (a != b))
            if i > 1 and j > 1 and a == other[j - 2] and b == one[i - 2]:
                best = min(best, last[j - 2] + 1)
            row.append(best)
    return row[-1]


def is_close(word: str, keyword: str) -> bool:
    """Whether `word` can hardly be anything but `keyword` with a slip; else it is asked back (“sand” is no “band”).

    Letters that were swapped always are; other slips, in words of some length, do not touch the first letter.
    """
    if sorted(word) == sorted(keyword):
        return True
    enough = _CLOSE_WRONG if len(word) == len(keyword) else _CLOSE_MISSING
    return word[:1] == keyword[:1] and len(word) >= enough


class Speller:
    """Knows the keywords."""

    def __init__(self, words: Iterable[str]) -> None:
        self._meant: dict[str, list[str]] = defaultdict(list)
        for word in sorted(set(words)):
            for rest in _without_letters(word, slips_forgiven(word)):
                self._meant[rest].append(word)

    def candidates(self, word: str) -> dict[str, int]:
        """The keywords that `word` may have been meant for, with the slips of each; empty when it is none."""
        allowed = slips_forgiven(word)
        if not allowed or len(word) > _LONGEST or not word.isalpha():
            return {}
        near = {known for rest in _without_letters(word, allowed) for known in self._meant.get(rest, ())}
        measured = {known: slips(word, known) for known in sorted(near)}
        return {known: count for known, count in measured.items() if 0 < count <= min(allowed, slips_forgiven(known))}


def _without_letters(word: str, count: int) -> set[str]:
    left, last = {word}, {word}
    for _ in range(count):
        last = {one[:place] + one[place + 1 :] for one in last for place in range(len(one))}
        left |= last
    return left
