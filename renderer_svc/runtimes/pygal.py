"""pygal, whose SVG CairoSVG turns into the PNG."""

from __future__ import annotations

from typing import Final

from renderer_svc.runtimes.base import Runtime
from renderer_svc.runtimes.parts import CAIRO

_REHEARSAL: Final = """\
import cairosvg
import pygal
chart = pygal.Bar(width=160, height=90, title="0 中 ع")
chart.add("a", [1, 2])
cairosvg.svg2png(bytestring=chart.render())
import vl_convert
vl_convert.svg_to_png(chart.render(is_unicode=True))
"""


class PygalRuntime(Runtime):
    """Scripts end with `cairosvg.svg2png(bytestring=chart.render(), write_to=f"plot-{THEME}.png", output_width=3200,
    output_height=1800)`: pygal's own `render_to_png` has no way to say a size in pixels.
    """

    library = "pygal"
    distributions = ("pygal", "cairosvg", "vl-convert-python", "numpy", "pandas")
    parts = (CAIRO,)
    modules = ("numpy", "pandas", "pygal", "cairosvg", "vl_convert")
    rehearsal = _REHEARSAL
    watcher = "renderer_svc.harness.watch_pygal"
