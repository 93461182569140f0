"""What bokeh drew: glyphs with their data columns, noted at each `export_png`, which a headless Chromium answers."""

from __future__ import annotations

from pathlib import Path
from typing import Any, Final

from renderer_svc.harness import bokeh_export
from renderer_svc.harness.columns import Room, columns, text
from renderer_svc.harness.report import Report, save_vector

_MAX_GLYPHS: Final = 100
_MAX_WORDS: Final = 60
_MAX_TICKS: Final = 200


def watch(report: str, vector: bool) -> None:
    """From now on `export_png` and `export_svg` work without selenium, and each PNG is noted in `report`."""
    import bokeh.io
    import bokeh.io.export as own

    notes = Report(report, "bokeh")

    def export_png(
        obj: Any,
        *,
        filename: Any,
        width: int | None = None,
        height: int | None = None,
        scale_factor: float = 1,
        webdriver: Any = None,  # noqa: ARG001
        timeout: int = 5,  # noqa: ARG001
        state: Any = None,  # noqa: ARG001
    ) -> str:
        """As bokeh's own, which see; `webdriver`, `timeout` and `state` mean nothing here."""
        name = str(filename)
        Path(name).write_bytes(bokeh_export.picture(obj, width, height, scale_factor))
        notes.add(name, lambda room: describe(obj, room))
        if vector:
            save_vector(name, lambda path: export_svg(obj, filename=path, width=width, height=height))
        return str(Path(name).resolve())

    def export_svg(
        obj: Any,
        *,
        filename: Any,
        width: int | None = None,
        height: int | None = None,
        webdriver: Any = None,  # noqa: ARG001
        timeout: int = 5,  # noqa: ARG001
        state: Any = None,  # noqa: ARG001
    ) -> list[str]:
        """As bokeh's own, which see; `webdriver`, `timeout` and `state` mean nothing here."""
        Path(str(filename)).write_text(bokeh_export.drawing(obj, width, height), encoding="utf-8")
        return [str(Path(str(filename)).resolve())]

    modules: tuple[Any, ...] = (bokeh.io, own)
    for module in modules:
        module.export_png = export_png
        module.export_svg = export_svg


def describe(plot: Any, room: Room) -> tuple[dict[str, Any], list[str]]:
    """{figures: [{title, axes, ticks, glyphs: [{glyph, fields, columns, label}], glyphs_left_out, legend}]}, texts."""
    from bokeh.models import Plot

    figures = [_figure(part, room) for part in plot.select({"type": Plot})]
    texts = [item for figure in figures for item in (figure["title"], *figure["axes"].values(), *figure["legend"])]
    return {"figures": figures}, [item for item in texts if item]


def _figure(plot: Any, room: Room) -> dict[str, Any]:
    glyphs = [renderer for renderer in plot.renderers if hasattr(renderer, "glyph")]
    items = [item for legend in plot.legend for item in legend.items]
    labels = {renderer.id: text(_word(item.label)) for item in items for renderer in item.renderers}
    return {
        "title": text(plot.title.text) if plot.title is not None else "",
        "axes": {
            side: text(axis.axis_label or "")
            for side in ("below", "left", "above", "right")
            for axis in getattr(plot, side)
            if hasattr(axis, "axis_label")
        },
        "ticks": {side: _ticks(getattr(plot, f"{side}axis")) for side in ("x", "y")},
        "glyphs": [
            _glyph(renderer, room) | {"label": labels.get(renderer.id, "")} for renderer in glyphs[:_MAX_GLYPHS]
        ],
        "glyphs_left_out": max(0, len(glyphs) - _MAX_GLYPHS),
        "legend": [text(_word(item.label)) for legend in plot.legend for item in legend.items],
    }


def _ticks(axes: Any) -> list[list[Any]]:
    """Place and text of each tick that has a text of its own."""
    found = [list(axis.major_label_overrides.items())[:_MAX_TICKS] for axis in axes]
    return [[place, text(label)] for pairs in found for place, label in pairs if isinstance(place, int | float)]


def _glyph(renderer: Any, room: Room) -> dict[str, Any]:
    properties = renderer.glyph.properties_with_values(include_defaults=False)
    fields = {text(name): text(_word(value)) for name, value in list(properties.items())[:_MAX_WORDS]}
    data = getattr(renderer.data_source, "data", {})
    return {"glyph": type(renderer.glyph).__name__, "fields": fields, "columns": columns(data, room)}


def _word(value: Any) -> Any:
    """The column's name for a field, the value for a constant."""
    field = getattr(value, "field", None)
    return field if field is not None else getattr(value, "value", value)
