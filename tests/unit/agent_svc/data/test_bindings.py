"""Bindings: sensible columns to start from, and every line that cannot stand is refused with its remedy."""

from __future__ import annotations

from dataclasses import dataclass

import pytest
from hypothesis import given
from hypothesis import strategies as st

from agent_svc.data import Dataset, check_bindings, default_bindings, read
from agent_svc.data.bindings.roles import columns_of
from tests_support.shipped import shipped_catalogue


@dataclass(frozen=True)
class Role:
    name: str
    types: tuple[str, ...]
    required: bool = True
    family: bool = False
    min: int | None = None
    max: int | None = None


X = Role("x", ("number", "date"))
Y = Role("y", ("number",))
YS = Role("y", ("number",), family=True, max=3)
WHEN = Role("x", ("date",))
CATEGORY = Role("category", ("text", "boolean", "date", "number"))
VALUE = Role("value", ("number",))
GROUP = Role("group", ("text", "boolean"), required=False)
SIZE = Role("size", ("number",), required=False)

FIELD = read(
    "Nr;Datum;Sorte;Ertrag (t/ha);Streuung (t/ha);Temp. (°C)\n"
    "1;01.02.2024;A;1,5;0,1;12\n2;02.02.2024;B;2,5;0,2;13\n3;03.02.2024;A;3,5;0,3;15\n"
)
PLAIN = read("x,y,group,size\n1,2,a,3\n2,3,b,4\n3,4,a,5\n")


@pytest.mark.parametrize(
    ("roles", "bindings"),
    [
        ([X, Y], {"x": "Ertrag (t/ha)", "y": "Streuung (t/ha)"}),
        ([WHEN, Y], {"x": "Datum", "y": "Ertrag (t/ha)"}),
        ([WHEN, YS], {"x": "Datum", "y": ["Ertrag (t/ha)", "Streuung (t/ha)"]}),
        ([CATEGORY, VALUE], {"category": "Sorte", "value": "Ertrag (t/ha)"}),
        ([X, Y, GROUP, SIZE], {"x": "Ertrag (t/ha)", "y": "Streuung (t/ha)", "group": "Sorte"}),
    ],
)
def test_defaults_go_by_type_name_and_place(roles: list[Role], bindings: dict[str, str | list[str]]) -> None:
    assert default_bindings(FIELD.profile.columns, roles) == bindings


def test_a_role_for_groups_takes_a_text_column_though_it_would_take_numbers() -> None:
    group = Role("group", ("text", "boolean", "number"), required=False)
    assert default_bindings(FIELD.profile.columns, [WHEN, Y, group])["group"] == "Sorte"
    words = read("day,rain,city\n2024-01-01,3,Bonn\n2024-01-02,4,Kiel\n2024-01-03,5,Bonn\n")
    assert default_bindings(words.profile.columns, [WHEN, Y, group])["group"] == "city"


def test_numbers_of_rows_make_no_groups_where_there_are_better_ones() -> None:
    columns = read("Baum-Nr.;Baumart;Höhe\n001;Eiche;3\n002;Buche;4\n003;Eiche;5\n").profile.columns
    assert default_bindings(columns, [Role("group", ("text",)), Y])["group"] == "Baumart"


def test_years_are_no_measure_to_compare_others_with_but_a_place_along_a_line() -> None:
    columns = read("Jahr,Ertrag,Protein\n2021,4,11\n2022,5,12\n2023,3,13\n").profile.columns
    measure, along = Role("x", ("number",)), Role("x", ("number", "date", "text"))
    assert default_bindings(columns, [measure, Y]) == {"x": "Ertrag", "y": "Protein"}
    assert default_bindings(columns, [along, Y]) == {"x": "Jahr", "y": "Ertrag"}


@pytest.mark.parametrize(
    ("table", "measured"),
    [
        ("Land,Jahr,Umsatz\nDE,2023,4\nFR,2024,5\n", "Umsatz"),
        ("Postleitzahl,Ort,Einwohner\n10115,Berlin,4\n80331,München,5\n", "Einwohner"),
        ("region,zip code,sales\na,10115,4\nb,80331,5\n", "sales"),
    ],
)
def test_years_and_postcodes_are_not_what_is_measured(table: str, measured: str) -> None:
    columns = read(table).profile.columns
    assert default_bindings(columns, [CATEGORY, YS])["y"] == [measured]
    assert default_bindings(columns, [CATEGORY, VALUE])["value"] == measured


def test_a_column_with_the_name_of_a_role_fills_it() -> None:
    assert default_bindings(PLAIN.profile.columns, [SIZE, GROUP, Y, X]) == {
        "size": "size",
        "group": "group",
        "y": "y",
        "x": "x",
    }


def test_a_later_role_pushes_an_earlier_one_on_so_that_both_are_filled() -> None:
    columns = read("wert;datum\n1,5;01.02.2024\n2,5;02.02.2024\n").profile.columns
    assert default_bindings(columns, [X, Y]) == {"x": "datum", "y": "wert"}


def test_an_optional_role_takes_no_text_that_is_different_in_every_row() -> None:
    columns = read("x,y,note\n1,2,a\n2,3,b\n3,4,c\n").profile.columns
    assert "group" not in default_bindings(columns, [X, Y, GROUP])


@pytest.mark.parametrize(
    ("table", "amount"),
    [
        ("Fruit,Sales (€)\nApple,5\nPear,9\n", "Sales (€)"),
        ("Id,Land,Jahr,Umsatz\n1,A,2020,5\n2,B,2021,7\n", "Umsatz"),
        ("Land,Jahr\nA,2020\nB,2021\n", None),
        ("Land,Bund\nA,x\nB,y\n", None),
    ],
)
def test_an_optional_amount_takes_the_first_column_of_amounts(table: str, amount: str | None) -> None:
    roles = [Role("category", ("text",)), Role("value", ("number",), required=False)]
    assert default_bindings(read(table).profile.columns, roles).get("value") == amount


def test_a_family_grows_to_its_bound_by_columns_of_one_unit() -> None:
    columns = read("t,a,b,c,d,e (kg)\n1,1,1,1,1,1\n2,2,2,2,2,2\n").profile.columns
    assert default_bindings(columns, [Role("x", ("number",)), YS]) == {"x": "t", "y": ["a", "b", "c"]}


def test_a_family_with_a_lower_bound_gets_that_many() -> None:
    pair = Role("y", ("number",), family=True, min=2, max=2)
    assert default_bindings(PLAIN.profile.columns, [pair]) == {"y": ["x", "y"]}


def test_what_cannot_be_filled_is_left_out() -> None:
    columns = read("a,b\nx,y\nz,w\n").profile.columns
    assert default_bindings(columns, [VALUE]) == {}


ROLES = st.lists(
    st.builds(
        Role,
        name=st.sampled_from("abcdef"),
        types=st.lists(st.sampled_from(["number", "date", "text", "boolean"]), min_size=1, unique=True).map(tuple),
        required=st.booleans(),
        family=st.booleans(),
        min=st.none() | st.integers(1, 3),
        max=st.none() | st.integers(3, 5),
    ),
    unique_by=lambda role: role.name,
    max_size=5,
)


@given(ROLES)
def test_defaults_use_each_column_once_and_are_refused_only_for_columns_that_lack(roles: list[Role]) -> None:
    bindings = default_bindings(FIELD.profile.columns, roles)
    used = [column for binding in bindings.values() for column in columns_of(binding)]
    assert len(used) == len(set(used))
    for line in check_bindings(FIELD.columns, roles, bindings):
        assert "is required and has no column" in line.reason or "needs at least" in line.reason


def test_bindings_that_fit_are_not_refused() -> None:
    assert check_bindings(FIELD.columns, [WHEN, YS, GROUP], {"x": "Datum", "y": ["Ertrag (t/ha)"]}) == []


@pytest.mark.parametrize(
    ("roles", "bindings", "reason", "remedy"),
    [
        ([X], {}, "“x” is required and has no column.", "Choose “Nr”, “Datum”, “Ertrag (t/ha)”"),
        ([X], {"x": "Sorte"}, "“Sorte” is text; “x” takes a number or a date.", "Choose “Nr”, “Datum”"),
        ([X], {"x": "Ertrg"}, "The table has no column “Ertrg”.", "The nearest is “Ertrag (t/ha)”."),
        ([X], {"x": "Nr", "xx": "Nr"}, "The chart has no role “xx”.", "Leave it out; the nearest is “x”."),
        ([X], {"x": ["Nr", "Datum"]}, "“x” takes one column, not a list.", "Choose one of them."),
        ([X, Y], {"x": "Nr", "y": "Nr"}, "“Nr” already fills “x”.", "Choose another column, or leave this one out."),
        ([YS], {"y": []}, "“y” is required and has no column.", "Choose “Nr”"),
        (
            [Role("y", ("number",), family=True, min=2)],
            {"y": ["Nr"]},
            "“y” needs at least 2 columns and has 1.",
            "Add 1 more.",
        ),
        (
            [Role("y", ("number",), family=True, max=1)],
            {"y": ["Nr", "Temp. (°C)"]},
            "“y” takes at most 1 columns and has 2.",
            "Remove 1 of them.",
        ),
        ([Role("x", ("boolean",))], {}, "“x” is required and has no column.", "No column is yes or no; add one"),
    ],
)
def test_a_line_that_cannot_stand_is_refused(
    roles: list[Role], bindings: dict[str, str | list[str]], reason: str, remedy: str
) -> None:
    (line,) = check_bindings(FIELD.columns, roles, bindings)
    assert line.reason == reason
    assert line.remedy.startswith(remedy)


def test_every_refused_line_is_listed_at_once() -> None:
    lines = check_bindings(FIELD.columns, [WHEN, YS, GROUP], {"x": "Sorte", "y": ["Datum", "Weg"], "colour": "Nr"})
    assert [(line.role, line.column) for line in lines] == [
        ("colour", "Nr"),
        ("x", "Sorte"),
        ("y", "Datum"),
        ("y", "Weg"),
    ]
    assert lines[1].violation().field == "bindings.x"


def test_a_measure_spread_over_years_is_no_place_to_draw_along() -> None:
    wide = read("Country,2019,2020,2021\nChad,16,16.6,\nFrance,67,67.5,67.7\n")
    along = Role("x", ("date", "number", "text"))
    assert default_bindings(wide.profile.columns, [along, YS]) == {"x": "Country", "y": ["2019", "2020", "2021"]}


def test_two_years_side_by_side_may_be_compared() -> None:
    pair = read("Country,2019,2020\nChad,16,16.6\nFrance,67,67.5\n")
    assert default_bindings(pair.profile.columns, [X, Y]) == {"x": "2019", "y": "2020"}


WIDE = read("Country,2019,2020,2021\nChad,16,16.6,\nFrance,67,67.5,67.7\n")
HEAT = (Role("x", ("text", "date", "number")), Role("y", ("text", "date", "number")), Role("value", ("number",)))
START, END = Role("start", ("date", "number")), Role("end", ("date", "number"))


def test_a_measure_spread_over_years_is_no_row_of_cells() -> None:
    bound = default_bindings(WIDE.profile.columns, HEAT)
    assert bound == {"x": "Country", "value": "2019"}
    (line,) = check_bindings(WIDE.columns, HEAT, bound)
    assert line.remedy == "Put “2019” to “2021” under one another first, with the data step “melt”."


def test_both_ends_of_a_bar_are_of_one_type() -> None:
    table = read("Task,Start,Cost,Finish\nA,2024-03-01,4,2024-03-05\nB,2024-03-02,5,2024-03-09\n")
    assert default_bindings(table.profile.columns, [START, END]) == {"start": "Start", "end": "Finish"}
    lacking = read("Task,Start,Dauer\nA,2024-03-01,4\nB,2024-03-02,5\n")
    assert default_bindings(lacking.profile.columns, [START, END]) == {"start": "Start"}
    (line,) = check_bindings(lacking.columns, [START, END], {"start": "Start", "end": "Dauer"})
    assert (line.role, line.reason) == ("end", "“Start” is a date and “Dauer” a number.")


def test_the_ends_of_a_bar_go_by_german_names_in_any_order() -> None:
    table = read("Phase,Ende,Beginn\nA,5,1\nB,9,4\n")
    assert default_bindings(table.profile.columns, [START, END]) == {"start": "Beginn", "end": "Ende"}


def orders(customers: str) -> Dataset:
    rows = [f"2024-01-{n + 1:02d},{customers[n % len(customers)]},{n % 7},{n % 9},{n * 13 % 89}" for n in range(30)]
    return read("Day,Customer,Qty,Price,Total\n" + "\n".join(rows) + "\n")


LINES = shipped_catalogue().charts["line-multi"].roles


def test_several_measures_of_few_groups_are_a_series_each() -> None:
    rows = "".join(f"2024-01-{n + 1:02d},{'AB'[n % 2]},{n % 7},{n % 9}\n" for n in range(30))
    bound = default_bindings(read(f"Day,Customer,In,Out\n{rows}").profile.columns, LINES)
    assert bound == {"x": "Day", "y": ["In", "Out"], "group": "Customer"}


def test_measures_of_different_kinds_or_sizes_are_not_crossed_with_groups() -> None:
    assert default_bindings(orders("AB").profile.columns, LINES)["y"] == ["Total"]
    rows = "".join(f"2024-01-{n + 1:02d},{'AB'[n % 2]},{n % 7},{n * 10}\n" for n in range(30))
    assert default_bindings(read(f"Day,Customer,In,Out\n{rows}").profile.columns, LINES)["y"] == ["In"]


def test_a_measure_in_columns_for_months_keeps_them_all_beside_texts_that_repeat() -> None:
    table = "Region,Jan,Feb,Mar,Apr,State\nNorth,1,2,3,4,ok\nSouth,4,3,2,1,ok\nWest,4,3,2,1,late\nEast,4,3,2,1,late\n"
    bound = default_bindings(read(table).profile.columns, shipped_catalogue().charts["bar-grouped"].roles)
    assert bound == {"x": "Region", "y": ["Jan", "Feb", "Mar", "Apr"]}


def test_where_that_would_be_more_series_than_colours_there_is_one_measure_the_one_called_an_amount() -> None:
    assert default_bindings(orders("ABCD").profile.columns, LINES) == {"x": "Day", "y": ["Total"], "group": "Customer"}
