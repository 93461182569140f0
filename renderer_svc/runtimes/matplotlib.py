"""matplotlib, with pandas and numpy: draws plot-<theme>.png with its own bundled fonts only."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from renderer_svc.artifact import Check, png_check
from renderer_svc.limits import Limits
from renderer_svc.runtimes.base import WARM_FILE

# Without the font cache each run would look through the fonts again, for about 100 ms.
_WARM_UP: Final = f"""\
import json, os, platform
from importlib.metadata import version
from matplotlib import get_cachedir
from matplotlib.font_manager import FontManager

name = f"fontlist-v{{FontManager.__version__}}.json"
with open(os.path.join(get_cachedir(), name), encoding="utf-8") as file:
    keep = {{os.path.join(".home/matplotlib", name): file.read()}}
versions = {{package: version(package) for package in ("matplotlib", "numpy", "pandas")}}
versions["python"] = platform.python_version()
with open({WARM_FILE!r}, "w", encoding="utf-8") as file:
    json.dump({{"versions": versions, "keep": keep}}, file)
"""


class MatplotlibRuntime:
    """The runtime of catalogue scripts for matplotlib."""

    library: str = "matplotlib"
    distributions: tuple[str, ...] = ("matplotlib", "numpy", "pandas")
    modules: tuple[str, ...] = ("numpy", "pandas", "matplotlib.pyplot")
    script_name: str = "plot.py"
    fonts: tuple[str, ...] = ("DejaVu Sans", "DejaVu Sans Mono", "DejaVu Serif", "STIXGeneral", "cmr10")
    probe: bool = True
    warm_up: str = _WARM_UP

    def outputs(self, theme: str, limits: Limits) -> Mapping[str, Check]:
        return {f"plot-{theme}.png": png_check(limits.output_pixels)}
