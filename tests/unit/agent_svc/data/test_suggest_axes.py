"""Axes of the first picture: what goes along it is time or a place, and never what only numbers the rows."""

from __future__ import annotations

import pytest

from agent_svc.data import default_bindings, read
from tests_support.wide_tables import CHARTS, suggested, taken


def first(text: str) -> tuple[str, dict[str, str | list[str]]]:
    """The best chart, and what its roles start from."""
    best = suggested(text)[0]
    return best.chart_id, default_bindings(taken(text, best).dataset.profile.columns, CHARTS[best.chart_id])


def table(head: str, *rows: str) -> str:
    return "\n".join([head, *rows]) + "\n"


@pytest.mark.parametrize("head", ["Year,Region,Cases", "Region,Year,Cases"])
def test_lines_of_a_slope_chart_go_from_year_to_year(head: str) -> None:
    cells = [{"Year": f"{year}", "Region": name, "Cases": f"{n}"} for year in (2023, 2024) for n, name in AREAS]
    text = table(head, *(",".join(row[name] for name in head.split(",")) for row in cells))
    assert first(text) == ("slope", {"x": "Year", "y": "Cases", "group": "Region"})


AREAS = [(500, "North"), (450, "South"), (300, "West")]


def test_lines_of_a_slope_chart_go_from_one_of_two_conditions_to_the_other() -> None:
    columns = read(table("Who,When,Pain", *(f"{who},{when},{n}" for n, who in AREAS for when in ("pre", "post"))))
    assert default_bindings(columns.profile.columns, CHARTS["slope"]) == {"x": "When", "y": "Pain", "group": "Who"}


@pytest.mark.parametrize("number", ["subject", "Patient", "Versuchsperson", "RECORD RN", "q"])
def test_numbers_of_people_and_records_are_no_axis(number: str) -> None:
    text = table(f"{number},arm,score", *(f"{n + 1},{'AB'[n % 2]},{n * 7 % 11 + 30}" for n in range(6)))
    assert first(text) == ("strip", {"x": "arm", "y": ["score"]})


def test_participants_of_courses_and_tiers_of_prices_are_measured() -> None:
    assert first(table("Kurs,Teilnehmer", "Yoga,12", "Judo,9", "Tanz,17"))[1]["y"] == "Teilnehmer"


@pytest.mark.parametrize("number", ["block", "Parzelle"])
def test_blocks_of_a_trial_are_no_axis(number: str) -> None:
    rows = [f"{arm},{n},{n * 7 % 11 + 4}.5" for arm in ("N", "NPK") for n in range(1, 5)]
    assert first(table(f"arm,{number},Ertrag", *rows)) == ("strip", {"x": "arm", "y": ["Ertrag"]})


def test_ranks_of_a_race_are_no_measure_where_names_fall_into_groups() -> None:
    text = table("Rank,Name,Nation", "1,Kip,KEN", "2,Abdi,BEL", "3,Kor,KEN", "4,Bek,ETH")
    assert first(text) == ("bar", {"x": "Nation", "y": "Rows"})


def test_places_of_a_table_of_results_may_leave_some_out() -> None:
    text = table("Platz,Verein,Punkte", "1.,Bonn,90", "2.,Kiel,73", "18.,Ulm,17")
    assert first(text) == ("bar", {"x": "Verein", "y": "Punkte"})


def test_measures_of_rows_with_a_name_each_are_not_torn_apart_by_groups() -> None:
    text = table("Player,Team,Goals,Assists", "Kane,BAY,36,8", "Gui,STU,28,3", "Undav,STU,18,9")
    assert first(text) == ("bar-grouped", {"x": "Player", "y": ["Goals", "Assists"]})


@pytest.mark.parametrize("cells", ["Load,{n}", "Load,{n};Temp,{t}"])
def test_times_in_even_steps_are_what_a_line_goes_along_over_midnight_too(cells: str) -> None:
    names = [cell.split(",")[0] for cell in cells.split(";")]
    values = [",".join(cell.split(",")[1] for cell in cells.split(";")).format(n=n % 7, t=n % 5) for n in range(96)]
    times = [f"{(20 + n // 4) % 24:02d}:{n % 4 * 15:02d}" for n in range(96)]
    text = table(",".join(["Time", *names]), *(f"{time},{value}" for time, value in zip(times, values, strict=True)))
    assert first(text) == ("line" if len(names) == 1 else "line-multi", {"x": "Time", "y": names})


def test_how_long_something_took_is_no_axis() -> None:
    rows = [f"2:{n:02d}:{n * n * 7 % 60:02d},{20 + n * 7 % 30}" for n in range(12)]
    assert first(table("Finish,Age", *rows))[1] == {"x": "Finish", "y": "Age"}
    assert first(table("Finish,Age", *rows))[0] == "bar"


@pytest.mark.parametrize("step", [-2, -1.93])
def test_a_spectrum_that_falls_from_row_to_row_is_a_line(step: float) -> None:
    rows = [f"{4000 + n * step:.2f},{n * 7 % 11}" for n in range(60)]
    assert first(table("cm-1,A", *rows)) == ("line", {"x": "cm-1", "y": ["A"]})


def test_what_is_sorted_by_size_is_no_spectrum() -> None:
    assert first(table("Score,Age", *(f"{100 - n * n},{n * 7 % 30}" for n in range(9))))[0] == "scatter"


@pytest.mark.parametrize("names", [["Bonn", "Kiel", "Ulm", "Jena"], ["old", "new"]])
def test_columns_called_x_and_y_beside_names_or_groups_are_points(names: list[str]) -> None:
    text = table("name,X,Y", *(f"{names[n % len(names)]},{n * 5 % 7},{n * n}" for n in range(4)))
    assert first(text)[0] == "scatter"
    assert first(text)[1].items() >= {"x": "X", "y": ["Y"]}.items()


def test_nothing_that_is_measured_goes_along_the_dates_of_births() -> None:
    rows = [f"{'AB'[n % 2]},19{n * 7 % 40 + 50}-07-04,{n * 7 % 11 + 60}" for n in range(12)]
    assert first(table("arm,dob,hr", *rows)) == ("box", {"x": "arm", "y": ["hr"]})
    assert first(table("Name,Born", "Ada,1815-12-10", "Alan,1912-06-23", "Grace,1906-12-09"))[0] == "timeline"


def test_stations_and_marks_of_quality_are_no_lines() -> None:
    rows = [f"260,2024-01-{n + 1:02d},{n % 3},{n * 7 % 11}.5" for n in range(12)]
    assert first(table("STN,Datum,QN_9,TT", *rows))[1] == {"x": "Datum", "y": ["TT"]}


def test_words_most_of_which_stand_once_are_not_counted() -> None:
    assert suggested(table("id,v", "1,<0.5", "2,missing", "3,n.d.", "4,<0.5", "5,>500")) == ()


def test_numbers_of_which_each_group_has_one_row_are_what_its_line_goes_along() -> None:
    rows = [f"{6 * n},{group},{n * 7 % 11 + 20}" for n in range(6) for group in ("WT", "KO")]
    assert first(table("Time (h),Group,Signal", *rows)) == (
        "line-multi",
        {"x": "Time (h)", "y": ["Signal"], "group": "Group"},
    )


def test_the_upper_ends_of_classes_are_not_measured() -> None:
    text = table("bin_start,bin_end,count", "0,10,5", "10,20,9", "20,30,15", "30,40,7")
    assert first(text) == ("line", {"x": "bin_start", "y": ["count"]})
    assert first(table("City,temp_min,temp_max", "Ulm,1,9", "Bonn,2,8"))[1]["y"] == ["temp_min", "temp_max"]


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        (table("x,y,z", "A,1,5", "B,2,7", "C,4,6"), ("bar-grouped", {"x": "x", "y": ["y", "z"]})),
        (table("who,x,y", "A,1,5", "B,2,7", "C,1,6"), ("scatter", {"x": "x", "y": ["y"]})),
    ],
)
def test_points_are_drawn_where_both_x_and_y_are_numbers(text: str, shown: object) -> None:
    assert first(text) == shown


def test_a_count_without_a_name_is_what_years_go_along() -> None:
    text = table(",2022,2023,2024", *(f"{n},{n * 7 % 11},{n * 5 % 11},{n * 3 % 11}" for n in range(1, 13)))
    assert first(text) == ("line", {"x": "Column 1", "y": ["2022", "2023", "2024"]})


@pytest.mark.parametrize("head", ["time,x,y,z", "t,x,y,z", "Zeit (s),x,y,z"])
def test_places_called_x_go_along_the_time_in_front_of_them(head: str) -> None:
    text = table(head, *(f"0.{n},{n % 3},{n * n},{n}" for n in range(8)))
    assert first(text)[1] == {"x": head.split(",")[0], "y": ["y", "x", "z"]}


def test_what_is_called_x_is_the_axis_where_no_time_comes_before_it() -> None:
    text = table("load,x,time", *(f"{n},{n * n},0.{n}" for n in range(8)))
    columns = read(text).profile.columns
    assert default_bindings(columns, CHARTS["line"])["x"] == "x"
