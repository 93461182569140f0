"""The shipped recipe: what its cases hold, how they are written, and what they expect."""

from __future__ import annotations

from collections import Counter
from functools import cache
from pathlib import Path

import pytest

from agent_svc.evals.case import Case, CaseError
from agent_svc.evals.perturbation import PERTURBATIONS
from agent_svc.evals.recipe import read_recipe
from tests_support.shipped import shipped_catalogue

RECIPE = Path(__file__).resolve().parents[4] / "evals" / "cases.yaml"
REQUIRED = {
    *("scatter", "line", "line-timeseries", "area", "bar", "bar-grouped"),
    *("histogram", "box", "violin", "heatmap", "pie"),
}


@cache
def cases() -> tuple[Case, ...]:
    return tuple(read_recipe(RECIPE).cases())


@cache
def named() -> dict[str, Case]:
    return {case.id: case for case in cases()}


def test_every_required_chart_meets_every_perturbation_in_both_libraries() -> None:
    assert {case.chart for case in cases()} == REQUIRED
    assert len(cases()) == len(named()) == 11 * len(PERTURBATIONS) * 2 >= 120
    assert Counter(case.library for case in cases()) == {"matplotlib": 110, "seaborn": 110}


def test_the_same_file_and_seed_make_the_same_cases_to_the_byte() -> None:
    assert tuple(read_recipe(RECIPE).cases()) == cases()


def test_no_case_is_larger_than_a_paste_may_be() -> None:
    assert max(len(case.data) for case in cases()) < 200 * 1024


@pytest.mark.parametrize("chart", sorted(REQUIRED))
def test_many_rows_are_about_five_thousand(chart: str) -> None:
    assert 4_500 < (named()[f"{chart}.many-rows.matplotlib"].expect.rows or 0) < 5_500


@pytest.mark.parametrize("chart", sorted(REQUIRED))
def test_twelve_rows_are_twelve(chart: str) -> None:
    assert named()[f"{chart}.twelve-rows.matplotlib"].data.count(b"\n") == 13


@pytest.mark.parametrize("chart", sorted(REQUIRED))
def test_times_ten_makes_measured_values_about_ten_times_as_large(chart: str) -> None:
    plain, larger = (named()[f"{chart}.{name}.matplotlib"].expect for name in ("plain", "times-ten"))
    measured = [name for name, column in plain.columns.items() if column.total is not None and name != "hour"]
    assert measured
    for name in measured:
        assert 8 < (larger.columns[name].total or 0) / (plain.columns[name].total or 0) < 12


@pytest.mark.parametrize(
    ("case", "header", "cell"),
    [
        ("scatter.headers", "Baumart,Gemessen am,Stammdurchmesser (cm),Höhe (m)", ""),
        ("scatter.foreign-dates", "species,measured,diameter,height", "04.09.2023"),
        ("line.foreign-dates", "strain,started,growth", "19/02/2024"),
        ("bar.foreign-dates", "variety,harvested,yield", "07/15/2024"),
        ("line-timeseries.foreign-dates", "station,date,NO2", "2. Januar 2023"),
        ("area.foreign-dates", "month,power,gas,heat", "15 Jan 2021"),
        ("pie.decimal-comma", "category;booked;amount", "13.01.2024"),
        ("box.missing-cells", "site,surveyed,height", "k. A."),
        ("bar.extra-columns", "sample_id,variety,harvested,yield,operator,room temperature (°C),remark", "S-0001"),
    ],
)
def test_a_perturbation_is_written_as_people_write_it(case: str, header: str, cell: str) -> None:
    text = named()[f"{case}.matplotlib"].data.decode()
    assert text.splitlines()[0] == header
    assert cell in text


def test_expectations_name_what_can_be_read_in_two_ways() -> None:
    assert named()["line.foreign-dates.seaborn"].expect.reading == {"date_order:started": "day first"}
    assert named()["pie.decimal-comma.seaborn"].expect.reading == {
        "date_order:booked": "day first",
        "decimal_mark:amount": "comma",
        "delimiter": "semicolon",
    }


def test_missing_cells_are_counted_and_no_part_of_the_total() -> None:
    column = named()["bar.missing-cells.matplotlib"].expect.columns["yield"]
    cells = [line.split(",")[2] for line in named()["bar.missing-cells.matplotlib"].data.decode().splitlines()[1:]]
    assert column.missing == cells.count("missing") > 0
    assert column.total == pytest.approx(sum(float(cell) for cell in cells if cell != "missing"))


def test_bindings_fit_the_charts_that_they_are_for() -> None:
    charts = shipped_catalogue().charts
    for case in cases():
        headers = set(case.expect.columns)
        bound = case.bindings or case.expect.bindings or {}
        assert {role.name for role in charts[case.chart].roles if role.required} <= set(bound), case.id
        assert {name for names in bound.values() for name in names} <= headers, case.id


def test_a_wrong_recipe_is_named_with_its_field(tmp_path: Path) -> None:
    wrong = tmp_path / "wrong.yaml"
    wrong.write_text("seed: 1\nlibraries: [matplotlib]\nperturbations: [upside-down]\ncharts: {}\n")
    with pytest.raises(CaseError, match="upside-down"):
        read_recipe(wrong)


@pytest.mark.parametrize("text", ["- a\n- b", "a: [", "\x00"])
def test_what_is_no_recipe_is_refused_in_one_line(tmp_path: Path, text: str) -> None:
    wrong = tmp_path / "wrong.yaml"
    wrong.write_text(text)
    with pytest.raises(CaseError) as refused:
        read_recipe(wrong)
    assert "\n" not in str(refused.value)
