"""What covers the marks of matplotlib axes: opaque patches that are drawn after them."""

from __future__ import annotations

from typing import Any, Final, NamedTuple

_OPAQUE: Final = 0.95  # opacity from which on nothing is seen through
_HAIR: Final = 1e-6  # pixels: rounding
_MAX_COVERS: Final = 60  # of one pair of axes: the largest, which hide most


class Cover(NamedTuple):
    """Something opaque: when it is drawn (its axes' turn in the figure, its own in them) and its outline in pixels."""

    turn: tuple[int, int]
    path: Any
    artist: Any


def covers(axes: Any) -> list[Cover]:
    """The opaque patches of the axes and of the figure, and the grounds of axes that are drawn later."""
    figure = axes.get_figure()
    turns = _turns(figure)
    own = turns.get(id(axes), 0)
    places = _turns(axes)
    found = [Cover((own, places[id(patch)]), _outline(patch), patch) for patch in axes.patches if _is_opaque(patch)]
    found += [Cover((turns[id(patch)], 0), _outline(patch), patch) for patch in figure.patches if _is_opaque(patch)]
    for other in figure.axes:
        framed = other is not axes and other.get_visible() and other.axison and other.get_frame_on()
        if framed and turns.get(id(other), 0) > own and _is_opaque(other.patch):
            found.append(Cover((turns[id(other)], -1), _outline(other.patch), other.patch))
    return sorted(found, key=lambda cover: -_area(cover.path))[:_MAX_COVERS]


def uncovered(artist: Any, kind: str, rows: Any, axes: Any, above: list[Cover]) -> Any:
    """Which of the rows are seen: none whose every corner lies below one cover; lines and areas hide as a whole.

    Bars without a length have nothing to hide.
    """
    import numpy as np

    seen: Any = np.ones(len(rows), dtype=bool)
    if not above or kind == "wedges":
        return seen
    width = 4 if kind in ("bars", "segments", "boxes") else 2
    spots = axes.transData.transform(rows[:, :width].reshape(-1, 2))
    own = _turns(axes.get_figure()).get(id(axes), 0)
    turns = _turns(axes)
    parts = list(getattr(artist, "patches", ()))
    parts = parts if len(parts) == len(rows) else [artist]
    when = np.array([turns.get(id(part), -1) for part in parts] * (1 if len(parts) == len(rows) else len(rows)))
    long = (rows[:, :2] != rows[:, 2:4]).all(axis=1) if kind in ("bars", "boxes") else seen
    for cover in above:
        later = (cover.turn[0] > own) | ((cover.turn[0] == own) & (cover.turn[1] > when))
        if later.any():
            below = _inside(cover.path, spots).reshape(len(rows), -1).all(axis=1) & later & long
            seen &= ~(below & (below.all() if kind in ("lines", "areas", "polygons") else True))
    return seen


def _turns(parent: Any) -> dict[int, int]:
    """By the id of each child of a figure or of axes, its turn when they are drawn."""
    ordered = sorted(parent.get_children(), key=lambda child: child.get_zorder())
    return {id(child): turn for turn, child in enumerate(ordered)}


def _outline(patch: Any) -> Any:
    return patch.get_path().transformed(patch.get_transform())


def _area(path: Any) -> float:
    box = path.get_extents()
    return float(abs(box.width * box.height))


def _inside(path: Any, spots: Any) -> Any:
    """Which of the spots lie in the outline or on it; of a bar that stands on another even a hair is not inside."""
    import numpy as np

    box = path.get_extents()
    near: Any = ((spots >= box.min - _HAIR) & (spots <= box.max + _HAIR)).all(axis=1)
    corners = path.vertices.round(6)
    straight = len(corners) == 5 and all(len(np.unique(column)) == 2 for column in corners.T)
    return near if straight or not near.any() else near & path.contains_points(spots)


def _is_opaque(patch: Any) -> bool:
    from matplotlib.colors import to_rgba

    if not patch.get_visible() or not patch.get_fill():
        return False
    return float(to_rgba(patch.get_facecolor())[3]) >= _OPAQUE
