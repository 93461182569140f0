"""altair, drawn by vl-convert, which holds Vega and a JavaScript engine of its own."""

from __future__ import annotations

from typing import Final

from renderer_svc.runtimes.base import Runtime

#: Drawing an SVG loads every font, and starts neither the JavaScript engine nor a thread.
RESVG_REHEARSAL: Final = """\
import vl_convert
text = '<text y="9" font-family="DejaVu Sans">0 中 ع</text>'
vl_convert.svg_to_png(f'<svg xmlns="http://www.w3.org/2000/svg" width="90" height="10">{text}</svg>')
"""


class AltairRuntime(Runtime):
    """Scripts end with `chart.save(f"plot-{THEME}.png", scale_factor=2)` of a chart of 1600 x 900 or 1200 x 1200.

    No chart is drawn in advance: an engine that has run once has threads and hangs in every fork.
    """

    library = "altair"
    distributions = ("altair", "vl-convert-python", "numpy", "pandas")
    modules = ("numpy", "pandas", "altair", "vl_convert")
    rehearsal = RESVG_REHEARSAL
    watcher = "renderer_svc.harness.watch_altair"
