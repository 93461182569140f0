"""plotnine, a grammar of graphics on matplotlib."""

from __future__ import annotations

from typing import Final

from renderer_svc.runtimes.base import Runtime

_REHEARSAL: Final = """\
import io
import matplotlib.pyplot as plt
import pandas as pd
import plotnine as p9
from renderer_svc.harness import font_lookup
font_lookup.remember()
p9.options.set_option("base_family", plt.rcParams["font.family"])
plot = p9.ggplot(pd.DataFrame({"x": [0, 1], "y": [0, 1]}), p9.aes("x", "y")) + p9.geom_point()
plot.save(io.BytesIO(), format="png", width=2, height=2, dpi=72, verbose=False)
plt.close("all")
font_lookup.close_fonts()
"""


class PlotnineRuntime(Runtime):
    """Scripts end with `plot.save(f"plot-{THEME}.png", width=8, height=4.5, dpi=400, verbose=False)`."""

    library = "plotnine"
    distributions = ("plotnine", "matplotlib", "numpy", "pandas")
    modules = ("numpy", "pandas", "matplotlib.pyplot", "plotnine")
    rehearsal = _REHEARSAL
    watcher = "renderer_svc.harness.watch_plotnine"
    draws_with_matplotlib = True
