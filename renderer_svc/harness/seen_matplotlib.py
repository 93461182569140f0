"""What is seen of the marks of an artist: what is neither too faint nor too small."""

from __future__ import annotations

from typing import Any, Final

LEAST_PT: Final = 0.5 * 72 / 400  #: points: half a pixel of a picture of 400 dots per inch
FAINTEST: Final = 0.02  #: opacity from which on something is seen at all


def seen_rows(artist: Any, rows: Any) -> Any:
    """Which of the rows, one for each point or line of a collection, are strong and large enough to be seen."""
    import numpy as np
    from matplotlib.collections import LineCollection, PathCollection

    every: Any = np.ones(len(rows), dtype=bool)
    if not isinstance(artist, PathCollection | LineCollection):
        return every
    widths: Any = artist.get_linewidth()
    edges = _each(_alphas(artist.get_edgecolor()), len(rows)) >= FAINTEST
    edges &= _each(widths, len(rows)) >= LEAST_PT
    if isinstance(artist, LineCollection):
        return edges
    filled = _each(_alphas(artist.get_facecolor()), len(rows)) >= FAINTEST
    return (filled | edges) & (np.sqrt(_each(artist.get_sizes(), len(rows))) >= LEAST_PT)


def is_line_seen(line: Any) -> bool:
    """Whether a line, or its markers, are strong and wide enough to be seen."""
    from matplotlib.colors import to_rgba

    alpha = float(to_rgba(line.get_color(), line.get_alpha())[3])
    drawn = str(line.get_linestyle()).lower() not in ("none", "", " ")
    if drawn and alpha >= FAINTEST and line.get_linewidth() >= LEAST_PT:
        return True
    if str(line.get_marker()).lower() in ("none", "", " ") or line.get_markersize() < LEAST_PT:
        return False
    colors = [line.get_markerfacecolor(), *([line.get_markeredgecolor()] if line.get_markeredgewidth() else [])]
    return any(float(to_rgba(color, line.get_alpha())[3]) >= FAINTEST for color in colors)


def is_filling_seen(artist: Any) -> bool:
    """Whether the filling or the edge of a patch, or of a collection of shapes, is strong enough to be seen."""
    import numpy as np

    filled = artist.get_fill() if hasattr(artist, "get_fill") else True
    if filled and bool((_alphas(artist.get_facecolor()) >= FAINTEST).any()):
        return True
    widths = artist.get_linewidths() if hasattr(artist, "get_linewidths") else [artist.get_linewidth()]
    return bool((_alphas(artist.get_edgecolor()) >= FAINTEST).any() and (np.asarray(widths) >= LEAST_PT).any())


def _each(values: Any, count: int) -> Any:
    """One value for each of so many elements: matplotlib begins anew where there are fewer values."""
    import numpy as np

    return np.resize(np.asarray(values, dtype=float), count) if len(values) else np.zeros(count)


def _alphas(colors: Any) -> Any:
    from matplotlib.colors import to_rgba_array

    return to_rgba_array(colors)[:, 3]
