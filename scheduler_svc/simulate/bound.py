"""The lower bound: how soon the last run could have ended under any schedule that obeys the same rules.

Nobody can be faster than each of these, for the work that arrived at or after any moment t (it cannot begin before t):

* places: at most `slots` runs are in flight, and with a start gap g the second place fills g later, the third 2g later;
  so n runs with work W take at least W / u + g (u - 1) / 2, u = min(slots, n): when the last starts, all u have filled;
* cap: the same with the user's cap and the user's own work;
* gap: the k-th start comes (k - 1) g after the first; best is the longest run first, so at least max of (k - 1) g + the
  k-th longest run; its first term is the longest run by itself;
* packing: of the k * slots + 1 longest runs, some place has to take k + 1, so at least the k + 1 shortest of those in
  a row.

The work is what really was in flight, however it ended; what was refused is not in it.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

Array = NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class Work:
    """One run that had a place."""

    user: str
    asked_at: float
    service_s: float


@dataclass(frozen=True, slots=True)
class Bound:
    """The moment before which the last run cannot end, and the rule that says so."""

    ends_at: float
    because: str


def lower_bound(work: Iterable[Work], *, slots: int, gap_s: float, cap_of: Mapping[str, int]) -> Bound:
    """The largest of all bounds. `cap_of`: the most runs in flight of each user who has a cap."""
    everything = list(work)
    best = _best_suffix(everything, slots, gap_s, packing="packing", places="places")
    of_user: dict[str, list[Work]] = defaultdict(list)
    for each in everything:
        of_user[each.user].append(each)
    for user, own in of_user.items():
        if user in cap_of and cap_of[user] < slots:
            best = max(best, _best_suffix(own, cap_of[user], gap_s, packing="cap", places="cap"), key=_end)
    return best


def _end(bound: Bound) -> float:
    return bound.ends_at


def _best_suffix(work: list[Work], places_count: int, gap_s: float, *, packing: str, places: str) -> Bound:
    best = Bound(0.0, "nothing ran")
    longest_first: Array = np.empty(0)
    for each in sorted(work, key=lambda item: -item.asked_at):
        where = int(np.searchsorted(-longest_first, -each.service_s))
        longest_first = np.insert(longest_first, where, each.service_s)
        for takes, because in (
            (_by_places(longest_first, places_count, gap_s), places),
            (float(np.max(np.arange(len(longest_first)) * gap_s + longest_first)), "gap"),
            (_by_packing(longest_first, places_count), packing),
            (float(longest_first[0]), "longest run"),
        ):
            if each.asked_at + takes >= best.ends_at:
                best = Bound(each.asked_at + takes, because)
    return best


def _by_places(longest_first: Array, count: int, gap_s: float) -> float:
    used = min(count, len(longest_first))
    return float(longest_first.sum()) / used + gap_s * (used - 1) / 2


def _by_packing(longest_first: Array, count: int) -> float:
    rows = np.arange(1, (len(longest_first) - 1) // count + 1)
    if not len(rows):
        return 0.0
    upto = np.concatenate(([0.0], np.cumsum(longest_first)))
    return float(np.max(upto[rows * count + 1] - upto[rows * count - rows]))
