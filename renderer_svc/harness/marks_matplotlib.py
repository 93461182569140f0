"""The marks of matplotlib axes: what stands there in data coordinates, by kind, as bounded groups of numbers.

Kinds and their rows: lines, points and polygons [x, y]; bars, boxes and segments [x0, y0, x1, y1]; wedges [theta1,
theta2, radius, x, y]; areas [x, y] of their outlines; cells [x, y, value]; arrows [x, y, dx, dy]. Dates are days.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Any, Final

from renderer_svc.harness.artist_matplotlib import MAX_COLORS, VALUES, Several, colors_of, is_bare, is_visible, label_of
from renderer_svc.harness.rows import Room, group

MAX_GROUPS: Final = 600  # of one axes
_MAX_ALONE: Final = 250  # of one kind; those beyond share a group when they share a label
_MERGED: Final = frozenset({"points", "bars", "boxes", "segments", "wedges", "arrows"})


def marks(axes: Any, room: Room) -> dict[str, Any]:
    """The groups of each kind, `left_out` more groups than are listed, and the share of points that others hide.

    What has no order of its own (points, bars and the like) is one group for each label, and so is what is past the
    first 250 of its kind.
    """
    import numpy as np

    pieces: dict[tuple[str, str, int], list[Any]] = {}
    colors: dict[tuple[str, str, int], dict[str, None]] = {}
    numbers: Counter[str] = Counter()
    for kind, rows, artist in _drawn(axes):
        table: Any = np.ma.filled(np.ma.asarray(rows, dtype=float), np.nan)
        if table.ndim == 2 and len(table):
            numbers[kind] += 1
            alone = kind not in _MERGED and numbers[kind] <= _MAX_ALONE
            key = (kind, label_of(artist), numbers[kind] if alone else 0)
            pieces.setdefault(key, []).append(table)
            colors.setdefault(key, {}).update(dict.fromkeys(colors_of(artist)))
    found: dict[str, Any] = {}
    for kind, label, number in list(pieces)[:MAX_GROUPS]:
        key = (kind, label, number)
        made = group(np.concatenate(pieces[key]), room, label=label, colors=list(colors[key])[:MAX_COLORS])
        if made is not None:
            found.setdefault(kind, []).append(made)
    left_out = max(0, len(pieces) - MAX_GROUPS)
    return {**found, "left_out": left_out, "hidden_share": round(_hidden_share(axes), 3)}


def _drawn(axes: Any) -> Iterator[tuple[str, Any, Any]]:
    """Kind, rows and artist of everything that is drawn in data coordinates."""
    yield from _lines(axes)
    yield from _patches(axes)
    for artist in axes.collections:
        if is_visible(artist):
            yield from _collection(artist, axes)
    for image in axes.images:
        if is_visible(image):
            yield "cells", _image_cells(image), image


def _lines(axes: Any) -> Iterator[tuple[str, Any, Any]]:
    import numpy as np

    for line in axes.lines:
        if not is_visible(line) or line.get_transform().contains_branch_seperately(axes.transData) != (True, True):
            continue
        vertices = _in_data(
            np.ma.filled(np.ma.asarray(line.get_xydata(), dtype=float), np.nan), line.get_transform(), axes
        )
        bare = is_bare(line)
        if bare and str(line.get_marker()).lower() not in ("none", "", " "):
            yield "points", vertices, line
        elif not bare and len(vertices) == 2 and not label_of(line):
            yield "segments", vertices.reshape(1, 4), line
        elif not bare:
            yield "lines", vertices, line


def _patches(axes: Any) -> Iterator[tuple[str, Any, Any]]:
    from matplotlib.container import BarContainer
    from matplotlib.patches import PathPatch, Polygon, Rectangle, Wedge

    held: set[int] = set()
    for container in axes.containers:
        if isinstance(container, BarContainer):
            bars = [bar for bar in container.patches if is_visible(bar)]
            held |= {id(bar) for bar in container.patches}
            yield "bars", [_corners(bar) for bar in bars], container
    free = [patch for patch in axes.patches if id(patch) not in held and is_visible(patch)]
    # seaborn stands a swatch without any size at zero for each entry of its legend
    loose = [p for p in free if isinstance(p, Rectangle) and any(p.get_bbox().size) and _is_in_data(p, axes)]
    for label in dict.fromkeys(label_of(patch) for patch in loose):
        same = [patch for patch in loose if label_of(patch) == label]
        yield "bars", [_corners(patch) for patch in same], Several(same)
    slices = [patch for patch in free if isinstance(patch, Wedge)]
    if slices:
        yield "wedges", [[p.theta1, p.theta2, p.r, *p.center] for p in slices], Several(slices, "")
    for patch in free:
        if isinstance(patch, Polygon) and _is_in_data(patch, axes):
            yield "polygons", patch.get_xy(), patch
        elif isinstance(patch, PathPatch) and _is_in_data(patch, axes):
            box = patch.get_path().get_extents()
            yield "boxes", [[box.x0, box.y0, box.x1, box.y1]], patch


def _collection(artist: Any, axes: Any) -> Iterator[tuple[str, Any, Any]]:
    import numpy as np
    from matplotlib.collections import LineCollection, PathCollection, PolyCollection, QuadMesh
    from matplotlib.contour import ContourSet
    from matplotlib.quiver import Quiver

    if isinstance(artist, ContourSet):
        return
    if isinstance(artist, Quiver):
        yield "arrows", np.column_stack([artist.X, artist.Y, artist.U, artist.V]), artist
    elif isinstance(artist, QuadMesh):
        yield "cells", _mesh_cells(artist), artist
    elif isinstance(artist, PathCollection):
        if artist.get_offset_transform().contains_branch_seperately(axes.transData) == (True, True):
            yield "points", _in_data(artist.get_offsets(), artist.get_offset_transform(), axes), artist
    elif isinstance(artist, LineCollection):
        if artist.get_transform().contains_branch_seperately(axes.transData) == (True, True):
            yield from _segments(artist)
    elif isinstance(artist, PolyCollection):
        offsets: Any = artist.get_offsets()
        values = artist.get_array()
        if values is not None and len(offsets) == len(values) > 0:
            yield "cells", np.column_stack([np.ma.filled(offsets, np.nan), np.ma.filled(values, np.nan)]), artist
        elif _is_in_data(artist, axes):
            paths: Any = artist.get_paths()
            outlines = [path.vertices for path in paths if len(path.vertices)]
            if len(known := getattr(artist, VALUES, ())) == len(outlines) > 0:  # tiles
                yield "cells", [[*_middle(one), value] for one, value in zip(outlines, known, strict=True)], artist
            elif _are_rectangles(outlines):  # how plotnine draws its bars
                yield "bars", [[*outline.min(axis=0), *outline.max(axis=0)] for outline in outlines], artist
            elif outlines:
                yield "areas", np.unique(np.concatenate(outlines), axis=0), artist


def _are_rectangles(outlines: list[Any]) -> bool:
    """Whether all are rectangles, and one at least has a width: the filling of a single place has none."""
    return all(map(_is_rectangle, outlines)) and any(len(set(outline[:, 0].tolist())) > 1 for outline in outlines)


def _is_rectangle(outline: Any) -> bool:
    """Whether it is four corners and the first again (once or twice), with upright and level sides."""
    sides = outline[1:] - outline[:-1]
    flat = all(len(set(column)) <= 2 for column in outline.T.tolist())
    return len(outline) in (5, 6) and flat and bool((sides == 0).any(axis=1).all())


def _middle(outline: Any) -> list[float]:
    return list((outline.min(axis=0) + outline.max(axis=0)) / 2)


def _segments(artist: Any) -> Iterator[tuple[str, Any, Any]]:
    paths = [path.vertices for path in artist.get_paths()]
    short = [[*path[0], *path[1]] for path in paths if len(path) == 2]
    if short:
        yield "segments", short, artist
    for path in paths:
        if len(path) > 2:
            yield "lines", path, artist


def _mesh_cells(mesh: Any) -> Any:
    import numpy as np

    corners: Any = np.ma.filled(np.ma.asarray(mesh.get_coordinates(), dtype=float), np.nan)
    values: Any = np.ma.filled(np.ma.asarray(mesh.get_array(), dtype=float), np.nan)
    height, width = corners.shape[0] - 1, corners.shape[1] - 1
    if values.size != height * width:  # shaded over its corners: no cell has a value of its own
        return np.empty((0, 3))
    middle = (corners[:-1, :-1] + corners[1:, :-1] + corners[:-1, 1:] + corners[1:, 1:]) / 4
    return np.column_stack([middle.reshape(-1, 2), values.reshape(-1)])


def _image_cells(image: Any) -> Any:
    import numpy as np

    values: Any = np.ma.filled(np.ma.asarray(image.get_array(), dtype=float), np.nan)
    if values.ndim != 2:
        return np.empty((0, 3))
    height, width = values.shape
    left, right, bottom, top = image.get_extent()
    if image.origin == "upper":
        bottom, top = top, bottom
    x = left + (np.arange(width) + 0.5) * (right - left) / width
    y = bottom + (np.arange(height) + 0.5) * (top - bottom) / height
    columns, lines = np.meshgrid(x, y)
    return np.column_stack([columns.ravel(), lines.ravel(), values.ravel()])


def _hidden_share(axes: Any) -> float:
    """Of the points that are in view, the share whose middle lies on the mark of a point drawn before it."""
    import numpy as np
    from matplotlib.collections import PathCollection

    places, widths = [], []
    for artist in axes.collections:
        if isinstance(artist, PathCollection) and is_visible(artist):
            rows: Any = np.ma.filled(np.ma.asarray(artist.get_offsets(), dtype=float), np.nan)
            offsets: Any = artist.get_offset_transform().transform(rows.reshape(-1, 2))
            places.append(offsets[np.isfinite(offsets).all(axis=1)])
            widths.append(np.sqrt(np.median(artist.get_sizes())) * axes.figure.dpi / 72)
    total = sum(map(len, places))
    if total < 2:
        return 0.0
    side = max(float(np.median(widths)) / 2, 1.0)  # half a mark: what is nearer than that is mostly hidden
    cells = np.unique(np.floor(np.concatenate(places) / side), axis=0)
    return 1.0 - len(cells) / total


def _corners(bar: Any) -> list[float]:
    return [bar.get_x(), bar.get_y(), bar.get_x() + bar.get_width(), bar.get_y() + bar.get_height()]


def _in_data(vertices: Any, transform: Any, axes: Any) -> Any:
    """Where they are drawn, in data coordinates: a transform of their own may come before that of the axes."""
    return vertices if transform is axes.transData else (transform - axes.transData).transform(vertices)


def _is_in_data(artist: Any, axes: Any) -> bool:
    return bool(artist.get_transform().contains_branch_seperately(axes.transData) == (True, True))
