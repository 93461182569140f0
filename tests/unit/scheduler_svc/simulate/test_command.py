"""`plotlane simulate` as people use it."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest
from typer.testing import CliRunner, Result

from scheduler_svc.simulate import world
from scheduler_svc.simulate.__main__ import app
from scheduler_svc.simulate.load import shipped


def simulate(*words: str) -> Result:
    return CliRunner().invoke(app, words)


def test_the_plotlane_command_passes_everything_on() -> None:
    command = [sys.executable, "-m", "plotlane_kit.cli", "simulate", "three-panels", "--json", "--seed", "5"]
    said = subprocess.run(command, capture_output=True, text=True, timeout=120, check=True)
    assert json.loads(said.stdout)["seed"] == 5
    assert said.stdout == simulate("three-panels", "--json", "--seed", "5").stdout


def test_the_plotlane_command_becomes_the_simulation_so_that_it_ends_as_that_does_and_by_the_same_signals(
    tmp_path: Path,
) -> None:
    (tmp_path / "sitecustomize.py").write_text("import os, sys\nprint('pid', os.getpid(), file=sys.stderr)\n")
    command = [sys.executable, "-m", "plotlane_kit.cli", "simulate", "no-such-thing"]
    paths = [str(tmp_path), *os.environ.get("PYTHONPATH", "").split(os.pathsep)]
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(paths)}
    with subprocess.Popen(command, stderr=subprocess.PIPE, stdout=subprocess.PIPE, text=True, env=environment) as run:
        printed, said = run.communicate(timeout=120)
    before, itself, complaint, *_ = said.splitlines()
    assert before == itself == f"pid {run.pid}"
    assert complaint.startswith("no-such-thing: there is no such file")
    assert (run.returncode, printed) == (2, "")


def test_a_simulation_without_end_is_one_line_that_says_what_to_make_smaller(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(world, "MAX_HAPPENINGS", 1_000)
    path = tmp_path / "mine.yaml"
    arrivals = "{pattern: burst, count: 1000, every_s: 0.01}"
    run_time = "{kind: fixed, seconds: 0}"
    path.write_text(f"title: x\nuntil_s: 600\nsources: [{{name: a, arrivals: {arrivals}, run_time: {run_time}}}]\n")
    said = simulate(str(path))
    assert (said.exit_code, said.stdout) == (2, "")
    assert said.stderr.startswith(f"{path}: more than 1,000 things would happen")


def test_the_list_names_every_shipped_scenario() -> None:
    said = simulate("--list")
    assert said.exit_code == 0
    assert [line.split()[0] for line in said.stdout.splitlines()] == sorted(shipped())


def test_a_scenario_is_played_printed_and_drawn(tmp_path: Path) -> None:
    said = simulate("fan-out", "--plot", str(tmp_path / "out.png"))
    assert said.exit_code == 0, said.stderr
    assert "One fan-out of fifteen members" in said.stdout
    assert (tmp_path / "out.png").read_bytes().startswith(b"\x89PNG")


def test_a_title_is_shown_as_it_is_written(tmp_path: Path) -> None:
    path, title = tmp_path / "mine.yaml", r"Half [/price] at $\frac{$ each"
    source = "{name: a, arrivals: {pattern: at, times_s: [1]}, run_time: {kind: fixed, seconds: 2}}"
    path.write_text(f"title: '{title}'\nuntil_s: 5\nsources: [{source}]\n")
    said = simulate(str(path), "--plot", str(tmp_path / "out.svg"))
    assert said.exit_code == 0, said.stderr
    assert said.stdout.splitlines()[0] == title


def test_a_wrong_file_ends_with_2_and_one_line_a_field(tmp_path: Path) -> None:
    path = tmp_path / "mine.yaml"
    path.write_text("title: x\nuntil_s: 5\nsources: []\nspeed: 3\n")
    said = simulate(str(path))
    assert (said.exit_code, said.stdout) == (2, "")
    assert [line.split(": ")[:2] for line in said.stderr.splitlines()] == [[str(path), "sources"], [str(path), "speed"]]


def test_without_a_scenario_the_shipped_ones_are_named() -> None:
    said = simulate()
    assert said.exit_code == 2
    assert "fan-out" in said.stderr


@pytest.mark.parametrize(
    ("name", "said"),
    [("out.gif", "a picture ends in one of .png, .svg, .pdf"), ("no/out.png", "cannot be written: No such file")],
)
def test_a_picture_needs_a_known_suffix_and_a_folder_that_exists(tmp_path: Path, name: str, said: str) -> None:
    ended = simulate("fan-out", "--plot", str(tmp_path / name))
    assert ended.exit_code == 2
    assert ended.stderr.startswith(f"{tmp_path / name}: ")
    assert said in ended.stderr
