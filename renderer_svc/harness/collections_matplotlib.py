"""The collections and images of matplotlib axes as marks: points, segments, areas, cells and arrows."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from renderer_svc.harness.artist_matplotlib import VALUES
from renderer_svc.harness.places_matplotlib import in_data, is_in_data
from renderer_svc.harness.seen_matplotlib import is_filling_seen


def collection(artist: Any, axes: Any) -> Iterator[tuple[str, Any, Any]]:
    """Kind, rows and artist of what a collection holds in data coordinates."""
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
            yield "points", in_data(artist.get_offsets(), artist.get_offset_transform(), axes), artist
    elif isinstance(artist, LineCollection):
        if artist.get_transform().contains_branch_seperately(axes.transData) == (True, True):
            yield from _segments(artist)
    elif isinstance(artist, PolyCollection):
        offsets: Any = artist.get_offsets()
        values = artist.get_array()
        if values is not None and len(offsets) == len(values) > 0:
            yield "cells", np.column_stack([np.ma.filled(offsets, np.nan), np.ma.filled(values, np.nan)]), artist
        elif is_in_data(artist, axes) and is_filling_seen(artist):
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


def image_cells(image: Any) -> Any:
    """The middle and the value of each pixel of an image that has one value a pixel."""
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
