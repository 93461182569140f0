"""What the report holds when a script saves more than once, by matplotlib itself."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

_HEAD = """\
import sys
import matplotlib
matplotlib.use("Agg")
import matplotlib.pyplot as plt
from renderer_svc.harness.probe import watch_savefig
watch_savefig("probe.json")
def save(title, name):
    figure = plt.figure(figsize=(2, 1), dpi=50)
    figure.suptitle(title)
    figure.savefig(name)
"""


def report(folder: Path, source: str) -> list[tuple[str, str]]:
    """File and title of each figure that the report of a script has."""
    command = [sys.executable, "-c", _HEAD + source]
    environment = {"MPLCONFIGDIR": str(folder), "PYTHONPATH": str(Path(__file__).parents[4])}
    subprocess.run(command, cwd=folder, env=environment, check=True, timeout=120)
    figures = json.loads((folder / "probe.json").read_text(encoding="utf-8"))["figures"]
    return [(figure["file"], figure["suptitle"]) for figure in figures]


def test_a_figure_that_overwrites_another_takes_its_place_in_the_report(tmp_path: Path) -> None:
    source = """\
import os
save("first", "plot-light.png")
save("other", "other.png")
for n in range(9): save(f"again {n}", os.path.abspath("plot-light.png"))
"""
    assert report(tmp_path, source) == [("other.png", "other"), ("plot-light.png", "again 8")]


def test_a_figure_that_was_overwritten_by_one_that_cannot_be_described_is_not_in_the_report(tmp_path: Path) -> None:
    source = """\
save("first", "plot-light.png")
class Strange(plt.Figure):
    def get_suptitle(self): raise KeyError
Strange(figsize=(2, 1)).savefig("plot-light.png")
"""
    assert report(tmp_path, source) == []
