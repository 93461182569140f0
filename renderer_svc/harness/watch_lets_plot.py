"""What lets-plot drew: its layers with their mappings and data by column, noted at each export.

A PNG that is asked for by scale alone is drawn by resvg from lets-plot's own SVG, for its letters: see `svg_raster`.
"""

from __future__ import annotations

import functools
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Final

from renderer_svc.harness.columns import Room, columns, text
from renderer_svc.harness.report import Report, save_vector
from renderer_svc.harness.svg_raster import raster, size_of

_MAX_LAYERS: Final = 50
_MAX_OPTIONS: Final = 60
_MAX_TICKS: Final = 200
_LAYER_WORDS: Final = ("geom", "stat", "position", "orientation")


def watch(report: str, vector: bool) -> None:
    """From now on each PNG that is exported is noted in `report`, and with `vector` gets an SVG beside it."""
    import sys

    import lets_plot.plot.core as core

    original = core._export_as_raster
    notes = Report(report, "lets-plot")

    @functools.wraps(original)
    def export(spec: Any, path: Any, scale: Any, export_format: str, **options: Any) -> Any:
        name = Path(path).name if isinstance(path, str) and export_format.lower() == "png" else ""
        svg = core._to_svg(spec, None) if name else ""
        by_scale_alone = not any(options.values())
        size = size_of(svg) if by_scale_alone else None
        own = raster(svg, *(round(length * (scale or 2.0)) for length in size)) if size else None
        if own is None:
            made = original(spec, path, scale, export_format, **options)
        else:
            made = core._makedirs(path)
            Path(made).write_bytes(own)
        if name:
            notes.add(name, lambda room: describe(spec.as_dict(), room))
        if name and vector:
            save_vector(name, lambda target: Path(target).write_text(svg, encoding="utf-8"))
        return made

    # The package gives its function the name of the module that holds it, so an import would find the function.
    holders: tuple[Any, ...] = (core, sys.modules["lets_plot.export.ggsave_"])
    for module in holders:
        module._export_as_raster = export


def describe(plot: Mapping[str, Any], room: Room) -> tuple[dict[str, Any], list[str]]:
    """{mapping, columns, layers: [{geom, stat, mapping, columns}], layers_left_out, scales, size} and all titles."""
    layers = plot.get("layers") or []
    title = plot.get("ggtitle") or {}
    titles = [text(title.get(name) or "") for name in ("text", "subtitle")]
    scales = [_scale(scale) for scale in (plot.get("scales") or [])[:_MAX_OPTIONS]]
    drawing = {
        "title": titles[0],
        "mapping": _words(plot.get("mapping")),
        "columns": columns(_table(plot.get("data")), room),
        "layers": [_layer(layer, room) for layer in layers[:_MAX_LAYERS]],
        "layers_left_out": max(0, len(layers) - _MAX_LAYERS),
        "scales": scales,
        "size": _words(plot.get("ggsize")),
    }
    names = [scale["name"] for scale in scales if scale.get("name")]
    guides = [
        text(guide.get("title") or "") for guide in (plot.get("guides") or {}).values() if isinstance(guide, Mapping)
    ]
    return drawing, [item for item in (*titles, *names, *guides) if item]


def _layer(layer: Mapping[str, Any], room: Room) -> dict[str, Any]:
    words = {name: text(layer[name]) for name in _LAYER_WORDS if layer.get(name) is not None}
    table = columns(_table(layer.get("data")), room)
    return {**words, "mapping": _words(layer.get("mapping")), "columns": table}


def _scale(scale: Any) -> dict[str, Any]:
    lists = {name: value for name, value in dict(scale).items() if name in ("breaks", "labels") and value is not None}
    return {
        **_words(scale),
        **{name: [text(item) for item in list(value)[:_MAX_TICKS]] for name, value in lists.items()},
    }


def _words(options: Any) -> dict[str, str]:
    items = list(options.items())[:_MAX_OPTIONS] if isinstance(options, Mapping) else []
    return {text(name): text(value) for name, value in items if isinstance(value, str | int | float)}


def _table(data: Any) -> Mapping[Any, Any]:
    return data if isinstance(data, Mapping) else dict(data.items()) if hasattr(data, "items") else {}
