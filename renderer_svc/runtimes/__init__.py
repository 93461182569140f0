"""The libraries that can draw, one small class each, and the one list of them."""

from __future__ import annotations

from typing import Final

from renderer_svc.runtimes.altair import AltairRuntime
from renderer_svc.runtimes.base import Runtime
from renderer_svc.runtimes.bokeh import BokehRuntime
from renderer_svc.runtimes.lets_plot import LetsPlotRuntime
from renderer_svc.runtimes.matplotlib import MatplotlibRuntime
from renderer_svc.runtimes.plotly import PlotlyRuntime
from renderer_svc.runtimes.plotnine import PlotnineRuntime
from renderer_svc.runtimes.pygal import PygalRuntime
from renderer_svc.runtimes.seaborn import SeabornRuntime

ALL: Final[tuple[Runtime, ...]] = (
    MatplotlibRuntime(),
    SeabornRuntime(),
    PlotnineRuntime(),
    AltairRuntime(),
    PygalRuntime(),
    LetsPlotRuntime(),
    PlotlyRuntime(),
    BokehRuntime(),
)
