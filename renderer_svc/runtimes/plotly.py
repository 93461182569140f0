"""plotly, whose figures kaleido exports with Chromium."""

from __future__ import annotations

from typing import Final

from renderer_svc.runtimes.browser import BrowserRuntime

_REHEARSAL: Final = """\
import atexit
import warnings
import kaleido
import plotly.express as px
warnings.filterwarnings("ignore", message="The kopts argument is ignored")  # said of each export with a server
kaleido.start_sync_server()
px.scatter(x=[0, 1], y=[0, 1], title="0 中 ع").to_image("png", width=1600, height=900, scale=2)
atexit._clear()  # closing the browser in good order takes 150 ms; it ends with the sandbox
"""


class PlotlyRuntime(BrowserRuntime):
    """Scripts end with `fig.write_image(f"plot-{THEME}.png", width=1600, height=900, scale=2)`."""

    library = "plotly"
    distributions = ("plotly", "kaleido", "numpy", "pandas")
    modules = ("numpy", "pandas", "plotly.graph_objects", "plotly.express", "kaleido")
    rehearsal = _REHEARSAL
    watcher = "renderer_svc.harness.watch_plotly"
