"""The last statement of a script: what writes the picture, one form for each library and canvas."""

from __future__ import annotations

import ast
from collections.abc import Mapping
from typing import Final

from agent_svc.code.syntax_tree import syntax_tree

FILE: Final = 'f"plot-{THEME}.png"'
_CANVASES: Final = ((1600, 900), (1200, 1200))  # half of the picture's pixels, in the order of wide and square
_INCHES: Final = ((8, "4.5"), (6, "6"))

#: By library, for the wide canvas and for the square one (the same text where the size is said elsewhere).
SAVES: Final[Mapping[str, tuple[str, ...]]] = {
    "matplotlib": (f"fig.savefig({FILE})",),
    "seaborn": (f"fig.savefig({FILE})",),
    "plotnine": tuple(f"plot.save({FILE}, width={w}, height={h}, dpi=400, verbose=False)" for w, h in _INCHES),
    "plotly": tuple(f"fig.write_image({FILE}, width={w}, height={h}, scale=2)" for w, h in _CANVASES),
    "altair": (f"chart.save({FILE}, scale_factor=2)",),
    "bokeh": (f"export_png(plot, filename={FILE}, scale_factor=2)",),
    "pygal": tuple(
        f"cairosvg.svg2png(bytestring=chart.render(), write_to={FILE}, output_width={2 * w}, output_height={2 * h})"
        for w, h in _CANVASES
    ),
    "lets-plot": tuple(f'ggsave(plot + ggsize({w}, {h}), {FILE}, path=".", scale=2)' for w, h in _CANVASES),
}
#: Functions that write files and are not methods: nowhere but in the last statement.
SAVERS: Final = frozenset({"export_png", "ggsave", "svg2png"})

_DUMPS: Final = frozenset(ast.dump(syntax_tree(text).body[0]) for texts in SAVES.values() for text in texts)


def is_save(node: ast.stmt) -> bool:
    """Whether the statement is exactly one of those that write the picture."""
    return ast.dump(node) in _DUMPS
