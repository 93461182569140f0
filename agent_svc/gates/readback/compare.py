"""The comparison: one check carried out, from a table and drawn marks to the first mark that differs, in words."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from agent_svc.gates.figure import Panel
from agent_svc.gates.readback import overall
from agent_svc.gates.readback.drawn import Marks
from agent_svc.gates.readback.families.base import Check
from agent_svc.gates.readback.match import first_difference
from agent_svc.gates.readback.mismatch import Mismatch
from agent_svc.gates.readback.rows import Difference, Rows
from agent_svc.gates.readback.sides import Sides


def compared(check: Check, panels: Sequence[Panel], tolerance: float, *, by_panel: bool) -> Mismatch | None:
    """The first mark of `check` that is not as the table says; None when all are. `by_panel`: titles name series."""
    if check.mismatch is not None:
        return check.mismatch
    sides = Sides(check, panels, tolerance, by_panel=by_panel)
    drawn = [marks for marks in check.drawn if marks.count]
    match check.match:
        case "total":
            return overall.total(sides, drawn)
        case "extent":
            return overall.extents(sides, drawn)
        case "curve":
            return overall.on_curve(sides, drawn)
        case _:
            return _labelled(sides, drawn) or _pooled(sides, drawn)


def _labelled(sides: Sides, drawn: Sequence[Marks]) -> Mismatch | None:
    """Marks whose label names a series are rows of that series."""
    labelled: dict[str, list[Marks]] = {}
    for marks in drawn:
        if (name := sides.series_of(marks)) is not None:
            labelled.setdefault(name, []).append(marks)
    named = sum(map(len, labelled.values()))
    in_full = sides.check.match == "equal" and (sides.check.parted or named == len(drawn))
    for name, own in labelled.items():
        places = [place for place, series in enumerate(sides.wanted_series or ()) if series == name]
        wanted, shown = sides.wanted.take(places), sides.shown(own).unique()
        whole = in_full and all(marks.is_whole for marks in own)
        wanted = (wanted if whole else wanted.beside(shown, sides.allowed)).unique()
        difference, missing, extra = first_difference(wanted, shown, sides.allowed)
        if not whole:
            missing = []
        if sides.check.match == "contains":
            extra = []
        if missing or extra:
            return _mismatch(sides, difference, _row(wanted, missing), _row(shown, extra), len(missing + extra), name)
    if labelled and sides.check.match == "equal" and named == len(drawn):
        return _without_marks(sides, labelled)
    return None


def _without_marks(sides: Sides, labelled: Collection[str]) -> Mismatch | None:
    """A series that has rows and no marks where those of all others are labelled."""
    for place, name in enumerate(sides.wanted_series or ()):
        if name not in labelled:
            return Mismatch(sides.words.sentence(Difference(_row(sides.wanted, [place]), None), name), 1)
    return None


def _pooled(sides: Sides, drawn: Sequence[Marks]) -> Mismatch | None:
    """All marks together against all rows."""
    if not all(marks.is_whole for marks in drawn):
        return _in_bulk(sides, drawn)
    wanted, shown = sides.wanted, sides.shown(drawn)
    if sides.check.once:
        wanted, shown = wanted.unique(), shown.unique()
    return _judged(sides, wanted, shown, sides.check.match)


def _judged(sides: Sides, wanted: Rows, shown: Rows, match: str) -> Mismatch | None:
    if match == "subset" and len(shown):
        wanted, shown = wanted.beside(shown, sides.allowed).unique(), shown.unique()  # one row may be drawn twice
    difference, missing, extra = first_difference(wanted, shown, sides.allowed)
    if match == "subset":
        missing = []
    elif match == "contains":
        extra = []
    if not missing and not extra:
        return None
    return _mismatch(sides, difference, _row(wanted, missing), _row(shown, extra), len(missing + extra))


def _in_bulk(sides: Sides, drawn: Sequence[Marks]) -> Mismatch | None:
    """More marks than the report lists: their number, their digest, and those that are listed."""
    count = sum(marks.count for marks in drawn)
    if sides.check.match == "equal" and count != len(sides.wanted) and not sides.check.once:
        return Mismatch(sides.words.counts(count, len(sides.wanted)), abs(count - len(sides.wanted)))
    shared = sides.check.once and count != len(sides.wanted)  # vertices that neighbours share are drawn twice
    if not shared and overall.digests_agree(sides, drawn):
        return None
    if sides.check.match == "contains":
        return overall.ends_of_all(sides, drawn, count)
    listed = _judged(sides, sides.wanted, sides.shown(drawn).unique(), "subset")
    if listed or sides.check.match == "subset":
        return listed
    return overall.ends_of_all(sides, drawn, count) if shared else overall.sums(sides, drawn, count)


_Row = tuple[tuple[str | None, ...], tuple[float, ...]] | None


def _mismatch(
    sides: Sides, difference: Difference | None, wanted: _Row, shown: _Row, count: int, series: str = ""
) -> Mismatch:
    """The difference in words: the one that was found, when a row of either side is left over for it."""
    if difference is None or wanted is None or shown is None:
        difference = Difference(wanted, shown)
    return Mismatch(sides.words.sentence(difference, series), count)


def _row(rows: Rows, places: Sequence[int]) -> _Row:
    return (rows.keys[places[0]], tuple(rows.numbers[places[0]].tolist())) if places else None
