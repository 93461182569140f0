"""The `plotlane` command as people use it."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import grpc
import openpyxl
import pytest

from plotlane.agent.v1 import agent_pb2, agent_pb2_grpc
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


def test_a_workbook_is_drawn_from_the_sheet_that_is_chosen(house: RunningHouse, tmp_path: Path) -> None:
    book = openpyxl.Workbook()
    for name, factor in (("2023", 1), ("2024", 2)):
        sheet = book.create_sheet(name)
        for row in [("crop", "yield"), ("beet", factor), ("leek", 3 * factor)]:
            sheet.append(row)
    book.remove(book["Sheet"])
    book.save(tmp_path / "harvest.xlsx")
    arguments = ["plot", str(tmp_path / "harvest.xlsx"), "--chart", "bar", "-o", str(tmp_path / "out" / "a.png")]
    several = plotlane(*arguments, "--data-dir", str(house.data_dir))
    assert several.returncode == 1
    assert "has several sheets: 2023, 2024; choose one with --sheet" in several.stderr
    chosen = plotlane(*arguments, "--sheet", "2024", "--data-dir", str(house.data_dir))
    assert chosen.returncode == 0, chosen.stderr
    assert (tmp_path / "out" / "data.csv").read_text() == "crop,yield\nbeet,2\nleek,6\n"


def test_without_a_chart_the_one_that_fits_best_is_drawn_with_the_steps_that_it_needs(
    house: RunningHouse, tmp_path: Path
) -> None:
    (tmp_path / "gdp.csv").write_text("Country,2020,2021,2022\nItaly,1.9,2.2,2.1\nSpain,1.3,1.4,1.4\n")
    arguments = ["plot", str(tmp_path / "gdp.csv"), "-o", str(tmp_path / "out" / "a.png")]
    ended = plotlane(*arguments, "--data-dir", str(house.data_dir))
    assert ended.returncode == 0, ended.stderr
    assert "chart: line-multi. “2020” to “2022” become rows of “Year”: one line for each “Country”." in ended.stdout
    assert "  also fits: heatmap" in ended.stdout
    assert "# Data steps" in (tmp_path / "out" / "plot.py").read_text()


def test_what_is_not_clear_is_said_with_the_other_choice_which_can_be_taken(
    house: RunningHouse, tmp_path: Path
) -> None:
    (tmp_path / "rent.csv").write_text("Stadt;Miete\nUlm;1.250\nKiel;1.125\n")
    arguments = ["plot", str(tmp_path / "rent.csv"), "--chart", "bar", "-o", str(tmp_path / "out" / "a.png")]
    other = "decimal_mark:Miete=point"
    first = plotlane(*arguments, "--data-dir", str(house.data_dir))
    assert f'not clear: decimal_mark:Miete is comma; instead: --read "{other}"' in first.stdout
    assert (tmp_path / "out" / "data.csv").read_text() == "Stadt,Miete\nUlm,1250\nKiel,1125\n"
    flipped = plotlane(*arguments, "--read", other, "--data-dir", str(house.data_dir))
    assert "not clear" not in flipped.stdout
    assert (tmp_path / "out" / "data.csv").read_text() == "Stadt,Miete\nUlm,1.25\nKiel,1.125\n"


def test_data_that_no_chart_fits_by_itself_ask_for_one(house: RunningHouse, tmp_path: Path) -> None:
    (tmp_path / "notes.csv").write_text("note\nas expected\ntoo wet\nlost\n")
    ended = plotlane(
        "plot", str(tmp_path / "notes.csv"), "-o", str(tmp_path / "a.png"), "--data-dir", str(house.data_dir)
    )
    assert ended.returncode == 1
    assert "nothing in these data can be counted or measured; choose a chart yourself with --chart" in ended.stderr


def test_a_plot_may_be_made_again_over_its_own_files(house: RunningHouse, tmp_path: Path) -> None:
    (tmp_path / "in.csv").write_text("dose (mg),yield\n1,2\n2,4\n3,5\n")
    arguments = ["plot", str(tmp_path / "in.csv"), "--chart", "scatter", "-o", str(tmp_path / "out" / "a.png")]
    for title in ("First", "Second"):
        ended = plotlane(*arguments, "--option", f"title={title}", "--data-dir", str(house.data_dir))
        assert ended.returncode == 0, ended.stderr
    assert "Second" in (tmp_path / "out" / "plot.py").read_text()


@pytest.fixture
def interruptible() -> Iterator[None]:
    """Children heed Ctrl-C also when a shell has started the tests in the background, where it is ignored."""
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    yield
    signal.signal(signal.SIGINT, before)


@pytest.mark.usefixtures("interruptible")
@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
def test_a_plot_that_is_stopped_leaves_no_data_and_no_service_behind(tmp_path: Path, number: signal.Signals) -> None:
    # Large enough that it is still being drawn when the signal comes.
    rows = "".join(f"{n},{n % 97},{n % 89},{n % 83}\n" for n in range(10_000))
    (tmp_path / "in.csv").write_text(f"dose,yield,loss,rest\n{rows}")
    command = [sys.executable, "-m", "plotlane_kit.cli", "plot", "in.csv", "--chart", "pair", "--data-dir", "none"]
    environment = {**os.environ, "TMPDIR": str(tmp_path / "temporary")}
    (tmp_path / "temporary").mkdir()
    pipe = subprocess.PIPE
    with subprocess.Popen(command, cwd=tmp_path, env=environment, stdout=pipe, stderr=pipe, text=True) as process:
        assert process.stdout is not None
        assert process.stdout.readline().startswith("read ")
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
    for subject in ("Python", "packages", "data folder", "ports", "sandbox", "model"):
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


def test_new_data_is_signalled_followed_and_listed(house: RunningHouse, tmp_path: Path) -> None:
    data_dir, table = ["--data-dir", str(house.data_dir)], tmp_path / "new.csv"
    table.write_text("dose,yield\n1,2\n2,4\n")
    session = a_session(house.address("agent"), "scatter", table.read_text())
    table.write_text("dose,yield\n1,2\n2,9\n")
    emit = ["signal", "emit", "replot", "--session", session, "--data", str(table), "--id", "monday"]
    waited = plotlane(*emit, "--wait", *data_dir)
    assert waited.returncode == 0, waited.stderr
    assert waited.stdout.startswith("monday")
    again = plotlane(*emit, *data_dir)
    assert (again.returncode, again.stdout) == (0, "monday\n")
    shown, listed = plotlane("signal", "show", "monday", *data_dir), plotlane("signal", "list", *data_dir)
    for printed in (waited.stdout, shown.stdout):
        assert session in printed
        assert "ok" in printed
    assert "replot" in listed.stdout
    assert "done" in listed.stdout
    for wrong, said in [
        (["signal", "emit", "weather"], "handler: there is no such handler; there are fan-out, replot"),
        (["signal", "emit", "replot", "--data", str(tmp_path / "none.csv")], "No such file"),
        (["signal", "show", "tuesday"], "no such signal"),
    ]:
        refused = plotlane(*wrong, *data_dir)
        assert refused.returncode == 1
        assert said in refused.stderr
        assert "Traceback" not in refused.stderr


def a_session(address: str, chart: str, text: str) -> str:
    """A session of the one local user, ready to be drawn."""
    with grpc.insecure_channel(address) as channel:
        agent: Any = agent_pb2_grpc.AgentServiceStub(channel)  # type: ignore[arg-type]
        session_id = str(agent.CreateSession(agent_pb2.CreateSessionRequest(chart_id=chart)).session_id)
        agent.SetDataset(agent_pb2.SetDatasetRequest(session_id=session_id, text=text))
    return session_id
