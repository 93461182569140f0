"""The number format: pictures write numbers as their data do, unless somebody has said how."""

from __future__ import annotations

import pytest

from agent_svc.data import APOSTROPHE, BLANK, WrittenMarks
from agent_svc.pipeline.number_format import drawn_options, number_format, options_drawn_in

BOUND = {"x": ("Ort",), "y": ("Umsatz",)}
COMMA = WrittenMarks("", ",")
POINT = WrittenMarks("", ".")


@pytest.mark.parametrize(
    ("marks", "chosen"),
    [
        ({"Umsatz": WrittenMarks(".", ",")}, "1.234,5"),
        ({"Umsatz": COMMA}, "1 234,5"),
        ({"Umsatz": COMMA, "Kosten": WrittenMarks(".", "")}, "1.234,5"),
        ({"Umsatz": WrittenMarks(BLANK, ",")}, "1 234,5"),
        ({"Umsatz": WrittenMarks(".", "")}, "1.234,5"),
        ({"Umsatz": WrittenMarks(BLANK, "")}, "1 234,5"),
        ({"Umsatz": WrittenMarks(BLANK, ""), "Anteil": POINT}, "1,234.5"),
        ({"Umsatz": WrittenMarks(APOSTROPHE, ".")}, "1’234.5"),
        ({"Umsatz": POINT}, "1,234.5"),
        ({"Umsatz": WrittenMarks(",", "")}, "1,234.5"),
        ({}, "1,234.5"),
    ],
)
def test_numbers_are_written_as_the_bound_column_has_them(marks: dict[str, WrittenMarks], chosen: str) -> None:
    assert number_format(marks, BOUND) == chosen


def test_other_columns_are_asked_only_where_the_bound_ones_show_nothing() -> None:
    assert number_format({"Kosten": COMMA}, BOUND) == "1 234,5"
    assert number_format({"Kosten": COMMA, "Umsatz": POINT}, BOUND) == "1,234.5"


def test_an_explicit_choice_wins_and_a_chart_without_the_option_gets_none() -> None:
    marks = {"Umsatz": COMMA}
    assert drawn_options({"number_format": "1’234.5"}, marks, BOUND) == {"number_format": "1’234.5"}
    assert drawn_options({"title": "A"}, marks, BOUND) == {"title": "A"}


def form(options: str) -> str:
    """A working form with these options."""
    script = 'import matplotlib.pyplot as plt\n\nTHEME = "light"\n\ndf = load_user_data()\nroles = {}\n'
    return f'{script}options = {options}\nfig, ax = plt.subplots()\n\nfig.savefig(f"plot-{{THEME}}.png")\n'


def test_a_form_from_before_there_were_formats_is_drawn_again_as_it_was() -> None:
    full = {"title": "A", "number_format": "auto"}
    assert drawn_options(full, {"Umsatz": COMMA}, BOUND, form('{"title": None}')) == {"title": "A"}
    kept = drawn_options(full, {"Umsatz": COMMA}, BOUND, form('{"title": None, "number_format": "1,234.5"}'))
    assert kept["number_format"] == "1 234,5"


def test_a_finished_version_is_judged_by_the_format_that_it_was_drawn_with() -> None:
    asked = {"number_format": "auto"}
    assert options_drawn_in(form('{"number_format": "1.234,5"}'), asked) == {"number_format": "1.234,5"}
    assert options_drawn_in(form("{}"), asked) == {"number_format": "1,234.5"}
