"""bokeh, whose pages Chromium draws: `export_png` without selenium."""

from __future__ import annotations

from typing import Final

from renderer_svc.runtimes.browser import BrowserRuntime

_REHEARSAL: Final = """\
import atexit
from bokeh.plotting import figure
from renderer_svc.harness import bokeh_export
plot = figure(width=1600, height=900, title="0 中 ع")
plot.scatter([0, 1], [0, 1])
bokeh_export.picture(plot, None, None, 2.0)
atexit._clear()  # closing the browser in good order takes 150 ms; it ends with the sandbox
"""


class BokehRuntime(BrowserRuntime):
    """Scripts end with `export_png(plot, filename=f"plot-{THEME}.png", scale_factor=2)` of a plot of 1600 x 900.

    bokeh's own export drives a browser through selenium, a driver and a network; here the same call talks to the
    browser over a pipe.
    """

    library = "bokeh"
    distributions = ("bokeh", "choreographer", "pillow", "numpy", "pandas")
    modules = ("numpy", "pandas", "bokeh.plotting", "bokeh.io", "choreographer")
    rehearsal = _REHEARSAL
    watcher = "renderer_svc.harness.watch_bokeh"
