"""The adapters: what each library's probe reports, as panels of marks like matplotlib's."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final

from agent_svc.gates.figure import Figure, Panel
from agent_svc.gates.readback import altair, bokeh, lets_plot, plotly, pygal
from agent_svc.gates.readback.columns import Unreadable
from agent_svc.gates.readback.legends import as_read
from agent_svc.gates.readback.logarithms import grounded, in_sight, raised

#: By library: from the figure's `drawing`, and whether dates run along x, to panels. Each raises Unreadable.
Adapter = Callable[[Mapping[str, Any], bool], list[Panel]]
ADAPTERS: Final[Mapping[str, Adapter]] = {
    "altair": lambda drawing, dated: altair.panels(drawing),  # noqa: ARG005 it says so itself
    "bokeh": lambda drawing, dated: bokeh.panels(drawing, dated=dated),
    "lets-plot": lambda drawing, dated: lets_plot.panels(drawing, dated=dated),
    "plotly": lambda drawing, dated: plotly.panels(drawing),  # noqa: ARG005 its report holds days
    "pygal": lambda drawing, dated: pygal.panels(drawing),  # noqa: ARG005 its report holds days
}
#: Libraries whose figures hold the logarithms of what stands along a logarithmic axis.
_LOGARITHMS: Final = frozenset({"plotnine", "pygal"})


def readings_of(
    figure: Figure, library: str, options: Mapping[str, object], marks: str, *, dated: bool
) -> list[Sequence[Panel]] | None:
    """The ways to read what is drawn, one of which has to agree; None when the library's drawing cannot be read."""
    logs = [name[-1] for name in ("log_x", "log_y") if options.get(name)]
    if figure.drawing is None:
        shown: list[Panel] = [as_read(panel) for panel in figure.axes if panel.visible]
    elif (adapter := ADAPTERS.get(library)) is None:
        return None
    else:
        try:
            shown = adapter(figure.drawing, dated)
        except (Unreadable, KeyError, TypeError, ValueError, IndexError, AttributeError):
            return None  # a report that is forged or broken looks like one that says too little
    if not logs or library in ("matplotlib", "seaborn"):
        return [shown]
    if library not in _LOGARITHMS:
        standing = [grounded(panel) for panel in shown]
        return [[in_sight(panel, logs) for panel in standing] if marks in ("points", "lines") else standing]
    # Where nothing is positive the axis stays linear, and a chart that lies has its values along x.
    sides = ["x", "y", "xy"] if "y" in logs else ["x"]
    powers = [[raised(panel, side) for panel in shown] for side in sides]
    if any(panel is None for panels in powers for panel in panels):
        return None
    return [shown, *([grounded(panel) for panel in panels if panel is not None] for panels in powers)]
