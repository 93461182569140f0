"""What matplotlib paints of the texts that a figure holds."""

from __future__ import annotations

from typing import Any


def painted_texts(figure: Any) -> list[Any]:
    """Every text that is seen, each once."""
    from matplotlib.text import Text

    not_drawn = {id(text) for axes in figure.axes for text in _not_drawn(axes)}
    found = figure.findobj(Text)
    return [text for text in found if id(text) not in not_drawn and text.get_visible() and text.get_text().strip()]


def _not_drawn(axes: Any) -> list[Any]:
    """Labels that exist but are not painted: of hidden axes, and of ticks beyond the axis limits."""
    from matplotlib.text import Text

    if not axes.get_visible():
        return list(axes.findobj(Text))
    found: list[Any] = []
    for axis in (axes.xaxis, axes.yaxis):
        if not axes.axison or not axis.get_visible():
            found += axis.findobj(Text)
            continue
        for tick in (*axis.get_major_ticks(), *axis.get_minor_ticks()):
            if not is_in_view(tick, axis):
                found += [tick.label1, tick.label2]
    return found


def is_in_view(tick: Any, axis: Any) -> bool:
    """Whether a tick lies within the limits of its axis; one that does not is there and is not painted."""
    low, high = sorted(axis.get_view_interval())
    slack = (high - low) * 1e-9
    return bool(low - slack <= tick.get_loc() <= high + slack)
