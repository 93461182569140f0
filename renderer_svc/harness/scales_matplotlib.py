"""The colour scales of matplotlib axes: from which value to which colours go, of marks and of colour bars."""

from __future__ import annotations

from typing import Any


def mapped_ranges(axes: Any) -> list[list[float]]:
    """[lowest, highest] of each scale that gives visible marks of the axes their colours."""
    shown = [one for one in (*axes.images, *axes.collections) if one.get_visible() and one.get_array() is not None]
    found = [ends for artist in shown if (ends := _ends(artist.norm)) is not None]
    return [list(ends) for ends in dict.fromkeys(map(tuple, found))]


def bar_range(axes: Any) -> list[float] | None:
    """[lowest, highest] of the colour bar that the axes are; None when they are none."""
    bar = getattr(axes, "_colorbar", None)
    return None if bar is None else _ends(bar.norm)


def _ends(norm: Any) -> list[float] | None:
    import math

    ends = [norm.vmin, norm.vmax]
    return [float(end) for end in ends] if all(end is not None and math.isfinite(end) for end in ends) else None
