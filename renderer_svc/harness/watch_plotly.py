"""What plotly drew: traces with their columns and the layout's words, noted at each `write_image`."""

from __future__ import annotations

import functools
from collections.abc import Mapping
from typing import Any, Final

from renderer_svc.harness.columns import Room, columns, text
from renderer_svc.harness.report import Report, save_vector

_MAX_TRACES: Final = 100
_WORDS: Final = ("type", "name", "mode", "orientation", "visible", "stackgroup", "hole", "fill")
_AXIS_WORDS: Final = ("type", "range", "autorange", "categoryarray", "tickvals", "ticktext")


def watch(report: str, vector: bool) -> None:
    """From now on each PNG of `write_image` is also noted in `report`, and with `vector` gets an SVG beside it."""
    import plotly.basedatatypes as base
    import plotly.io as pio

    original = pio.write_image
    notes = Report(report, "plotly")

    @functools.wraps(original)
    def write_image(fig: Any, file: Any, format: Any = None, *rest: Any, **options: Any) -> None:
        original(fig, file, format, *rest, **options)
        name = str(file)
        if not name.endswith(".png"):
            return
        notes.add(name, lambda room: describe(fig if isinstance(fig, dict) else fig.to_plotly_json(), room))
        if vector:
            size = {key: value for key, value in options.items() if key in ("width", "height")}
            save_vector(name, lambda path: original(fig, path, "svg", **size))

    def method(self: Any, *arguments: Any, **options: Any) -> None:
        write_image(self, *arguments, **options)

    pio.write_image = write_image
    base.BaseFigure.write_image = functools.wraps(base.BaseFigure.write_image)(method)


def describe(figure: Mapping[str, Any], room: Room) -> tuple[dict[str, Any], list[str]]:
    """{traces: [{type, name, ..., columns}], traces_left_out, layout} and all texts."""
    layout = figure.get("layout", {})
    traces = figure.get("data", ())
    axes = {name: _axis(axis) for name, axis in layout.items() if name.startswith(("xaxis", "yaxis"))}
    drawing = {
        "traces": [_trace(trace, room) for trace in traces[:_MAX_TRACES]],
        "traces_left_out": max(0, len(traces) - _MAX_TRACES),
        "layout": {"title": _title(layout), "barmode": text(layout.get("barmode", "")), "axes": axes},
    }
    texts = [_title(layout), *(axis["title"] for axis in axes.values())]
    texts += [text(trace.get("name", "")) for trace in traces]
    texts += [text(note.get("text", "")) for note in layout.get("annotations", ())]
    return drawing, [item for item in texts if item]


def _trace(trace: Mapping[str, Any], room: Room) -> dict[str, Any]:
    words = {name: text(trace[name]) for name in _WORDS if trace.get(name) is not None}
    table = {name: _array(value) for name, value in trace.items()}
    for part in ("marker", "line"):
        table.update({f"{part}.{name}": _array(value) for name, value in (trace.get(part) or {}).items()})
    return {**words, "columns": columns(table, room)}


def _array(value: Any) -> Any:
    """plotly keeps arrays as such, as lists, or as {dtype, bdata}; a table (heat maps) counts row by row."""
    import numpy as np

    if isinstance(value, Mapping) and "bdata" in value:
        import base64

        value = np.frombuffer(base64.b64decode(value["bdata"]), dtype=value["dtype"])
    if isinstance(value, list | tuple) and value and isinstance(value[0], list | tuple | np.ndarray):
        value = np.asarray(value, dtype=object)
    return value.ravel() if isinstance(value, np.ndarray) else value


def _axis(axis: Mapping[str, Any]) -> dict[str, Any]:
    words = {name: axis[name] for name in _AXIS_WORDS if axis.get(name) is not None}
    found = {
        name: [text(v) for v in value] if isinstance(value, list | tuple) else text(value)
        for name, value in words.items()
    }
    return {"title": _title(axis), **{name: value[:200] for name, value in found.items()}}


def _title(part: Mapping[str, Any]) -> str:
    title = part.get("title") or ""
    return text(title.get("text") or "") if isinstance(title, Mapping) else text(title)
