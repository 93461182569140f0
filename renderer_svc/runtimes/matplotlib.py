"""matplotlib, with pandas and numpy."""

from __future__ import annotations

from typing import Final

from renderer_svc.runtimes.base import Runtime

#: The first figure of a process pays for fonts and renderers; this one has a text of each kind and goes nowhere.
REHEARSAL: Final = """\
import io
import matplotlib.pyplot as plt
from renderer_svc.harness import font_lookup
font_lookup.remember()
figure, axes = plt.subplots()
axes.plot([0, 1], [1, 0], label="a")
axes.set_title("0 中 ع")
axes.legend()
figure.savefig(io.BytesIO())
plt.close(figure)
font_lookup.close_fonts()
"""


class MatplotlibRuntime(Runtime):
    """Scripts end with `fig.savefig(f"plot-{THEME}.png", dpi=400)` of a figure of 8 x 4.5 or 6 x 6 inches."""

    library = "matplotlib"
    distributions = ("matplotlib", "numpy", "pandas")
    modules = ("numpy", "pandas", "matplotlib.pyplot")
    rehearsal = REHEARSAL
    watcher = "renderer_svc.harness.probe"
    draws_with_matplotlib = True
