"""The `plotlane` command as people use it."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from tests_support import RunningHouse


def plotlane(*arguments: str, cwd: Path | None = None) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "plotlane_kit.cli", *arguments]
    return subprocess.run(command, capture_output=True, text=True, timeout=120, check=False, cwd=cwd)


def test_a_plot_without_a_running_house_brings_the_services_up_for_this_one_call(tmp_path: Path) -> None:
    (tmp_path / "in.csv").write_text("dose (mg),yield\n1,2\n2,4\n3,5\n")
    ended = plotlane(
        "plot", "in.csv", "--chart", "scatter", "-o", "out/a.png", "--data-dir", str(tmp_path / "none"), cwd=tmp_path
    )
    assert ended.returncode == 0, ended.stdout + ended.stderr
    assert {path.name for path in (tmp_path / "out").iterdir()} == {"a.png", "plot.py", "data.csv"}
    assert "rendering" in ended.stdout


def test_a_plot_may_be_made_again_over_its_own_files(house: RunningHouse, tmp_path: Path) -> None:
    (tmp_path / "in.csv").write_text("dose (mg),yield\n1,2\n2,4\n3,5\n")
    arguments = ["plot", str(tmp_path / "in.csv"), "--chart", "scatter", "-o", str(tmp_path / "out" / "a.png")]
    for title in ("First", "Second"):
        ended = plotlane(*arguments, "--option", f"title={title}", "--data-dir", str(house.data_dir))
        assert ended.returncode == 0, ended.stderr
    assert "Second" in (tmp_path / "out" / "plot.py").read_text()


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
def test_a_plot_that_is_stopped_leaves_no_data_and_no_service_behind(tmp_path: Path, number: signal.Signals) -> None:
    (tmp_path / "in.csv").write_text("dose,yield\n1,2\n2,4\n")
    command = [sys.executable, "-m", "plotlane_kit.cli", "plot", "in.csv", "--chart", "scatter", "--data-dir", "none"]
    environment = {**os.environ, "TMPDIR": str(tmp_path / "temporary")}
    (tmp_path / "temporary").mkdir()
    pipe = subprocess.PIPE
    with subprocess.Popen(command, cwd=tmp_path, env=environment, stdout=pipe, stderr=pipe, text=True) as process:
        assert process.stdout is not None
        assert "read 2 rows" in process.stdout.readline()
        process.send_signal(number)
        _, errors = process.communicate(timeout=60)
    assert process.returncode in (128 + number, 1)
    assert "Traceback" not in errors
    assert list((tmp_path / "temporary").iterdir()) == []
    assert not (tmp_path / "plot.png").exists()


def test_status_says_serving_for_every_service(house: RunningHouse) -> None:
    ended = plotlane("status", "--data-dir", str(house.data_dir))
    assert ended.returncode == 0, ended.stdout + ended.stderr
    assert ended.stdout.count("SERVING") == 4
    assert "NOT_SERVING" not in ended.stdout
    assert "runs" in ended.stdout


def test_status_without_a_house_says_how_to_start_one(tmp_path: Path) -> None:
    ended = plotlane("status", "--data-dir", str(tmp_path))
    assert ended.returncode == 1
    assert "plotlane up" in ended.stderr


def test_a_second_house_on_the_same_folder_is_refused_with_the_address_of_the_first(house: RunningHouse) -> None:
    ended = plotlane("up", "--port", "0", "--data-dir", str(house.data_dir))
    assert ended.returncode == 1
    assert house.page_url in ended.stderr


def test_a_folder_that_cannot_be_used_is_one_line(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    ended = plotlane("up", "--port", "0", "--data-dir", str(tmp_path / "file" / "data"))
    assert ended.returncode == 1
    assert "cannot be used (Not a directory)" in ended.stderr
    assert "Traceback" not in ended.stderr


def test_doctor_names_each_thing_and_finds_nothing_missing(house: RunningHouse) -> None:
    ended = plotlane("doctor", "--data-dir", str(house.data_dir))
    assert ended.returncode == 0, ended.stdout
    for subject in ("Python", "packages", "data folder", "ports", "sandbox"):
        assert f"ok  {subject}" in ended.stdout


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["--chart", "scater"], "scatter"),
        (["--chart", "scatter", "--bind", "x=nothing"], "nothing"),
        (["--chart", "scatter", "--bind", "z=dose"], "z"),
        (["--chart", "scatter", "--option", "colour=red"], "colour"),
        (["--chart", "scatter", "--theme", "sepia"], "write light or dark"),
        (["--chart", "scatter", "--library", "gnuplot"], "gnuplot"),
        (["--chart", "scatter", "-o", "out/a.svg"], "ends in .png"),
        (["--chart", "scatter", "-o", "/proc/self/status/a.png"], "cannot be written to"),
    ],
)
def test_a_wrong_argument_is_one_clear_answer_and_no_traceback(
    house: RunningHouse, tmp_path: Path, arguments: list[str], said: str
) -> None:
    (tmp_path / "in.csv").write_text("dose,yield\n1,2\n2,4\n")
    output = ["-o", str(tmp_path / "out" / "a.png")]
    ended = plotlane("plot", str(tmp_path / "in.csv"), *output, *arguments, "--data-dir", str(house.data_dir))
    assert ended.returncode == 1
    assert said in ended.stderr
    assert "Traceback" not in ended.stdout + ended.stderr
    assert not (tmp_path / "out").exists()
