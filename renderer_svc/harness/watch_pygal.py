"""What pygal drew: the chart's kind, titles, labels and series, noted when its SVG becomes a PNG.

The PNG itself is drawn by resvg instead of Cairo, for its letters: see `svg_raster`.
"""

from __future__ import annotations

import functools
import re
from pathlib import Path
from typing import Any, Final

from renderer_svc.harness.columns import Room, column, text
from renderer_svc.harness.report import Report, save_vector
from renderer_svc.harness.svg_raster import raster

_SCRIPT: Final = re.compile(r"<script\b[^>]*?(?:/>|>.*?</script>)", re.DOTALL)
_MAX_SERIES: Final = 100
_MAX_LABELS: Final = 200


def watch(report: str, vector: bool) -> None:
    """From now on each `cairosvg.svg2png` is noted in `report` with the chart, and with `vector` its SVG is kept."""
    import cairosvg
    from pygal.graph.graph import Graph

    draw, convert = Graph.render, cairosvg.svg2png
    notes = Report(report, "pygal")
    last: list[Any] = []

    @functools.wraps(draw)
    def render(self: Any, *arguments: Any, **options: Any) -> Any:
        last[:] = [self]
        return draw(self, *arguments, **options)

    @functools.wraps(convert)
    def svg2png(bytestring: Any = None, **options: Any) -> Any:
        text_of = bytestring.decode() if isinstance(bytestring, bytes) else bytestring
        own = raster(text_of, *size) if text_of and (size := _plain_size(options)) else None
        made = own if own is not None else convert(bytestring, **options)
        target = options.get("write_to")
        if own is not None and target is not None:
            made = Path(target).write_bytes(own) and None
        name = str(target or "")
        if name.endswith(".png") and last:
            notes.add(name, lambda room: describe(last[0], room))
        if vector and name.endswith(".png") and bytestring:
            still = _SCRIPT.sub("", str(text_of))  # for tooltips, which a picture does not have
            save_vector(name, lambda path: Path(path).write_text(still, encoding="utf-8"))
        return made

    Graph.render = render
    cairosvg.svg2png = svg2png


def _plain_size(options: dict[str, Any]) -> tuple[int, int] | None:
    """The size in pixels when nothing but a size and a file is asked for."""
    plain = options.keys() <= {"write_to", "output_width", "output_height"}
    target = options.get("write_to")
    if not plain or not (target is None or isinstance(target, str | Path)):
        return None
    width, height = options.get("output_width"), options.get("output_height")
    return (int(width), int(height)) if width and height else None


def describe(chart: Any, room: Room) -> tuple[dict[str, Any], list[str]]:
    """{chart, titles, x_labels, ticks, series: [{title, stroke, fill, values}], series_left_out} and all texts."""

    def of(name: str) -> Any:  # a chart has the attribute only where its kind has the option
        return getattr(chart.config, name, None) or getattr(chart, name, None) or ""

    titles = [text(of(name)) for name in ("title", "x_title", "y_title")]
    labels = [text(_label(label)) for label in (of("x_labels") or ())][:_MAX_LABELS]
    raw = list(chart.raw_series)
    series = [_series(values, options, room) for values, options in raw[:_MAX_SERIES]]
    drawing = {
        "chart": type(chart).__name__,
        **dict(zip(("title", "x_title", "y_title"), titles, strict=True)),
        "logarithmic": bool(of("logarithmic")),
        "zero": float(of("zero") or 0),
        "x_labels": labels,
        "ticks": {side: _ticks(of(f"{side}_labels")) for side in ("x", "y")},
        "series": series,
        "series_left_out": max(0, len(raw) - _MAX_SERIES),
    }
    titles += [one["title"] for one in series]
    return drawing, [*(title for title in titles if title), *labels]


def _label(label: Any) -> Any:
    return label.get("label", label.get("value")) if isinstance(label, dict) else label


def _ticks(labels: Any) -> list[list[Any]]:
    """Place and text of each label that names its place."""
    placed = [label for label in list(labels or ())[:_MAX_LABELS] if isinstance(label, dict)]
    return [
        [float(label["value"]), text(_label(label))] for label in placed if isinstance(label.get("value"), int | float)
    ]


def _series(values: Any, options: dict[str, Any], room: Room) -> dict[str, Any]:
    plain = [value.get("value") if isinstance(value, dict) else value for value in _listed(values)]
    words: dict[str, Any] = {name: bool(options[name]) for name in ("stroke", "fill") if options.get(name) is not None}
    words |= {"title": text(options.get("title") or "")}
    if plain and isinstance(plain[0], list | tuple):
        parts = list(zip(*plain, strict=False))
        return {**words, "values": [column(list(part), room) for part in parts]}
    return {**words, "values": [column(plain, room)]}


def _listed(values: Any) -> list[Any]:
    if isinstance(values, dict):
        return list(values.values())
    return list(values) if hasattr(values, "__iter__") and not isinstance(values, str) else [values]
