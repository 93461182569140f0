"""The drawing: one scatter plot of 300 points, and the bare cost of making it in a process that is warm."""

from __future__ import annotations

import contextlib
import os
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from types import CodeType
from typing import Final

POINTS: Final = 300
SCRIPT: Final = """THEME = "light"
import matplotlib.pyplot as plt
import pandas as pd
df = pd.read_csv("data.csv")
fig, ax = plt.subplots(figsize=(8, 4.5), dpi=400)
ax.scatter(df["dose"], df["yield"], s=12)
ax.set_xlabel("dose")
ax.set_ylabel("yield")
ax.set_title("Yield by dose")
fig.savefig(f"plot-{THEME}.png", dpi=400)
"""


def data_csv() -> str:
    """The points that are drawn."""
    return "dose,yield\n" + "".join(f"{n / 10},{(n * 37 % 101) / 7:.3f}\n" for n in range(POINTS))


@contextlib.contextmanager
def workplace(csv: str) -> Iterator[None]:
    """A folder of our own with data.csv in it, as the current one."""
    home = Path.cwd()
    with tempfile.TemporaryDirectory() as folder:
        (Path(folder) / "data.csv").write_text(csv)
        os.chdir(folder)
        try:
            yield
        finally:
            os.chdir(home)


def draw(code: CodeType) -> float:
    """Run a plot script in this process, in a workplace; seconds."""
    from matplotlib import pyplot

    began = time.perf_counter()
    exec(code, {"__name__": "__main__"})
    took = time.perf_counter() - began
    pyplot.close("all")
    return took


def draws_per_s(for_s: float) -> float:
    """How many scatter plots this process draws in a second, one after the other."""
    code = compile(SCRIPT, "plot.py", "exec")
    with workplace(data_csv()):
        draw(code)
        drawn, began = 0, time.perf_counter()
        while time.perf_counter() - began < for_s:
            draw(code)
            drawn += 1
        return drawn / (time.perf_counter() - began)
