"""Every chart of the catalogue, from messy files to exact pictures, through four real processes."""

from __future__ import annotations

import hashlib
import io
import subprocess
import sys
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import IO, Any

import pytest
import yaml
from PIL import Image

from tests_support import RunningHouse, Visitor
from tests_support.rerun import Rerun
from tests_support.shipped import shipped_catalogue

EXAMPLES = Path(__file__).resolve().parents[2] / "examples"
PLOTS: list[dict[str, Any]] = yaml.safe_load((EXAMPLES / "plots.yaml").read_text())
CHARTS = shipped_catalogue().charts


def cases() -> list[Any]:
    """Each example in one theme, the themes taking turns; the others take long."""
    return [
        pytest.param(plot, theme, id=f"{plot['chart']}-{theme}", marks=[pytest.mark.full] * (place % 2 != turn))
        for place, plot in enumerate(PLOTS)
        for turn, theme in enumerate(("light", "dark"))
    ]


def test_the_examples_cover_every_chart_of_the_catalogue() -> None:
    assert {plot["chart"] for plot in PLOTS} == set(CHARTS)


@pytest.fixture(scope="module")
def rerun() -> Iterator[Rerun]:
    with closing(Rerun()) as made:
        yield made


@pytest.mark.parametrize(("plot", "theme"), cases())
def test_an_example_is_ok_exact_and_reproduces_its_picture(
    visitor: Visitor, rerun: Rerun, tmp_path: Path, plot: dict[str, Any], theme: str
) -> None:
    session = open_session(visitor, plot)
    (shown,) = [
        event.data for event in visitor.plot(session, action="create_plot", theme=theme) if event.name == "plot"
    ]
    assert shown["status"] == "ok"
    for name in ("plot.py", "data.csv"):
        (tmp_path / name).write_bytes(fetch(visitor, session, name))
    picture = fetch(visitor, session, f"plot-{theme}.png")
    assert size_of(io.BytesIO(picture)) == CHARTS[plot["chart"]].pixels
    assert rerun(tmp_path) == 0
    assert pixels_of(tmp_path / f"plot-{theme}.png") == pixels_of(io.BytesIO(picture))


def test_the_command_draws_an_example_that_plain_python_draws_again(house: RunningHouse, tmp_path: Path) -> None:
    picture = tmp_path / "plotted" / "picture.png"
    said = run_plotlane_plot(house, PLOTS[0], "light", picture)
    assert said.splitlines()[-5:] == [
        "ok",
        "  note: 4 of 220 records have no “Durchmesser (cm)” and are not drawn.",
        f"wrote {picture}",
        f"wrote {picture.parent / 'plot.py'}",
        f"wrote {picture.parent / 'data.csv'}",
    ]
    subprocess.run([sys.executable, "plot.py"], cwd=picture.parent, check=True, capture_output=True, timeout=60)
    assert pixels_of(picture.parent / "plot-light.png") == pixels_of(picture)


def open_session(visitor: Visitor, plot: dict[str, Any]) -> str:
    """A session with the example's file, bindings and options, as the page makes it."""
    created = visitor.http.post("/v1/sessions", json={"chart": plot["chart"]})
    assert created.is_success, created.text
    url = f"/v1/sessions/{created.json()['session_id']}"
    file = EXAMPLES / plot["file"]
    columns = [
        {"role": role, "column": column}
        for role, given in plot.get("bindings", {}).items()
        for column in (given if isinstance(given, list) else [given])
    ]
    for answer in (
        visitor.http.post(f"{url}/files", files={"file": (file.name, file.read_bytes())}),
        visitor.http.put(f"{url}/bindings", json=columns) if columns else None,
        visitor.http.put(f"{url}/options", json=plot["options"]) if plot.get("options") else None,
    ):
        assert answer is None or answer.is_success, answer.text
    return str(created.json()["session_id"])


def fetch(visitor: Visitor, session: str, name: str) -> bytes:
    answer = visitor.http.get(f"/v1/sessions/{session}/artifacts/{name}")
    assert answer.is_success, answer.text
    return answer.content


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


def size_of(picture: Path | IO[bytes]) -> tuple[int, int]:
    with Image.open(picture) as image:
        return image.size


def pixels_of(picture: Path | IO[bytes]) -> str:
    with Image.open(picture) as image:
        return hashlib.sha256(image.convert("RGBA").tobytes()).hexdigest()
