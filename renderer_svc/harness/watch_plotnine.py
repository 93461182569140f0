"""What plotnine drew: matplotlib's report, and the values that tiles had before they became colours."""

from __future__ import annotations

import functools
from typing import Any, Final

from renderer_svc.harness import probe
from renderer_svc.harness.artist_matplotlib import VALUES

_VALUE: Final = "plotlane_value"  # a column of a layer's data that no aesthetic has


def watch(report: str, vector: bool) -> None:
    """As matplotlib's probe, with the values of tiles."""
    keep_values()
    probe.watch(report, vector)


@functools.cache
def keep_values() -> None:
    """From now on tiles remember the numbers that their colours stand for; what is drawn stays the same."""
    from plotnine.geoms.geom_rect import geom_rect
    from plotnine.layer import Layers

    to_colors, draw_rectangles = Layers.map, geom_rect.draw_group

    @functools.wraps(to_colors)
    def map_scales(self: Any, scales: Any) -> None:
        for layer in self:
            if isinstance(layer.geom, geom_rect) and "fill" in layer.data and layer.data["fill"].dtype.kind in "iuf":
                layer.data[_VALUE] = layer.data["fill"]
        to_colors(self, scales)

    @functools.wraps(draw_rectangles)
    def draw_group(data: Any, panel_params: Any, coord: Any, ax: Any, params: Any) -> None:
        draw_rectangles(data, panel_params, coord, ax, params)
        if _VALUE in data and len(ax.collections[-1].get_paths()) == len(data):
            setattr(ax.collections[-1], VALUES, data[_VALUE].to_numpy(dtype=float))

    Layers.map = map_scales  # type: ignore[method-assign]
    geom_rect.draw_group = staticmethod(draw_group)  # type: ignore[method-assign]
