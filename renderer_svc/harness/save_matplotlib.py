"""Saving with matplotlib: how tightly a PNG is packed, and the SVG beside it."""

from __future__ import annotations

import functools
import warnings
from typing import Any, Final

from renderer_svc.harness.report import save_vector

#: Of deflate, which is more than half of what a picture costs: the default, 6, takes a quarter longer than 1 to 3, and
#: whoever hands a picture on to a browser packs it again.
_LEVEL: Final = 3
_VECTOR_OPTIONS: Final = ("facecolor", "edgecolor", "transparent", "bbox_inches", "pad_inches")


def packed_faster(figure: Any, fname: Any, options: dict[str, Any]) -> dict[str, Any]:
    """`options` of `savefig` with a PNG packed less tightly, unless the script names a level."""
    from matplotlib.backends.backend_agg import FigureCanvasAgg

    is_png = str(fname).endswith(".png") and options.get("format") in (None, "png")
    if not is_png or options.get("backend") or not isinstance(figure.canvas, FigureCanvasAgg):
        return options  # other backends know no such option
    return {**options, "pil_kwargs": {"compress_level": _LEVEL, **(options.get("pil_kwargs") or {})}}


def save_vectors_too() -> None:
    """From now on each PNG gets an SVG beside it, its text as paths."""
    from matplotlib import rc_context
    from matplotlib.figure import Figure

    save = Figure.savefig

    @functools.wraps(save)
    def savefig(self: Figure, fname: Any, **options: Any) -> None:
        save(self, fname, **options)
        if str(fname).endswith(".png"):
            kept = {name: value for name, value in options.items() if name in _VECTOR_OPTIONS}
            # A fixed salt and no date: the same figure gives the same bytes.
            with rc_context({"svg.fonttype": "path", "svg.hashsalt": "plotlane"}), warnings.catch_warnings():
                warnings.simplefilter("ignore")  # the PNG has said it already
                save_vector(
                    str(fname), lambda target: save(self, target, format="svg", metadata={"Date": None}, **kept)
                )

    Figure.savefig = savefig  # type: ignore[method-assign]
