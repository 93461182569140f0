"""Which chart a table is offered first, and why."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from agent_svc.data import default_bindings, read
from agent_svc.data.steps import apply_step, read_step, unstepped
from agent_svc.data.suggestions.suggest import MAX_SUGGESTIONS, Suggestion, suggest
from tests_support.shipped import shipped_catalogue

CHARTS = {chart.id: chart.roles for chart in shipped_catalogue().charts.values()}


def suggested(source: str | bytes) -> tuple[Suggestion, ...]:
    return suggest(unstepped(read(source)), CHARTS)


def table(head: str, *lines: str) -> str:
    return "\n".join([head, *lines]) + "\n"


def days(count: int, value: str = "{n}", month: str = "2024-03") -> list[str]:
    return [f"{month}-{n:02d},{value.format(n=n * 7 % 11 + 0.5)}" for n in range(1, count + 1)]


def crossed(first: str, second: str) -> list[str]:
    pairs = [(a, b) for a in first.split() for b in second.split()]
    return [f"{a},{b},{place * 3 % 7 + 1}" for place, (a, b) in enumerate(pairs)]


TABLES = {
    "a measure over days": (table("Day,Rain", *days(20)), "line-timeseries"),
    "two measures over days": (table("Day,Rain,Sun", *days(12, "{n},3")), "line-multi"),
    "groups over days": (
        table("Day,City,Rain", *crossed("2024-01-01 2024-01-02 2024-01-03", "Bonn Kiel")),
        "line-multi",
    ),
    "two moments": (table("Day,City,Rain", *crossed("2024-01-01 2024-06-01", "Bonn Kiel Ulm")), "slope"),
    "two years": (table("Year,City,Rain", *crossed("2019 2024", "Bonn Kiel Ulm")), "slope"),
    "a measure over years": (table("Year,Rain", *(f"{year},{year % 7}" for year in range(2001, 2020))), "line"),
    "groups over years": (table("Year,City,Rain", *crossed("2019 2020 2021", "Bonn Kiel")), "line-multi"),
    "months": (table("Month,Rain", "January,3", "February,5", "March,2"), "line"),
    "weekdays in German": (table("Tag,Umsatz", "Montag,3", "Dienstag,5", "Mittwoch,2"), "line"),
    "one number": (table("Height", *(f"{150 + n * 13 % 40}" for n in range(40))), "histogram"),
    "a numbered number": (table("id,Height", *(f"{n},{150 + n * 13 % 40}" for n in range(40))), "histogram"),
    "two numbers": (table("a,b", *(f"{n * 13 % 40},{n * 7 % 11}" for n in range(30))), "scatter"),
    "two numbers in order": (table("t,v", *(f"{n},{n * 7 % 11}" for n in range(30))), "line"),
    "three numbers": (table("a,b,c", *(f"{n * 13 % 40},{n * 7 % 11},{n % 5}" for n in range(30))), "bubble"),
    "one value a category": (table("Crop,Yield", "Beet,3", "Carrot,5", "Leek,2"), "bar"),
    "long names": (table("Crop,Yield", "Beet of the northern plains,3", "Carrot,5", "Leek,2"), "bar-horizontal"),
    "many names": (table("Crop,Yield", *(f"c{n},{n * 7 % 13}" for n in range(20))), "bar-horizontal"),
    "above and below zero": (table("Crop,Gain", "Beet,3", "Carrot,-5", "Leek,2"), "bar-diverging"),
    "parts of a whole": (table("Crop,Share", "Beet,30%", "Carrot,50%", "Leek,20%"), "donut"),
    "percent without the word": (table("Party,Votes", "A,30 %", "B,50 %", "C,20 %"), "donut"),
    "stages": (table("Stage,Visitors", "Seen,300", "Clicked,50", "Bought,20"), "funnel"),
    "changes": (table("Item,Change", "Sales,300", "Rent,-50", "Tax,-20"), "waterfall"),
    "with an error": (table("Crop,Yield,SD", "Beet,3,0.2", "Carrot,5,0.4", "Leek,2,0.1"), "errorbar"),
    "with an error along a number": (table("Dose,Mean,SEM", "0,5.1,0.4", "10,6,0.5", "100,7.2,0.6"), "errorbar"),
    "with an error over time": (table("Day,I (mA),ΔI (mA)", *days(9, "{n},0.1")), "errorbar"),
    "changes without a common total": (table("Gene,Log2 fold change", "TP53,2", "MYC,-3", "EGFR,1"), "bar-diverging"),
    "changes of things side by side": (table("Region,Change", "North,12", "South,-5", "East,7"), "bar-diverging"),
    "changes from a start": (table("Part,Change", "Opening balance,40", "Gifts,9", "Rent,-5"), "waterfall"),
    "women and men": (table("Age,Men,Women", "0-9,3,4", "10-19,5,5", "20-29,2,3"), "pyramid"),
    "several measures": (table("Crop,North,South,West", "Beet,3,2,9", "Carrot,5,4,8", "Leek,2,1,7"), "bar-grouped"),
    "measures of different kinds": (table("Crop,Yield,Water,Days", "Beet,3,2,9", "Carrot,5,4,8", "Leek,2,1,7"), "bar"),
    "amounts of money": (table("Branch,Revenue,Cost,Profit", "Bonn,9,5,4", "Kiel,8,4,4", "Ulm,5,3,2"), "bar-grouped"),
    "parts and their sum": (
        table("Branch,Pumps,Valves,Seals,Total", "Bonn,9,5,4,18", "Kiel,8,4,4,16", "Ulm,5,3,2,10"),
        "bar-grouped",
    ),
    "answers counted": (
        table("Question,Disagree,Neutral,Agree", "Good?,4,10,31", "Quick?,22,9,20", "Kind?,1,8,37"),
        "bar-stacked",
    ),
    "years beside places": (table("Year,Bonn,Kiel", "2019,3,4", "2020,5,2", "2021,4,4"), "line-multi"),
    "two texts crossed": (table("Crop,Soil,Yield", *crossed("Beet Leek Kale", "clay sand")), "bar-grouped"),
    "many values a group": (table("Soil,Yield", *(f"{'clay' if n % 2 else 'sand'},{n % 9}" for n in range(30))), "box"),
    "few values a group": (table("Soil,Yield", *(f"s{n // 3},{n % 9}" for n in range(12))), "strip"),
    "two measures in groups": (
        table("Soil,Dose,Yield", *(f"{'clay' if n % 2 else 'sand'},{n},{n % 9}" for n in range(30))),
        "scatter",
    ),
    "many points": (table("a,b", *(f"{n * 7919 % 10007},{n * 104729 % 9973}" for n in range(3000))), "hexbin"),
    "a grid": (table("a,b,c", *(f"{a},{b},{a * b}" for a in range(5) for b in range(6))), "contour"),
    "a vector field": (table("x,y,u,v", *(f"{n % 3},{n // 3},1,{n}" for n in range(9))), "quiver"),
    "prices": (table("Day,Open,High,Low,Close", *days(9, "{n},9,1,5")), "candlestick"),
    "flows": (table("Source,Target,Value", "coal,power,5", "gas,power,3"), "sankey"),
    "tasks": (table("Task,Start,End", "Plan,2024-01-01,2024-02-01", "Build,2024-02-01,2024-04-01"), "gantt"),
    "events": (table("Day,Event", "2024-01-01,founded", "2024-02-01,grown"), "timeline"),
    "many measures": (
        table("a,b,c,d", *(f"{n * 3 % 7},{n * 5 % 7},{n % 4},{n % 3}" for n in range(20))),
        "correlation",
    ),
    "answers of people": (
        table("Respondent,Age,Answer", *(f"R{n:03d},{n % 4 * 10},{'yes' if n % 3 else 'no'}" for n in range(40))),
        "box",
    ),
    "answers in words": (
        table("Person,Team,Answer", *(f"Nr {n} x,{'AB'[n % 2]},{'yes' if n % 3 else 'no'}" for n in range(40))),
        "bar-grouped",
    ),
    "one column of words": (table("Answer", *("yes" if n % 3 else "no" for n in range(20))), "bar"),
    "measures that cannot be compared": (
        table("Land,Area (km²),Slope (%)", "A,300,5", "B,250,7", "C,500,3"),
        "bar",
    ),
    "orders": (
        table(
            "Order ID,Customer,Qty,Price,Total,Day",
            *(
                f"SO-{n},{'ABCD'[n % 4]},{n % 7},{n % 9}.5,{n * 13 % 89},2024-{n % 12 + 1:02d}-{n % 27 + 1:02d}"
                for n in range(80)
            ),
        ),
        "bar",
    ),
    "many events": (
        table("Day,Kind", *(f"2024-03-{n % 28 + 1:02d},{'AB'[n % 2]}" for n in range(90))),
        "heatmap-calendar",
    ),
}


@pytest.mark.parametrize(("text", "chart"), TABLES.values(), ids=TABLES)
def test_the_first_chart_is_the_one_a_person_would_draw(text: str, chart: str) -> None:
    suggestions = suggested(text)
    assert suggestions[0].chart_id == chart, suggestions


@pytest.mark.parametrize("text", [text for text, _ in TABLES.values()], ids=TABLES)
def test_suggestions_are_few_different_and_each_has_a_reason(text: str) -> None:
    suggestions = suggested(text)
    charts = [one.chart_id for one in suggestions]
    assert len(set(charts)) == len(charts) <= MAX_SUGGESTIONS
    assert all(one.why.endswith(".") and "\n" not in one.why for one in suggestions)


EXAMPLES = sorted((Path(__file__).parents[4] / "examples").glob("*.csv"))
PEOPLE_HAVE = {
    **{name: text for name, (text, _) in TABLES.items()},
    **{path.stem: path.read_bytes() for path in EXAMPLES},
}


@pytest.mark.parametrize("source", PEOPLE_HAVE.values(), ids=PEOPLE_HAVE)
def test_a_suggestion_that_is_taken_shows_every_column_that_its_reason_names(source: str | bytes) -> None:
    for one in suggested(source):
        stepped = unstepped(read(source))
        for step in one.steps:
            stepped = apply_step(stepped, read_step(step.arguments))
        columns = stepped.dataset.profile.columns
        named = set(re.findall("“(.*?)”", one.why)) & {column.name for column in columns}
        bound = default_bindings(columns, CHARTS[one.chart_id]).values()
        shown = {name for names in bound for name in ([names] if isinstance(names, str) else names)}
        assert named <= shown, one


def test_only_charts_that_there_are_and_that_the_columns_fill_are_offered() -> None:
    assert suggest(unstepped(read(TABLES["one number"][0])), {}) == ()


POOR = {
    "words that never repeat": "a,b\nx,y\nz,w\n",
    "numbers of rows": table("id", *map(str, range(1, 9))),
    "one number": "Height\n180\n",
    "the same number": table("Height", *["180"] * 9),
    "one day after the other": table("Day", *(f"2024-03-{day:02d}" for day in range(1, 29))),
    "one year after the other": table("Year", *map(str, range(2001, 2009))),
}


@pytest.mark.parametrize("text", POOR.values(), ids=POOR)
def test_a_table_that_measures_and_counts_nothing_is_offered_no_chart_rather_than_one_of_ones(text: str) -> None:
    assert suggested(text) == ()


def test_a_sum_is_not_drawn_beside_its_parts() -> None:
    columns = read(TABLES["parts and their sum"][0]).profile.columns
    assert default_bindings(columns, CHARTS["bar-grouped"])["y"] == ["Pumps", "Valves", "Seals"]
