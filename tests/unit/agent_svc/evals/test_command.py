"""The command of evals, as far as it needs no services: what it refuses, what it writes down, and its schema."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
import typer
from typer.testing import CliRunner

from agent_svc.evals.__main__ import evaluate
from agent_svc.evals.case import read_folder
from agent_svc.evals.recipe import read_recipe

RECIPE = Path(__file__).resolve().parents[4] / "evals" / "cases.yaml"


@pytest.fixture
def command() -> typer.Typer:
    app = typer.Typer()
    app.command()(evaluate)
    return app


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        ([], "name a folder of cases or a recipe"),
        (["/nowhere/cases.yaml"], "No such file"),
        ([str(RECIPE), "--only", "nothing-like-it"], "no case has nothing-like-it"),
        ([str(RECIPE), "--baseline", str(RECIPE)], "is no report"),
    ],
)
def test_what_cannot_be_run_is_one_line_and_exit_code_two(
    command: typer.Typer, arguments: list[str], said: str
) -> None:
    ended = CliRunner().invoke(command, arguments)
    assert ended.exit_code == 2
    assert said in ended.stderr
    assert ended.stderr.count("\n") == 1


def test_a_recipe_can_be_written_down_as_the_folders_that_it_stands_for(command: typer.Typer, tmp_path: Path) -> None:
    ended = CliRunner().invoke(command, [str(RECIPE), "--only", "pie.", "--only", "seaborn", "--write", str(tmp_path)])
    assert ended.exit_code == 0
    wanted = [case for case in read_recipe(RECIPE).cases() if case.chart == "pie" and case.library == "seaborn"]
    assert {case.id: case for case in read_folder(tmp_path)} == {case.id: case for case in wanted}


def test_a_folder_that_holds_a_recipe_stands_for_it(command: typer.Typer, tmp_path: Path) -> None:
    only = ["--only", "pie.plain.seaborn", "--write", str(tmp_path)]
    assert CliRunner().invoke(command, [str(RECIPE.parent), *only]).exit_code == 0
    assert [case.id for case in read_folder(tmp_path)] == ["pie.plain.seaborn"]


def test_the_schema_of_reports_is_printed(command: typer.Typer) -> None:
    schema = json.loads(CliRunner().invoke(command, ["--schema"]).stdout)
    assert schema["properties"]["schema"]["const"] == "plotlane-eval/1"
