"""Which wide tables are offered a chart of rows, with the steps that make them, and which are left as they are."""

from __future__ import annotations

import json
from collections.abc import Sequence

import pytest

from agent_svc.data import check_bindings, default_bindings, read
from agent_svc.data.steps import apply_step, read_step, unstepped
from agent_svc.data.suggestions.suggest import suggest
from agent_svc.data.suggestions.wide import MOST_CELLS
from tests_support.wide_tables import CHARTS, bound, cells, ops, suggested, taken, wide

CITIES, MANY = "Bonn,Kiel,Ulm", ",".join(f"Town {place}x" for place in range(20))
MONTHS = "Jan,Feb,Mrz,Apr,Mai,Jun"
TABLES = {
    "years": (wide("City", "2019,2020,2021", CITIES), "line-multi", "melt change_type", "Year"),
    "years of one city": (wide("City", "2019,2020,2021", "Bonn"), "line", "melt change_type", "Year"),
    "years of many cities": (wide("City", "2019,2020,2021", MANY), "heatmap", "melt change_type", "Year"),
    "years with a stem": (
        wide("Land", "Umsatz 2019,Umsatz 2020,Umsatz 2021", CITIES),
        "line-multi",
        "rename melt change_type",
        "Jahr",
    ),
    "years of a data bank": (
        wide("Land", "2019 [YR2019],2020 [YR2020],2021 [YR2021]", CITIES),
        "line-multi",
        "rename melt change_type",
        "Year",
    ),
    "fiscal years": (wide("Branch", "FY2019,FY2020,FY2021", CITIES), "line-multi", "rename melt change_type", "Year"),
    "years in Chinese": (wide("城市", "2019年,2020年,2021年", CITIES), "line-multi", "rename melt change_type", "Year"),
    "seasons": (wide("Club", "2009/10,2010/11,2011/12", CITIES), "line-multi", "melt", "Year"),
    "months": (wide("Product", MONTHS, CITIES), "line-multi", "melt", "Monat"),
    "months with units": (wide("City", "Jan (°C),Feb (°C),Mar (°C)", CITIES), "line-multi", "rename melt", "Month"),
    "months of years": (wide("City", "2023-01,2023-02,2023-03", CITIES), "line-multi", "melt", "Month"),
    "months with a gap": (
        wide("City", "Jan 2023,Feb 2023,Dez 2023", CITIES),
        "line-multi",
        "rename melt change_type",
        "Month",
    ),
    "quarters": (wide("Branch", "Q1,Q2,Q3,Q4", CITIES), "line-multi", "melt", "Quarter"),
    "quarters of years": (wide("Branch", "Q3 2022,Q4 2022,Q1 2023", CITIES), "line-multi", "melt", "Quarter"),
    "weekdays": (wide("Branch", "Mo,Di,Mi,Do,Fr", CITIES), "line-multi", "melt", "Weekday"),
    "days": (
        wide("Course", "01.03.2024,08.03.2024,29.03.2024", CITIES),
        "line-multi",
        "rename melt change_type",
        "Date",
    ),
    "weekdays of hours": (
        wide("Hour", "Mon,Tue,Wed,Thu", ",".join(f"{hour:02d}:00" for hour in range(8, 18))),
        "heatmap",
        "melt",
        "Weekday",
    ),
    "months of many years": (wide("Year", MONTHS, ",".join(map(str, range(2011, 2020)))), "heatmap", "melt", "Monat"),
    "hours since a start": (
        wide("Sample", "24 h,0 h,2 h", CITIES),
        "line-multi",
        "rename melt change_type",
        "Time (h)",
    ),
    "days of a study": (
        wide("Patient", "Day 0,Day 7,Day 28", CITIES),
        "line-multi",
        "rename melt change_type",
        "Time (day)",
    ),
    "quarters of a year": (
        wide("Branch", "Q1 FY24,Q2 FY24,Q3 FY24", CITIES),
        "line-multi",
        "rename melt",
        "Quarter FY24",
    ),
    "both in the corner": (
        wide("geo\\time", "2019,2020,2021", CITIES),
        "line-multi",
        "rename melt change_type",
        "Year",
    ),
    "many places": (
        wide("Product", ",".join(f"{name}s" for name in "abcdefghij"), CITIES),
        "heatmap",
        "melt",
        "Series",
    ),
    "marks": (wide("Student", "English,Physics,Art", MANY), "heatmap", "melt", "Series"),
    "samples": (wide("gene", "ctrl_1,ctrl_2,drug_1,drug_2", MANY), "heatmap", "melt", "Series"),
    "a confusion matrix": (wide("true\\pred", CITIES, CITIES), "heatmap", "rename melt", "pred"),
}


@pytest.mark.parametrize(("text", "chart", "wanted", "name"), TABLES.values(), ids=TABLES)
def test_columns_of_one_measure_become_rows_where_a_person_would_make_rows_of_them(
    text: str, chart: str, wanted: str, name: str
) -> None:
    best = suggested(text)[0]
    assert (best.chart_id, " ".join(ops(best))) == (chart, wanted)
    assert "become rows" in best.why
    assert name in [column.name for column in taken(text, best).dataset.columns]


@pytest.mark.parametrize("text", [text for text, *_ in TABLES.values()], ids=TABLES)
def test_after_its_steps_each_suggestion_can_be_drawn_at_once(text: str) -> None:
    for one in suggested(text):
        columns = taken(text, one).dataset.profile.columns
        roles = CHARTS[one.chart_id]
        bound = default_bindings(columns, roles)
        assert check_bindings(taken(text, one).dataset.columns, roles, bound) == [], one


LEFT = {
    "measures of different kinds": "Country,Population,GDP,Area\nA,84,82,57\nB,68,79,51\nC,59,49,32\n",
    "different units": "Country,A (m),B (kg),C (s)\nx,84,82,57\ny,68,79,51\nz,59,49,32\n",
    "different magnitudes": "Model,ab,cd,ef\nx,21,160,2.6\ny,22,108,2.3\nz,18,360,3.4\n",
    "statistics": "Crop,Mean,Min,Max\nBeet,3,2,4\nLeek,5,4,6\nKale,2,1,3\n",
    "years of two measures": wide("City", "Rain 2019,Rain 2020,Rain 2021,Sun 2019,Sun 2020,Sun 2021", CITIES),
    "few categories": wide("Product", "North,South,East", CITIES),
    "two years": wide("City", "2019,2024", CITIES),
    "days that may be months": wide("Course", "01/03/2024,02/03/2024,03/03/2024", CITIES),
    "questions": wide("Respondent", "Q1,Q2,Q3,Q4,Q5", CITIES),
    "treatments": wide("Plot", "T1,T2,T3", CITIES),
    "wavelengths": wide("Sample", "1500,1600,1700", CITIES),
    "rows that repeat": wide("City", "2019,2020,2021", "Bonn,Bonn,Kiel"),
}


@pytest.mark.parametrize("text", LEFT.values(), ids=LEFT)
def test_what_may_be_several_measures_or_is_readable_as_it_is_begins_without_a_step(text: str) -> None:
    assert suggested(text)[0].steps == ()


@pytest.mark.parametrize(
    "text", [LEFT[name] for name in LEFT if "measures" in name or name.startswith(("different", "stat"))]
)
def test_columns_of_different_measures_are_never_put_under_one_another(text: str) -> None:
    assert [one for one in suggested(text) if one.steps] == []


def test_the_rows_hold_every_number_beside_its_row_and_its_year_from_the_earliest_on() -> None:
    text = "City,2021,2020,2019,Total\nBonn,3,2,1,6\nKiel,6,5,,11\n"
    best = suggested(text)[0]
    assert cells(taken(text, best)) == [
        ["City", "Year", "Value"],
        ["Bonn", "2019", "1"],
        ["Kiel", "2019", ""],
        ["Bonn", "2020", "2"],
        ["Kiel", "2020", "5"],
        ["Bonn", "2021", "3"],
        ["Kiel", "2021", "6"],
    ]
    assert best.why.endswith("“Total” is left out.")


def test_time_goes_across_and_the_rows_are_the_lines() -> None:
    for names, noun, value in (
        ("2019,2020,2021", "Year", "Value"),
        (MONTHS, "Monat", "Wert"),
        ("01.03.2024,08.03.2024,29.03.2024", "Date", "Value"),
    ):
        text = wide("City", names, CITIES)
        assert bound(text, "line-multi") == {"x": noun, "y": [value], "group": "City"}
        assert bound(text, "heatmap") == {"x": noun, "y": "City", "value": value}


def test_steps_follow_those_that_were_taken_before() -> None:
    text = wide("City", "2019,2020,2021", CITIES)
    filtered = apply_step(
        unstepped(read(text)), read_step({"op": "filter", "column": "City", "test": "not_equal", "value": "Ulm"})
    )
    best = suggest(filtered, CHARTS)[0]
    assert ops(best) == ["melt", "change_type"]
    assert json.loads(json.dumps([step.arguments for step in best.steps])) == [step.arguments for step in best.steps]


def test_a_table_too_large_to_be_looked_at_is_left_as_it_is() -> None:
    def years(rows: Sequence[int]) -> str:
        return "City,2019,2020,2021\n" + "".join(f"town {row}x,{row % 7},{row % 5},{row % 3}\n" for row in rows)

    assert suggested(years(range(MOST_CELLS // 4)))[0].chart_id == "box"
    assert [one for one in suggested(years(range(MOST_CELLS // 4 + 1))) if one.steps] == []


def test_a_plate_of_wells_stands_as_it_does_on_the_bench() -> None:
    plate = wide("", ",".join(map(str, range(1, 13))), "A,B,C,D,E,F,G,H")
    assert bound(plate, "heatmap") == {"x": "Column", "y": "Row", "value": "Value"}


def test_a_matrix_of_correlations_is_called_one() -> None:
    matrix = ",a,b,c\na,1,0.5,-0.2\nb,0.5,1,0.3\nc,-0.2,0.3,1\n"
    assert bound(matrix, "heatmap") == {"x": "Column", "y": "Row", "value": "Correlation"}
    assert bound(matrix.replace("1,0.3", "0.9,0.3"), "heatmap")["value"] == "Value"
