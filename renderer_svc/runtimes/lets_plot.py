"""lets-plot, a grammar of graphics with a native engine."""

from __future__ import annotations

from renderer_svc.runtimes.altair import RESVG_REHEARSAL
from renderer_svc.runtimes.base import Runtime


class LetsPlotRuntime(Runtime):
    """Scripts end with `ggsave(plot + ggsize(1600, 900), f"plot-{THEME}.png", path=".", scale=2)`.

    No chart is drawn in advance: the engine starts threads when it first draws.
    """

    library = "lets-plot"
    distributions = ("lets-plot", "vl-convert-python", "numpy", "pandas")
    modules = ("numpy", "pandas", "lets_plot", "vl_convert")
    rehearsal = RESVG_REHEARSAL
    watcher = "renderer_svc.harness.watch_lets_plot"
