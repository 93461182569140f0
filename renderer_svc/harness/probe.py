"""The probe: notes what matplotlib drew at each savefig, as hints for the gates.

It runs in the script's own process, so a hostile script can forge it. `probe.json` is
{"v": 1, "figures": [{file, dpi, width_px, height_px, axes, texts, texts_outside, missing_glyphs, ...}]}; lengths are
pixels of the saved picture, boxes are fractions of the canvas [left, bottom, right, top]. Each of the axes holds its
marks (`marks_matplotlib`) and the places of its texts (`texts_matplotlib`).
"""

from __future__ import annotations

import functools
import json
import math
import re
import sys
import warnings
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any, Final

from renderer_svc.harness.artist_matplotlib import colors_of
from renderer_svc.harness.marks_matplotlib import marks
from renderer_svc.harness.painted_matplotlib import is_in_view, painted_texts
from renderer_svc.harness.report import saved_as
from renderer_svc.harness.rows import MAX_NUMBERS, Room
from renderer_svc.harness.save_matplotlib import packed_faster, save_vectors_too
from renderer_svc.harness.scales_matplotlib import bar_range, mapped_ranges
from renderer_svc.harness.texts_matplotlib import anchors, covered_by, texts

_MAX_FIGURES: Final = 4
_MAX_AXES: Final = 32
_MAX_TICKS: Final = 200
_MAX_TEXTS: Final = 200
_MAX_CHARS: Final = 200
_MAX_BYTES: Final = 240 * 1024
_OUTSIDE: Final = 0.002  # of the canvas: less than this is rounding, not a cut letter
_OURS: Final = str(Path(__file__).parent)
_GLYPH: Final = re.compile(r"Glyph (\d+) .*missing from")


def watch(report: str, vector: bool) -> None:
    """As `watch_savefig`, with PNGs packed faster; with `vector` each also gets an SVG beside it, its text as paths."""
    if vector:
        save_vectors_too()
    watch_savefig(report)


def watch_savefig(path: str) -> None:
    """From now on each `Figure.savefig` also writes what it drew to `path`; the picture itself is untouched."""
    from matplotlib.figure import Figure

    original = Figure.savefig
    figures: list[dict[str, Any]] = []

    @functools.wraps(original)
    def savefig(self: Figure, fname: Any, **options: Any) -> None:
        with warnings.catch_warnings(record=True) as caught:
            warnings.simplefilter("always")
            original(self, fname, **packed_faster(self, fname, options))
        caller = sys._getframe(1)
        for item in caught:
            ours = item.filename.startswith(_OURS)  # "the caller of matplotlib", which is the script and no wrapper
            file, line = (caller.f_code.co_filename, caller.f_lineno) if ours else (item.filename, item.lineno)
            warnings.warn_explicit(item.message, item.category, file, line)
        name = saved_as(str(fname))
        glyphs = [int(match[1]) for item in caught if (match := _GLYPH.search(str(item.message)))]
        figures[:] = _renewed(
            path, figures, _cut(name), lambda room: describe(self, name, options.get("dpi"), glyphs, room)
        )

    Figure.savefig = savefig  # type: ignore[method-assign]


def _renewed(
    path: str, figures: list[dict[str, Any]], name: str, describe_in: Callable[[Room], dict[str, Any]]
) -> list[dict[str, Any]]:
    """The report with the figure that is `name` now, written; what had the name before is no more."""
    kept = [figure for figure in figures if figure["file"] != name]
    if len(kept) >= _MAX_FIGURES:
        return kept
    with suppress(Exception):  # a figure that cannot be described is drawn all the same
        for numbers in (MAX_NUMBERS, MAX_NUMBERS // 4, 0):  # a report that is too large says less of each group
            if _write(path, more := [*kept, describe_in(Room(numbers))]):
                return more
    if kept != figures:
        with suppress(OSError):
            _write(path, kept)
    return kept


def _write(path: str, figures: list[dict[str, Any]]) -> bool:
    text = json.dumps({"v": 1, "figures": figures}, ensure_ascii=False, allow_nan=False)
    if len(text.encode("utf-8")) > _MAX_BYTES:
        return False
    Path(path).write_text(text, encoding="utf-8")
    return True


def describe(figure: Any, name: str, dpi: Any, glyphs: list[int], room: Room) -> dict[str, Any]:
    """The report on a figure that has just been drawn as `name`, with `dpi` as savefig was given it."""
    from matplotlib import rcParams

    chosen = rcParams["savefig.dpi"] if dpi is None else dpi
    pixels_per_inch = float(figure.dpi if chosen == "figure" else chosen)
    width, height = figure.get_size_inches()
    painted = painted_texts(figure)
    return {
        "file": _cut(name),
        "dpi": pixels_per_inch,
        "width_px": round(width * pixels_per_inch),
        "height_px": round(height * pixels_per_inch),
        "suptitle": _cut(figure.get_suptitle()),
        "axes": [_axes(axes, figure, room) for axes in figure.axes[:_MAX_AXES]],
        "axes_left_out": max(0, len(figure.axes) - _MAX_AXES),
        "texts": texts(figure, painted, pixels_per_inch / figure.dpi),
        "texts_outside": _texts_outside(figure, painted),
        "missing_glyphs": sorted(set(glyphs))[:_MAX_TEXTS],
    }


def _axes(axes: Any, figure: Any, room: Room) -> dict[str, Any]:
    legend = axes.get_legend()
    return {
        "visible": bool(axes.get_visible()),
        "title": _cut(axes.get_title()),
        "box": _box(axes.get_position().extents),
        "x": _axis(axes.xaxis, axes.get_xlim()),
        "y": _axis(axes.yaxis, axes.get_ylim()),
        "lines": len(axes.lines),
        "patches": len(axes.patches),
        "collections": len(axes.collections),
        "images": len(axes.images),
        "texts": [_cut(text.get_text()) for text in axes.texts[:_MAX_TEXTS]],
        "anchors": anchors(axes),
        "face": _face(axes),
        "marks": {} if axes.get_label() == "<colorbar>" else marks(axes, room),
        "mapped": mapped_ranges(axes),
        "color_bar": bar_range(axes),
        "legend": None if legend is None else _legend(legend, axes, figure),
    }


def _axis(axis: Any, limits: tuple[float, float]) -> dict[str, Any]:
    drawn = [tick for tick in axis.get_major_ticks() if is_in_view(tick, axis)]
    ticks = [(t, label) for t in drawn for label in (t.label1, t.label2) if label.get_visible()]
    labels = [_cut(label.get_text()) for _, label in ticks]
    return {
        "label": _cut(axis.get_label_text()),
        "scale": _cut(axis.get_scale()),
        "limits": [_finite(limits[0]), _finite(limits[1])],
        "ticks": labels[:_MAX_TICKS],
        "tick_places": [_finite(tick.get_loc()) for tick, _ in ticks[:_MAX_TICKS]],
        "ticks_left_out": max(0, len(labels) - _MAX_TICKS),
    }


def _face(axes: Any) -> str:
    from matplotlib.colors import to_hex

    color = axes.get_facecolor() if axes.axison else axes.figure.get_facecolor()
    return str(to_hex(color, keep_alpha=True))


def _legend(legend: Any, axes: Any, figure: Any) -> dict[str, Any]:
    return {
        "covers": covered_by(legend, axes) if legend.get_visible() else 0,
        "entries": [_cut(text.get_text()) for text in legend.get_texts()[:_MAX_TEXTS]],
        "colors": ["".join(colors_of(handle)[:1]) for handle in legend.legend_handles[:_MAX_TEXTS]],
        "box": _fractions(legend, figure),
    }


def _texts_outside(figure: Any, painted: list[Any]) -> list[dict[str, Any]]:
    found = []
    for text in painted:
        box = _fractions(text, figure)
        if box and (min(box[:2]) < -_OUTSIDE or max(box[2:]) > 1 + _OUTSIDE):
            found.append({"text": _cut(text.get_text()), "box": box})
    return found[:_MAX_TEXTS]


def _fractions(artist: Any, figure: Any) -> list[float] | None:
    box = artist.get_window_extent()
    width, height = figure.bbox.width, figure.bbox.height
    return _box((box.x0 / width, box.y0 / height, box.x1 / width, box.y1 / height))


def _box(values: Any) -> list[float] | None:
    numbers = [float(value) for value in values]
    return [round(number, 4) for number in numbers] if all(map(math.isfinite, numbers)) else None


def _finite(value: Any) -> float | None:
    number = float(value)
    return number if math.isfinite(number) else None


def _cut(text: Any) -> str:
    return str(text)[:_MAX_CHARS].encode("utf-8", "replace").decode("utf-8")
