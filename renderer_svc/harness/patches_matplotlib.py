"""The patches of matplotlib axes as marks: bars, slices, outlines and boxes."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from renderer_svc.harness.artist_matplotlib import Several, is_visible, label_of
from renderer_svc.harness.places_matplotlib import is_in_data
from renderer_svc.harness.seen_matplotlib import is_filling_seen


def patches(axes: Any) -> Iterator[tuple[str, Any, Any]]:
    """Kind, rows and artist of each patch, or of several that belong together."""
    from matplotlib.container import BarContainer
    from matplotlib.patches import PathPatch, Polygon, Rectangle, Wedge

    held: set[int] = set()
    for container in axes.containers:
        if isinstance(container, BarContainer):
            bars = [bar for bar in container.patches if _is_seen(bar)]
            held |= {id(bar) for bar in container.patches}
            yield "bars", [_corners(bar) for bar in bars], container
    free = [patch for patch in axes.patches if id(patch) not in held and _is_seen(patch)]
    # seaborn stands a swatch without any size at zero for each entry of its legend
    loose = [p for p in free if isinstance(p, Rectangle) and any(p.get_bbox().size) and is_in_data(p, axes)]
    for label in dict.fromkeys(label_of(patch) for patch in loose):
        same = [patch for patch in loose if label_of(patch) == label]
        yield "bars", [_corners(patch) for patch in same], Several(same)
    slices = [patch for patch in free if isinstance(patch, Wedge)]
    if slices:
        yield "wedges", [[p.theta1, p.theta2, p.r, *p.center] for p in slices], Several(slices, "")
    for patch in free:
        if isinstance(patch, Polygon) and is_in_data(patch, axes):
            yield "polygons", patch.get_xy(), patch
        elif isinstance(patch, PathPatch) and is_in_data(patch, axes):
            box = patch.get_path().get_extents()
            yield "boxes", [[box.x0, box.y0, box.x1, box.y1]], patch


def _is_seen(patch: Any) -> bool:
    return is_visible(patch) and is_filling_seen(patch)


def _corners(bar: Any) -> list[float]:
    return [bar.get_x(), bar.get_y(), bar.get_x() + bar.get_width(), bar.get_y() + bar.get_height()]
