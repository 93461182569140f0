"""The raster of an SVG: drawn by resvg (which vl-convert holds), which looks for each letter in every font.

CairoSVG takes one font for a whole text, and lets-plot's own raster knows few: both leave boxes or gaps for Chinese,
Arabic or Hindi. resvg also takes a third of the time of lets-plot's own.
"""

from __future__ import annotations

import re
from typing import Final

_NUMBER: Final = r"([0-9]+(?:\.[0-9]+)?)"
_VIEW_BOX: Final = re.compile(rf"<svg\b[^>]*?\bviewBox=[\"'][-0-9.]+[\s,]+[-0-9.]+[\s,]+{_NUMBER}[\s,]+{_NUMBER}")
_SIZE: Final = re.compile(rf"<svg\b[^>]*?\swidth=[\"']{_NUMBER}(?:px)?[\"'][^>]*?\sheight=[\"']{_NUMBER}(?:px)?[\"']")


def raster(svg: str, width: int, height: int) -> bytes | None:
    """`svg` as a PNG of exactly `width` x `height` pixels; None when it has no such proportions or cannot be drawn."""
    import vl_convert

    own = size_of(svg)
    if own is None:
        return None
    try:
        png = bytes(vl_convert.svg_to_png(svg, scale=width / own[0]))
    except Exception:  # whatever resvg makes of it: the library's own way is left
        return None
    drawn = int.from_bytes(png[16:20], "big"), int.from_bytes(png[20:24], "big")
    return png if drawn == (width, height) else None


def size_of(svg: str) -> tuple[float, float] | None:
    """Width and height that `svg` gives itself, in pixels."""
    found = _SIZE.search(svg) or _VIEW_BOX.search(svg)
    return (float(found[1]), float(found[2])) if found else None
