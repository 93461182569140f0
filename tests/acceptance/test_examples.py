"""All eleven charts, from messy files to exact pictures, through the command and four real processes."""

from __future__ import annotations

import hashlib
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
import yaml
from PIL import Image

from tests_support import RunningHouse

EXAMPLES = Path(__file__).resolve().parents[2] / "examples"
PLOTS: list[dict[str, Any]] = yaml.safe_load((EXAMPLES / "plots.yaml").read_text())
REQUIRED = {
    "scatter", "line", "line-timeseries", "area", "bar", "bar-grouped",
    "histogram", "box", "violin", "heatmap", "pie",
}  # fmt: skip
SQUARE = {"heatmap", "pie"}


def test_the_examples_cover_every_chart_of_the_catalogue() -> None:
    assert {plot["chart"] for plot in PLOTS} == REQUIRED


@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.parametrize("plot", PLOTS, ids=lambda plot: str(plot["chart"]))
def test_an_example_is_ok_exact_and_reproduces_its_picture(
    house: RunningHouse, tmp_path: Path, plot: dict[str, Any], theme: str
) -> None:
    picture = tmp_path / "plotted" / "picture.png"
    said = run_plotlane_plot(house, plot, theme, picture)
    assert said.splitlines()[-4:] == [
        "ok",
        f"wrote {picture}",
        f"wrote {picture.parent / 'plot.py'}",
        f"wrote {picture.parent / 'data.csv'}",
    ]
    assert size_of(picture) == ((2400, 2400) if plot["chart"] in SQUARE else (3200, 1800))
    subprocess.run([sys.executable, "plot.py"], cwd=picture.parent, check=True, capture_output=True, timeout=60)
    assert pixels_of(picture.parent / f"plot-{theme}.png") == pixels_of(picture)


def run_plotlane_plot(house: RunningHouse, plot: dict[str, Any], theme: str, picture: Path) -> str:
    arguments = [str(EXAMPLES / plot["file"]), "--chart", plot["chart"], "--theme", theme, "-o", str(picture)]
    for role, columns in plot.get("bindings", {}).items():
        for column in columns if isinstance(columns, list) else [columns]:
            arguments += ["--bind", f"{role}={column}"]
    for name, value in plot.get("options", {}).items():
        arguments += ["--option", f"{name}={written(value)}"]
    command = [sys.executable, "-m", "plotlane_kit.cli", "plot", *arguments, "--data-dir", str(house.data_dir)]
    ended = subprocess.run(command, capture_output=True, text=True, timeout=120, check=False)
    assert ended.returncode == 0, ended.stdout + ended.stderr
    return ended.stdout


def written(value: object) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, list):
        return ",".join("" if part is None else str(part) for part in value)
    return str(value)


def size_of(picture: Path) -> tuple[int, int]:
    with Image.open(picture) as image:
        return image.size


def pixels_of(picture: Path) -> str:
    with Image.open(picture) as image:
        return hashlib.sha256(image.convert("RGBA").tobytes()).hexdigest()
