"""Describing in tests: a chart's script run up to its last statement, and what the renderer's watcher says of it."""

from __future__ import annotations

import io
import warnings
from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any, Final

import pandas as pd

from agent_svc.gates.base import Asked, Evidence
from agent_svc.gates.figure import Figure
from agent_svc.gates.readback.gate import ReadbackGate
from renderer_svc.harness import watch_altair, watch_bokeh, watch_lets_plot, watch_plotly, watch_plotnine, watch_pygal
from renderer_svc.harness.probe import describe
from renderer_svc.harness.rows import Room
from tests_support.drawing import Change, asked_for, run_form

_DESCRIBE: Final[Mapping[str, Callable[[Mapping[str, Any]], Any]]] = {
    "altair": lambda space: watch_altair.describe(space["chart"].to_dict(), Room()),
    "bokeh": lambda space: watch_bokeh.describe(space["plot"], Room()),
    "lets-plot": lambda space: watch_lets_plot.describe(space["plot"].as_dict(), Room()),
    "plotly": lambda space: watch_plotly.describe(space["fig"].to_plotly_json(), Room()),
    "pygal": lambda space: watch_pygal.describe(space["chart"], Room()),
}
LIBRARIES: Final = tuple(_DESCRIBE)


def described(asked: Asked, change: Change | None = None) -> Evidence:
    """The evidence of the plot without its picture; a change of the script that changes nothing is an error."""
    source = run_form(asked)
    if change is not None:
        changed = change(source)
        assert changed != source, "the planted fault is not in the script"
        source = changed
    source = source.replace("pd.read_csv(", "_read_data(", 1)
    source = source[: source.rstrip().rindex("\n") + 1]

    def read_data(_name: str, **options: Any) -> pd.DataFrame:
        frame: pd.DataFrame = pd.read_csv(io.StringIO(asked.data_csv), **options)
        return frame

    space: dict[str, Any] = {"__name__": "__main__", "_read_data": read_data}
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # whether a script warns is the catalogue's own tests' to say
        exec(compile(source, "plot.py", "exec"), space)
        file = "plot-light.png"
        if asked.library == "plotnine":
            watch_plotnine.keep_values()
            figure = _inspected(space["plot"].draw(), file)
        else:
            drawing, _ = _DESCRIBE[asked.library](space)
            figure = Figure(
                file=file, width_px=1, height_px=1, texts_outside=None, missing_glyphs=None, drawing=drawing
            )
    reported = "matplotlib" if asked.library == "plotnine" else asked.library  # as its probe says
    return Evidence("", file, b"", None, (1, 1), "#fff", asked=asked, figure=figure, library=reported)


def _inspected(drawn: Any, file: str) -> Figure:
    """A figure of matplotlib as its probe reports it."""
    import matplotlib.pyplot as plt

    try:
        drawn.canvas.draw()
        return Figure.model_validate(describe(drawn, file, "figure", [], Room()))
    finally:
        plt.close("all")


def read_back(
    chart: str,
    library: str,
    frame: pd.DataFrame,
    roles: Mapping[str, str | list[str]],
    options: Mapping[str, object] | None = None,
    change: Change | None = None,
) -> list[tuple[str, str]]:
    """Severity and message of each finding of the read-back of one chart in one library."""
    asked = replace(asked_for(chart, frame, roles, options), library=library)
    return [(finding.severity, finding.message) for finding in ReadbackGate().judge(described(asked, change)).findings]
