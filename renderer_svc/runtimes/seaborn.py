"""seaborn, which draws with matplotlib."""

from __future__ import annotations

from renderer_svc.runtimes.base import Runtime
from renderer_svc.runtimes.matplotlib import REHEARSAL


class SeabornRuntime(Runtime):
    """Scripts end as matplotlib's do."""

    library = "seaborn"
    distributions = ("seaborn", "scipy", "matplotlib", "numpy", "pandas")
    modules = ("numpy", "pandas", "matplotlib.pyplot", "seaborn")
    rehearsal = REHEARSAL
    watcher = "renderer_svc.harness.probe"
    draws_with_matplotlib = True
