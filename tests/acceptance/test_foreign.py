"""A house with a foreign catalogue: what is clean is drawn, what is not is refused with its reason."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

from tests_support import RunningHouse

SCRIPT = """\
import matplotlib.pyplot as plt
import pandas as pd

df = pd.read_csv("data.csv")
fig, ax = plt.subplots(figsize=(16, 9))
ax.scatter(df["mass"], df["height"])
{line}
plt.savefig("out.png")
plt.show()
"""


def test_a_clean_script_from_elsewhere_is_drawn_and_a_coupled_one_says_why_not(
    own_house: Callable[..., RunningHouse], tmp_path: Path
) -> None:
    for spec, line in (("clean", ""), ("coupled", "ax.set_ylim(0, 350)")):
        home = tmp_path / "foreign" / spec / "implementations" / "python"
        home.mkdir(parents=True)
        (home / "matplotlib.py").write_text(SCRIPT.format(line=line))
        (home.parents[1] / "specification.md").write_text(f"# The {spec} one\n\nPoints.\n")
    house = own_house({"PLOTLANE_AGENT_FOREIGN_CATALOGUE_DIR": str(tmp_path / "foreign")})
    (tmp_path / "in.csv").write_text("Breite;Länge\n1,5;3\n2,5;5\n4;4,4\n")

    drawn = plot(house, tmp_path, "foreign-clean")
    assert drawn.returncode == 0, drawn.stdout + drawn.stderr
    assert "ok" in drawn.stdout.splitlines()
    assert 'roles = {"mass": "Breite", "height": "Länge"}' in (tmp_path / "out" / "plot.py").read_text()

    refused = plot(house, tmp_path, "foreign-coupled")
    assert refused.returncode == 1
    assert "line 7: set_ylim() at fixed values" in refused.stderr


def plot(house: RunningHouse, folder: Path, chart: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "plotlane_kit.cli", "plot", str(folder / "in.csv"), "--chart", chart]
    command += ["--bind", "mass=Breite", "--bind", "height=Länge", "-o", str(folder / "out" / "a.png")]
    command += ["--data-dir", str(house.data_dir)]
    return subprocess.run(command, capture_output=True, text=True, timeout=120, check=False)
