"""Matching: two sets of rows compared as multisets, within a tolerance, and the first row that differs."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Hashable, Iterable, Sequence
from typing import Final

import numpy as np

from agent_svc.gates.figure import Array
from agent_svc.gates.readback.rows import Difference, Key, Rows, rounded

_PAIRS: Final = 4_000_000  # comparisons of what is left after equal rows are gone


def first_difference(wanted: Rows, drawn: Rows, allowed: Array) -> tuple[Difference | None, list[int], list[int]]:
    """The first difference, with the rows of both that have no partner."""
    left_wanted, left_drawn = _without_equal(wanted, drawn)
    readable = [place for place in left_drawn if None not in drawn.keys[place]]
    by_key: dict[Key, list[int]] = defaultdict(list)
    for place in left_wanted:
        by_key[wanted.keys[place]].append(place)
    pairs: list[tuple[int, int]] = []
    for key, places in _grouped(readable, drawn).items():
        pairs += _paired(by_key.get(key, []), places, wanted, drawn, allowed)
    left_wanted, left_drawn = _remaining(left_wanted, left_drawn, pairs)
    unread = [place for place in left_drawn if None in drawn.keys[place]]
    pairs = _paired_unread(left_wanted, unread, wanted, drawn, allowed)
    left_wanted, left_drawn = _remaining(left_wanted, left_drawn, pairs)
    return _difference(left_wanted, left_drawn, wanted, drawn), left_wanted, left_drawn


def _without_equal(wanted: Rows, drawn: Rows) -> tuple[list[int], list[int]]:
    """The rows that have no equal one on the other side; of equal rows the last ones are left."""
    wanted_rows, drawn_rows = rounded(wanted), rounded(drawn)
    over: dict[Hashable, int] = dict(Counter(drawn_rows))
    left_wanted = _left(range(len(wanted_rows)), wanted_rows, over, taken=True)
    left_drawn = _left(range(len(drawn_rows) - 1, -1, -1), drawn_rows, over, taken=False)
    return left_wanted, left_drawn[::-1]


def _left(places: Iterable[int], rows: Sequence[Hashable], over: dict[Hashable, int], *, taken: bool) -> list[int]:
    """Those of `places` whose row is not among the `over` (`taken`), or is; each counts once, and is gone then."""
    left = []
    for place in places:
        row = rows[place]
        count = over.get(row, 0)
        if count:
            over[row] = count - 1
        if bool(count) != taken:
            left.append(place)
    return left


def _grouped(places: Iterable[int], rows: Rows) -> dict[Key, list[int]]:
    found: dict[Key, list[int]] = defaultdict(list)
    for place in places:
        found[rows.keys[place]].append(place)
    return found


def _paired(a: list[int], b: list[int], wanted: Rows, drawn: Rows, allowed: Array) -> list[tuple[int, int]]:
    """Rows of `a` and `b` that are within the allowance of each other, each used once, the nearest first."""
    if not a or not b or len(a) * len(b) > _PAIRS:
        return []
    free = np.ones(len(b), dtype=bool)
    others = drawn.numbers[b]
    pairs = []
    with np.errstate(invalid="ignore"):
        for place in a:
            off = np.abs(others - wanted.numbers[place])
            fits = (off <= allowed).all(axis=1) & free
            if fits.any():
                best = int(np.argmin(np.where(fits, off.sum(axis=1), np.inf)))
                free[best] = False
                pairs.append((place, b[best]))
    return pairs


def _paired_unread(a: list[int], b: list[int], wanted: Rows, drawn: Rows, allowed: Array) -> list[tuple[int, int]]:
    """Like `_paired`, where a name of the drawn row may be any; what is readable of it still has to fit."""
    pairs: list[tuple[int, int]] = []
    for key, places in _grouped(b, drawn).items():
        used = {place for place, _ in pairs}
        fitting = [p for p in a if p not in used and _may_be(wanted.keys[p], key)]
        equal_wanted, equal_drawn = wanted.take(fitting), drawn.take(places)
        bare_wanted = Rows([()] * len(fitting), equal_wanted.numbers)
        bare_drawn = Rows([()] * len(places), equal_drawn.numbers)
        rest_wanted, rest_drawn = _without_equal(bare_wanted, bare_drawn)
        found = _equal_pairs(bare_wanted, bare_drawn, rest_wanted, rest_drawn)
        pairs += [(fitting[i], places[j]) for i, j in found]
        rest = _paired([fitting[i] for i in rest_wanted], [places[j] for j in rest_drawn], wanted, drawn, allowed)
        pairs += rest
    return pairs


def _equal_pairs(wanted: Rows, drawn: Rows, left_a: list[int], left_b: list[int]) -> list[tuple[int, int]]:
    gone_a, gone_b = set(left_a), set(left_b)
    by_row: dict[Hashable, list[int]] = defaultdict(list)
    for place, row in enumerate(rounded(drawn)):
        if place not in gone_b:
            by_row[row].append(place)
    return [(i, by_row[row].pop()) for i, row in enumerate(rounded(wanted)) if i not in gone_a]


def _may_be(wanted: Key, drawn: Key) -> bool:
    return all(own is None or own == name for name, own in zip(wanted, drawn, strict=True))


def _remaining(a: list[int], b: list[int], pairs: list[tuple[int, int]]) -> tuple[list[int], list[int]]:
    used_a, used_b = {i for i, _ in pairs}, {j for _, j in pairs}
    return [i for i in a if i not in used_a], [j for j in b if j not in used_b]


def _difference(a: list[int], b: list[int], wanted: Rows, drawn: Rows) -> Difference | None:
    if not a and not b:
        return None
    if not a:
        return Difference(None, _row(drawn, b[0]))
    if not b:
        return Difference(_row(wanted, a[0]), None)
    for i in a[:200]:
        same = [j for j in b if _may_be(wanted.keys[i], drawn.keys[j])]
        if same:
            off = np.abs(drawn.numbers[same] - wanted.numbers[i]).sum(axis=1)
            return Difference(_row(wanted, i), _row(drawn, same[int(np.argmin(off))]))
    return Difference(_row(wanted, a[0]), _row(drawn, b[0]))


def _row(rows: Rows, place: int) -> tuple[Key, tuple[float, ...]]:
    return rows.keys[place], tuple(rows.numbers[place].tolist())
