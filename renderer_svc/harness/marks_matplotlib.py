"""The marks of matplotlib axes: what stands there in data coordinates, by kind, as bounded groups of numbers.

Kinds and their rows: lines, points and polygons [x, y]; bars, boxes and segments [x0, y0, x1, y1]; wedges [theta1,
theta2, radius, x, y]; areas [x, y] of their outlines; cells [x, y, value]; arrows [x, y, dx, dy]. Dates are days.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Any, Final

from renderer_svc.harness.artist_matplotlib import MAX_COLORS, colors_of, is_bare, is_visible, label_of
from renderer_svc.harness.collections_matplotlib import collection, image_cells
from renderer_svc.harness.covers_matplotlib import covers, uncovered
from renderer_svc.harness.patches_matplotlib import patches
from renderer_svc.harness.places_matplotlib import in_data
from renderer_svc.harness.rows import Room, group
from renderer_svc.harness.seen_matplotlib import is_line_seen, seen_rows

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
    above = covers(axes)
    for kind, rows, artist in _drawn(axes):
        table: Any = np.ma.filled(np.ma.asarray(rows, dtype=float), np.nan)
        if table.ndim == 2 and len(table):
            table = table[seen_rows(artist, table) & uncovered(artist, kind, table, axes, above)]
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
    yield from patches(axes)
    for artist in axes.collections:
        if is_visible(artist):
            yield from collection(artist, axes)
    for image in axes.images:
        if is_visible(image):
            yield "cells", image_cells(image), image


def _lines(axes: Any) -> Iterator[tuple[str, Any, Any]]:
    import numpy as np

    for line in axes.lines:
        if (
            not is_visible(line)
            or not is_line_seen(line)
            or line.get_transform().contains_branch_seperately(axes.transData) != (True, True)
        ):
            continue
        vertices = in_data(
            np.ma.filled(np.ma.asarray(line.get_xydata(), dtype=float), np.nan), line.get_transform(), axes
        )
        bare = is_bare(line)
        if bare and str(line.get_marker()).lower() not in ("none", "", " "):
            yield "points", vertices, line
        elif not bare and len(vertices) == 2 and not label_of(line) and np.isfinite(vertices).all():
            yield "segments", vertices.reshape(1, 4), line
        elif not bare:
            yield "lines", vertices, line


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
