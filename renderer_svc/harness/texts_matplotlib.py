"""The texts of a matplotlib figure: what stands where, how large, how turned, in which colour.

Each is {text, role, axes, x, y, width, height, angle, size, color}: middle and size of the unturned box in pixels of
the saved picture from its lower left corner, degrees, and the height of the letters in the same pixels.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import Any, Final

MAX_TEXTS: Final = 300
_MAX_CHARS: Final = 200


def texts(figure: Any, painted: list[Any], scale: float) -> list[dict[str, Any]]:
    """Of the texts that are `painted`, at most 300; `scale`: pixels of the picture for one of the figure's."""
    roles = dict(_roles(figure))
    found = []
    for text in painted:
        role, axes = roles.get(id(text), ("text", -1))
        described = _describe(text, scale)
        if described:
            found.append({"text": _cut(text.get_text()), "role": role, "axes": axes, **described})
        if len(found) >= MAX_TEXTS:
            break
    return found


def anchors(axes: Any) -> list[dict[str, Any]]:
    """The texts in data coordinates: {text, x, y, in_view}; of an annotation, the place that it points to."""
    found = []
    for text in axes.texts[:MAX_TEXTS]:
        place = _anchor(text, axes)
        if text.get_visible() and text.get_text().strip() and place is not None:
            spot = axes.transData.transform(place)
            left, bottom, right, top = axes.bbox.extents
            slack = 1e-6 * max(right - left, top - bottom)
            inside = left - slack <= spot[0] <= right + slack and bottom - slack <= spot[1] <= top + slack
            x, y = (float(f"{value:.12g}") for value in place)
            if math.isfinite(x) and math.isfinite(y):
                found.append({"text": _cut(text.get_text()), "x": x, "y": y, "in_view": bool(inside)})
    return found


def covered_by(legend: Any, axes: Any) -> int:
    """How many marks of the axes the legend lies on: points, lines and bars that reach into its box."""
    import numpy as np
    from matplotlib.collections import PathCollection
    from matplotlib.patches import Rectangle
    from matplotlib.transforms import Bbox

    box = Bbox.intersection(legend.get_window_extent(), axes.bbox)  # outside the axes nothing is drawn
    if box is None or not box.width or not box.height:
        return 0
    count = 0
    for artist in axes.collections:
        if isinstance(artist, PathCollection) and artist.get_visible():
            rows: Any = np.ma.filled(np.ma.asarray(artist.get_offsets(), dtype=float), np.nan)
            spots: Any = artist.get_offset_transform().transform(rows.reshape(-1, 2))
            inside = (spots > [box.x0, box.y0]) & (spots < [box.x1, box.y1])
            count += int(inside.all(axis=1).sum())
    for line in axes.lines:
        if line.get_visible() and line.get_transform().contains_branch_seperately(axes.transData) == (True, True):
            path = line.get_path()
            if len(path.vertices) and np.isfinite(path.vertices).all(axis=1).any():
                count += int(line.get_transform().transform_path(path).intersects_bbox(box, filled=False))
    for patch in axes.patches:
        if isinstance(patch, Rectangle) and patch.get_visible():
            extent = patch.get_window_extent()
            wide = min(extent.x1, box.x1) - max(extent.x0, box.x0)
            count += int(wide > 0 and min(extent.y1, box.y1) - max(extent.y0, box.y0) > 0)
    return count


def _roles(figure: Any) -> Iterator[tuple[int, tuple[str, int]]]:
    from matplotlib.text import Text

    for number, axes in enumerate(figure.axes):
        for text in axes.findobj(Text):
            yield id(text), ("text", number)
        for axis, name in ((axes.xaxis, "x"), (axes.yaxis, "y")):
            for tick in (*axis.get_major_ticks(), *axis.get_minor_ticks()):
                yield id(tick.label1), (f"{name}_tick", number)
                yield id(tick.label2), (f"{name}_tick", number)
            yield id(axis.label), (f"{name}_label", number)
        if (legend := axes.get_legend()) is not None:
            for text in legend.findobj(Text):
                yield id(text), ("legend", number)
    for legend in figure.legends:
        for text in legend.findobj(Text):
            yield id(text), ("legend", -1)


def _describe(text: Any, scale: float) -> dict[str, Any] | None:
    from matplotlib.colors import to_hex
    from matplotlib.text import Text

    box = Text.get_window_extent(text)  # of the words alone: an annotation's own also holds its arrow
    angle = float(text.get_rotation())
    width, height = box.width, box.height
    if angle % 180:
        text.set_rotation(0)
        flat = Text.get_window_extent(text)
        text.set_rotation(angle)
        width, height = flat.width, flat.height
    numbers = [(box.x0 + box.x1) / 2 * scale, (box.y0 + box.y1) / 2 * scale, width * scale, height * scale]
    if not all(map(math.isfinite, numbers)):
        return None
    x, y, width, height = (round(number, 1) for number in numbers)
    letters = round(float(text.get_fontsize()) * text.get_figure(root=True).dpi / 72 * scale, 1)
    color = to_hex(text.get_color(), keep_alpha=True)
    return {"x": x, "y": y, "width": width, "height": height, "angle": angle, "size": letters, "color": color}


def _anchor(text: Any, axes: Any) -> tuple[float, float] | None:
    """Where the text belongs, in data coordinates; None when it stands in others."""
    from matplotlib.text import Annotation

    if isinstance(text, Annotation):
        place = text.xy if text.xycoords == "data" else None
    elif text.get_transform().contains_branch_seperately(axes.transData) == (True, True):
        place = text.get_unitless_position()
    else:
        place = None
    if place is None:
        return None
    return float(axes.convert_xunits(place[0])), float(axes.convert_yunits(place[1]))


def _cut(text: Any) -> str:
    return str(text)[:_MAX_CHARS].encode("utf-8", "replace").decode("utf-8")
