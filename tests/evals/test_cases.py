"""The shipped cases through four real processes: every picture is ok, was read right, and took no model."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

from agent_svc.evals.case import Case, write_case
from agent_svc.evals.recipe import read_recipe
from agent_svc.evals.report import read_report
from tests_support import RunningHouse

RECIPE = Path(__file__).resolve().parents[2] / "evals" / "cases.yaml"


def plotlane_eval(house: RunningHouse, *arguments: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "plotlane_kit.cli", "eval", *arguments, "--data-dir", str(house.data_dir)]
    return subprocess.run(command, capture_output=True, text=True, timeout=1_800, check=False)


def covering(cases: list[Case]) -> list[Case]:
    """Each chart once and each perturbation at least once, the libraries taking turns."""
    charts = list(dict.fromkeys(case.chart for case in cases))
    perturbations = list(dict.fromkeys(case.perturbation for case in cases))
    wanted = {
        (chart, perturbations[place % len(perturbations)], ("matplotlib", "seaborn")[place % 2])
        for place, chart in enumerate(charts)
    }
    return [case for case in cases if (case.chart, case.perturbation, case.library) in wanted]


def test_a_covering_sample_of_the_shipped_cases_is_ok(house: RunningHouse, tmp_path: Path) -> None:
    sample = covering(list(read_recipe(RECIPE).cases()))
    assert len(sample) == 11
    assert len({case.perturbation for case in sample}) == 10
    for case in sample:
        write_case(case, tmp_path / "cases")
    ended = plotlane_eval(house, str(tmp_path / "cases"), "--report", str(tmp_path / "report.json"))
    assert ended.returncode == 0, ended.stdout + ended.stderr
    expect_all_ok(tmp_path / "report.json", len(sample))


@pytest.mark.full
def test_every_shipped_case_is_ok(house: RunningHouse, tmp_path: Path) -> None:
    ended = plotlane_eval(house, str(RECIPE), "--report", str(tmp_path / "report.json"))
    assert ended.returncode == 0, ended.stdout + ended.stderr
    expect_all_ok(tmp_path / "report.json", 220)


def expect_all_ok(report: Path, cases: int) -> None:
    made = read_report(report)
    assert (made.totals.passed, made.totals.cases) == (cases, cases)
    assert made.totals.model_calls == made.totals.tokens == 0
    assert not any(case.padded for case in made.cases)
    assert {case.outcome for case in made.cases} == {"ok"}


def test_a_case_that_is_not_as_expected_fails_with_what_differs_and_against_a_baseline(
    house: RunningHouse, tmp_path: Path
) -> None:
    home = tmp_path / "cases" / "wrong"
    home.mkdir(parents=True)
    (home / "data.csv").write_text("k;v\na;0,435\nb;0,5\n")
    held: dict[str, object] = {"chart": "bar", "expect": {"columns": {"v": {"type": "number", "total": 0.935}}}}
    (home / "case.json").write_text(json.dumps(held))
    (home / "change_request.txt").write_text("make it horizontal")
    baseline = str(tmp_path / "before.json")
    ended = plotlane_eval(house, str(home), "--report", baseline)
    assert ended.returncode == 0, ended.stdout + ended.stderr

    held["expect"] = {"columns": {"v": {"type": "number", "total": 935}}}
    (home / "case.json").write_text(json.dumps(held))
    ended = plotlane_eval(house, str(home), "--baseline", baseline)
    assert ended.returncode == 1
    assert "v: adds up to 0.935 instead of 935" in ended.stdout
    assert "no longer passes: wrong (ok)" in ended.stdout
    assert "worse than the baseline: 0.0% of 1 cases pass; it was 100.0%" in ended.stdout
