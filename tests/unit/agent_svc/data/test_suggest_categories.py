"""Which chart a table of texts and numbers is offered, wherever its columns stand."""

from __future__ import annotations

from itertools import permutations

import pytest

from agent_svc.data import default_bindings, read
from agent_svc.data.steps import unstepped
from agent_svc.data.suggestions.suggest import Suggestion, suggest
from tests_support.shipped import shipped_catalogue

CHARTS = {chart.id: chart.roles for chart in shipped_catalogue().charts.values()}


def suggested(text: str) -> tuple[Suggestion, ...]:
    return suggest(unstepped(read(text)), CHARTS)


def bound(text: str, chart: str) -> dict[str, str | list[str]]:
    return default_bindings(read(text).profile.columns, CHARTS[chart])


def table(columns: dict[str, list[str]]) -> str:
    return "\n".join(",".join(line) for line in [[*columns], *zip(*columns.values(), strict=True)]) + "\n"


def of_rows(count: int) -> dict[str, list[str]]:
    rows = range(count)
    return {
        "Region": ["North" if row < count / 2 else "South" for row in rows],
        "City": [f"Town of {chr(97 + row % 26)}{chr(97 + row // 26)}" for row in rows],
        "Code": [f"X{row:03d}" for row in rows],
        "Open": ["yes" if row % 2 else "no" for row in rows],
        "Land": ["Utopia"] * count,
        "Sales": [str(row * 7 % 11 + 1) for row in rows],
    }


KINDS_OF_TEXTS = [
    ("Region", "City"),
    ("Region", "Code"),
    ("Region", "Open"),
    ("Region", "Land"),
    ("City", "Land"),
    ("Region", "City", "Open"),
]


@pytest.mark.parametrize("count", [4, 20, 70])
@pytest.mark.parametrize("texts", KINDS_OF_TEXTS, ids="-".join)
def test_a_text_and_a_number_get_a_suggestion_whatever_the_order_of_the_columns(
    texts: tuple[str, ...], count: int
) -> None:
    columns = of_rows(count)
    for names in permutations([*texts, "Sales"]):
        assert suggested(table({name: columns[name] for name in names})), names


@pytest.mark.parametrize("order", [*permutations(["Region", "City", "Sales"])], ids="-".join)
def test_each_row_has_its_bar_where_few_names_stand_behind_their_groups(order: tuple[str, ...]) -> None:
    columns = of_rows(4)
    text = table({name: columns[name] for name in order})
    assert suggested(text)[0].chart_id == "bar"
    assert bound(text, "bar") == {"x": "City", "y": "Sales"}


def test_groups_go_before_names_that_are_too_many_for_a_bar_each() -> None:
    columns = of_rows(70)
    text = table({name: columns[name] for name in ("City", "Region", "Sales")})
    assert suggested(text)[0].chart_id == "box"
    assert bound(text, "bar") == {"x": "Region", "y": "Sales"}


@pytest.mark.parametrize("same", ["2023-01-01", "Utopia"])
def test_what_all_rows_share_is_no_axis(same: str) -> None:
    text = table({"State": [same] * 3, "City": ["Paris", "Lyon", "Nice"], "People": ["21", "5", "3"]})
    assert suggested(text)[0].chart_id == "bar"
    assert bound(text, "bar") == {"x": "City", "y": "People"}


def test_a_text_that_all_rows_share_is_a_place_before_a_number() -> None:
    assert bound("from,to,Power,Loss\ncoal,grid,5,1\ngas,grid,3,2\n", "sankey") == {
        "source": "from",
        "target": "to",
        "value": "Power",
    }


def test_tasks_that_begin_together_are_tasks_all_the_same() -> None:
    text = "Task,Start,End\nPlan,2024-01-01,2024-02-01\nBuild,2024-01-01,2024-04-01\n"
    assert suggested(text)[0].chart_id == "gantt"


@pytest.mark.parametrize("name", ["Sample", "Probe", "Sample ID", "zip"])
def test_a_few_rows_that_only_samples_or_codes_name_have_a_bar_each(name: str) -> None:
    text = f"{name},Value\n01067,1.2\n10115,2.3\n80331,3.1\n"
    assert suggested(text)[0].chart_id == "bar"
    assert bound(text, "bar") == {"x": name, "y": "Value"}


def test_many_samples_are_shown_by_how_their_values_are_spread() -> None:
    rows = "".join(f"S{number},{number * 7 % 11}.5\n" for number in range(40))
    assert suggested("Sample,Value\n" + rows)[0].chart_id == "histogram"


def test_samples_name_no_rows_where_groups_stand_beside_them() -> None:
    text = "Sample,Soil,Value\nS1,clay,1\nS2,clay,2\nS3,sand,4\nS4,sand,3\n"
    assert suggested(text)[0].chart_id == "strip"


def shares(name: str, values: str) -> set[str]:
    rows = "".join(f"web{place},{value}\n" for place, value in enumerate(values.split()))
    return {one.chart_id for one in suggested(f"Server,{name}\n{rows}")}


WHOLES = [("CPU", "48% 22% 30%"), ("CPU", "33% 33% 33%"), ("Share", "0.5 0.3 0.2"), ("CPU", "10% 20% 30% 10% 20% 10%")]
NO_WHOLES = [("CPU", "48% 1% 64%"), ("CPU", "0.5% 0.3% 0.2%"), ("CPU", "10% 20% 30% 40% 50% 60%")]


@pytest.mark.parametrize(("name", "values"), WHOLES)
def test_shares_that_make_a_whole_are_offered_as_its_parts(name: str, values: str) -> None:
    assert {"donut", "pareto"} <= shares(name, values)


@pytest.mark.parametrize(("name", "values"), NO_WHOLES)
def test_percentages_that_make_no_whole_are_bars_and_no_parts(name: str, values: str) -> None:
    assert shares(name, values) == {"bar", "lollipop"}


def test_events_with_a_year_each_are_a_line_of_time() -> None:
    text = "Year,Event\n1969,Moon landing\n1989,Fall of the Berlin Wall\n2007,iPhone\n"
    assert [one.chart_id for one in suggested(text)] == ["timeline"]


def test_amounts_that_stayed_text_are_counted_by_no_chart() -> None:
    assert not suggested("Jahr,Gäste\n2020,a 1200\n2021,1350 b\n2022,c 1500\n2023,1610\n")


def test_times_of_many_rows_make_no_bars() -> None:
    rows = range(61)
    runners = table(
        {
            "Runner": [f"R{row}" for row in rows],
            "Age": [str(20 + row * 7 % 40) for row in rows],
            "Finish time": [f"1:{row % 60:02}:{row * 7 % 60:02}" for row in rows],
        }
    )
    assert not any("Finish time" in one.why for one in suggested(runners))
    assert suggested(runners)


def test_a_table_of_results_shows_teams_and_not_their_places() -> None:
    results = {
        "Pl.": [f"{place}." for place in range(1, 7)],
        "Verein": ["Aalen", "Bonn", "Celle", "Dachau", "Emden", "Fulda"],
        "Pkt.": ["84", "80", "75", "61", "58", "40"],
    }
    assert bound(table(results), "bar")["x"] == "Verein"
    assert "Pl." not in suggested(table(results))[0].why
    places = table({"Pl.": results["Pl."], "Pkt.": results["Pkt."]})
    assert bound(places, "bar")["x"] == "Pl."
