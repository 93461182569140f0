"""Comparisons of all marks at once: sums, ends, digests and curves, where rows are not matched one by one."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from agent_svc.gates.figure import Array
from agent_svc.gates.readback.curve import off_the_curve, reaches
from agent_svc.gates.readback.digest import digest, joined
from agent_svc.gates.readback.drawn import Marks
from agent_svc.gates.readback.mismatch import Mismatch
from agent_svc.gates.readback.rows import Difference
from agent_svc.gates.readback.sides import Sides
from agent_svc.gates.readback.words import Words


def total(sides: Sides, drawn: Sequence[Marks]) -> Mismatch | None:
    """The sum of the values is the table's."""
    at = sides.measured.index("value")
    wanted = float(sides.wanted.numbers[:, at].sum())
    found = float(sum(marks.columns["value"].sum() for marks in drawn))
    if abs(found - wanted) <= max(sides.tolerance, 1e-9) * max(abs(wanted), abs(found)):
        return None
    return Mismatch(sides.words.totals(found, wanted), 1)


def extents(sides: Sides, drawn: Sequence[Marks]) -> Mismatch | None:
    """Smallest and largest number of each measured channel, of all marks together."""
    shown = sides.shown(drawn)
    if not len(shown) or not len(sides.wanted):
        return None if len(shown) == len(sides.wanted) else Mismatch(sides.words.counts(len(shown), 1), 1)
    for ends in (np.min, np.max):
        found, wanted = ends(shown.numbers, axis=0), ends(sides.wanted.numbers, axis=0)
        off = np.abs(found - wanted) > sides.allowed + 1e-12
        if off.any():
            at = int(np.argmax(off))
            return Mismatch(sides.words.ends(sides.measured[at], float(found[at]), float(wanted[at])), 1)
    return None


def on_curve(sides: Sides, drawn: Sequence[Marks]) -> Mismatch | None:
    """Each group of vertices lies on the curve of its series; one without a label, on that of any."""
    columns = [sides.measured.index("place"), sides.measured.index("value")]
    words = Words(sides.check.noun, [], ["place", "value"], sides.check.wanted.dates)
    undrawn = [name for name, curve in _curves(sides, None, columns).items() if len(np.unique(curve[:, 0])) > 1]
    for marks in drawn:
        name = sides.series_of(marks)
        vertices = np.column_stack([marks.columns["place"], marks.columns["value"]])
        curves = _curves(sides, name, columns)
        spots = {own: off_the_curve(curve, vertices, sides.tolerance) for own, curve in curves.items()}
        if spots and all(spot is not None for spot in spots.values()):
            off: tuple[float, ...] = next(spot for spot in spots.values() if spot is not None)
            difference = Difference(None, ((), off))
            return Mismatch(words.sentence(difference, name or ""), 1)
        undrawn = [own for own in undrawn if spots.get(own, ()) is not None or not reaches(curves[own], vertices)]
    if undrawn:
        curve = next(iter(_curves(sides, undrawn[0], columns).values()))
        return Mismatch(words.sentence(Difference(((), (curve[0, 0], curve[0, 1])), None), undrawn[0]), 1)
    return None


def _curves(sides: Sides, name: str | None, columns: list[int]) -> dict[str, Array]:
    """The rows [place, value] of each series that a group may be."""
    series = sides.wanted_series or [""] * len(sides.wanted)
    names = [name] if name is not None else list(dict.fromkeys(series))
    return {
        one: sides.wanted.numbers[np.array([own == one for own in series], dtype=bool)][:, columns] for one in names
    }


def digests_agree(sides: Sides, drawn: Sequence[Marks]) -> bool:
    """Whether the digests of all marks are that of the rows wanted; False where names or free channels bar them."""
    if sides.named or not all(marks.group is not None and marks.raw for marks in drawn):
        return False
    raw = drawn[0].raw
    if any(marks.raw != raw for marks in drawn) or set(raw) != set(sides.measured):
        return False
    order = [sides.measured.index(channel) for channel in raw]
    groups = [marks.group for marks in drawn if marks.group is not None]
    return digest(sides.wanted.numbers[:, order]) == joined(group.digest for group in groups)


def ends_of_all(sides: Sides, drawn: Sequence[Marks], count: int) -> Mismatch | None:
    """Smallest and largest of each measured channel, where not all that is drawn is listed or has to be there."""
    groups = [(marks.group, marks.raw) for marks in drawn if marks.group is not None]
    for at, channel in enumerate(sides.measured):
        ends = [(g.min[raw.index(channel)], g.max[raw.index(channel)]) for g, raw in groups if channel in raw]
        if len(ends) != len(drawn) or not len(sides.wanted):
            return Mismatch(sides.words.unlisted(count), count)
        values = sides.wanted.numbers[:, at]
        outermost = (min(e[0] for e in ends), values.min(), 1.0), (max(e[1] for e in ends), values.max(), -1.0)
        for found, wanted, way in outermost:
            beyond = way * (found - wanted) if sides.check.match == "contains" else abs(found - wanted)
            if beyond > sides.allowed[at] + 1e-12:
                return Mismatch(sides.words.ends(channel, float(found), float(wanted)), count)
    return None


def sums(sides: Sides, drawn: Sequence[Marks], count: int) -> Mismatch | None:
    """The last resort: sum, smallest and largest of what is measured, where names or free channels bar a digest."""
    groups = [(marks.group, marks.raw) for marks in drawn if marks.group is not None]
    shared = [c for c in sides.measured if len(groups) == len(drawn) and all(c in raw for _, raw in groups)]
    partial = sides.named or any(set(raw) != set(sides.measured) for _, raw in groups)
    partial = partial or sides.check.tolerance is not None  # the digits of an estimate are not alike to the ninth
    if not shared or not partial:
        return Mismatch(sides.words.unlisted(count), count)
    for channel in shared:
        values = sides.wanted.numbers[:, sides.measured.index(channel)]
        parts = [(g.sum[at], g.min[at], g.max[at]) for g, raw in groups for at in (raw.index(channel),)]
        parted, lows, highs = np.array(parts).T
        found = np.array([parted.sum(), lows.min(), highs.max()])
        wanted = np.array([values.sum(), values.min(), values.max()])
        if (np.abs(found - wanted) > max(sides.tolerance, 1e-9) * np.abs(values).sum()).any():
            return Mismatch(sides.words.unlisted(count), count)
    return None
