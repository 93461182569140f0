"""What names the rows of a wide table, and what its columns are called once they are rows."""

from __future__ import annotations

from tests_support.wide_tables import bound, cells, ops, suggested, taken, wide

CITIES = "Bonn,Kiel,Ulm"


def test_the_value_is_called_what_the_table_calls_it() -> None:
    def last(text: str) -> str:
        return cells(taken(text, suggested(text)[0]))[0][-1]

    assert last(wide("Land", "Umsatz 2019,Umsatz 2020,Umsatz 2021", CITIES)) == "Umsatz"
    assert last(wide("City", "Jan (°C),Feb (°C),Mar (°C)", CITIES)) == "Value (°C)"
    for names in ("Year 2019,Year 2020,Year 2021", "Stichtag 31.12.2019,Stichtag 31.12.2020,Stichtag 31.12.2021"):
        assert last(wide("City", names, CITIES)) == "Value"
    assert last("Country,Indicator Name,2019,2020,2021\nA,GDP (US$),1,2,3\nB,GDP (US$),2,3,4\n") == "GDP (US$)"
    assert last(wide("City", "2019,2020,2021", "Bonn")) == "Bonn"


def test_of_rows_that_differ_in_unit_the_first_is_drawn_alone() -> None:
    text = wide("Indicator", "2019,2020,2021", "GDP (US$),People (m),Area (km²)")
    best = suggested(text)[0]
    assert (best.chart_id, ops(best)) == ("line", ["filter", "melt", "change_type"])
    assert "the rows differ in unit, and this is the first of them" in best.why
    assert cells(taken(text, best))[0] == ["Indicator", "Year", "GDP (US$)"]


def test_two_texts_that_differ_in_each_row_together_name_the_rows_and_nothing_is_averaged() -> None:
    text = "Region,Product,Jan,Feb,Mar\nNorth,Pump,1,2,3\nNorth,Seal,4,5,6\nSouth,Pump,7,8,9\nSouth,Seal,1,3,5\n"
    best = suggested(text)[0]
    assert (best.chart_id, ops(best)) == ("line-multi", ["derive", "melt"])
    assert bound(text, "line-multi") == {"x": "Month", "y": ["Value"], "group": "Region, Product"}
    assert taken(text, best).dataset.rows == 12


def test_two_texts_name_the_rows_also_where_a_bracket_ends_the_name_of_one() -> None:
    text = "Region [EU],Product,Jan,Feb,Mar\nNorth,Pump,1,2,3\nNorth,Seal,4,5,6\nSouth,Pump,7,8,9\nSouth,Seal,1,3,5\n"
    assert ops(suggested(text)[0]) == ["derive", "melt"]


def test_two_texts_that_repeat_together_name_no_rows() -> None:
    text = "Region,Product,Jan,Feb,Mar\nNorth,Pump,1,2,3\nNorth,Pump,4,5,6\nSouth,Pump,7,8,9\nSouth,Seal,1,3,5\n"
    assert [one for one in suggested(text) if one.steps] == []


def test_names_that_are_taken_are_not_taken_twice() -> None:
    text = "Value,Year,2019,2020,2021\nBonn,a,1,2,3\nKiel,b,2,3,4\n"
    names = [column.name for column in taken(text, suggested(text)[0]).dataset.columns]
    assert names == ["Value", "Year", "Year 2", "Value 2"]


def test_a_name_goes_before_a_code() -> None:
    text = "Area code,Area name,2019,2020,2021\nE1,Leeds,1,2,3\nE2,York,4,5,6\n"
    assert bound(text, "line-multi") == {"x": "Year", "y": ["Value"], "group": "Area name"}


def test_questions_of_many_respondents_are_no_quarters() -> None:
    people = "Person,Q1,Q2,Q3,Q4\n" + "".join(
        f"R{at:03d},{at % 5 + 1},{at % 4 + 1},{at % 3 + 1},5\n" for at in range(40)
    )
    assert "Quarter" not in " ".join(one.why for one in suggested(people))


def test_years_beside_months_are_a_line_each_along_the_months_without_a_step() -> None:
    best = suggested(wide("Month", "2019,2020,2021", "Jan,Feb,Mar,Apr"))[0]
    assert (best.chart_id, best.steps) == ("line-multi", ())
    assert best.why == "One line for each year from “2019” to “2021” along “Month”."
