"""Rewriting: a change of a script's own part, by edits or as a whole, and the way back from what was exported."""

from __future__ import annotations

import pytest

from agent_svc.catalogue import Catalogue
from agent_svc.code.bind import bind
from agent_svc.code.edits import Edit
from agent_svc.code.export import with_header
from agent_svc.code.folding import folded, helpers_of, unfolded
from agent_svc.code.loader import load, step_lines
from agent_svc.code.rebind import rebound
from agent_svc.code.rewriting import MAX_BYTES, Rewriting
from agent_svc.code.span import ScriptShapeError
from agent_svc.code.theme import Theme
from agent_svc.code.unload import working_form_of
from agent_svc.data.column import Column, ColumnType
from tests_support.shipped import shipped_catalogue

ROLES = {"x": "Month", "y": ["Yield"]}
COLUMNS = (
    Column("Month", ColumnType.TEXT, None, "Month", order=("Jan", "Feb")),
    Column("Yield", ColumnType.NUMBER, None, "Yield"),
)


@pytest.fixture(scope="module")
def catalogue() -> Catalogue:
    return shipped_catalogue()


@pytest.fixture
def form(catalogue: Catalogue) -> str:
    return form_of(catalogue)


def form_of(catalogue: Catalogue, theme: Theme = Theme.LIGHT, **options: object) -> str:
    chart = catalogue.get("scatter")
    script, block = chart.script("matplotlib"), chart.theme_block("matplotlib")
    return bind(script, block, ROLES, chart.validate_options(options), theme)


def test_a_folded_form_has_no_theme_block_and_unfolds_to_itself(form: str) -> None:
    short, block = folded(form)
    assert "use_theme()" in short
    assert "PAPER =" not in short
    assert unfolded(short, block) == form
    assert any(head.startswith("add_title(fig") for head in helpers_of(block))


def test_edits_change_the_script_and_nothing_else(form: str) -> None:
    changed = Rewriting((Edit("ax.margins(0.04)", "ax.margins(0.2)"),)).applied_to(form)
    assert changed == form.replace("ax.margins(0.04)", "ax.margins(0.2)")


@pytest.mark.parametrize(
    ("rewriting", "why"),
    [
        (Rewriting(), "empty"),
        (Rewriting((Edit("no such line", "x"),)), "is not in the script"),
        (Rewriting((Edit("ax.", "bx."),)), "times"),
        (Rewriting((Edit("use_theme()", "pass"),)), "Plotlane fills in"),
        (Rewriting((Edit("load_user_data()", "None"),)), "Plotlane fills in"),
        (Rewriting((Edit("ax.margins(0.04)", "# " + "x" * MAX_BYTES),)), "bytes"),
        (Rewriting((Edit("ax.margins(0.04)", "ax.margins("),)), "line"),
        (Rewriting((Edit("ax.margins(0.04)", "ax.margins(0.1)"),) * 21), "20"),
        (Rewriting(whole="print(1)"), "use_theme|statement"),
    ],
)
def test_a_change_that_cannot_be_made_says_why(form: str, rewriting: Rewriting, why: str) -> None:
    with pytest.raises(ScriptShapeError, match=why):
        rewriting.applied_to(form)


def test_a_whole_file_keeps_the_parts_that_plotlane_fills_in(form: str) -> None:
    short, _ = folded(form)
    whole = short.replace("ax.margins(0.04)", "ax.margins(0.3)").replace('"Month"', '"Secret"')
    assert Rewriting(whole=whole).applied_to(form) == form.replace("ax.margins(0.04)", "ax.margins(0.3)")


def test_an_exported_script_becomes_the_working_form_that_it_came_from(form: str) -> None:
    versions = {"python": "3.11"}
    exported = with_header(
        load(form, COLUMNS), chart_id="scatter", library="matplotlib", versions=versions, font="DejaVu Sans"
    )
    assert "pd.Categorical" in exported
    assert working_form_of(exported) == form


def test_a_form_takes_other_values_and_another_theme(form: str, catalogue: Catalogue) -> None:
    options = catalogue.get("scatter").validate_options({"title": "Yield", "opacity": 0.5})
    assert rebound(form, ROLES, options, Theme.DARK) == form_of(catalogue, Theme.DARK, title="Yield", opacity=0.5)


def test_an_option_whose_step_was_left_out_cannot_come_back(form: str, catalogue: Catalogue) -> None:
    options = catalogue.get("scatter").validate_options({"log_y": True})
    with pytest.raises(ScriptShapeError, match="log_y"):
        rebound(form, ROLES, options, Theme.LIGHT)


def test_the_lines_of_data_steps_are_those_that_were_written_whatever_else_says_so(form: str) -> None:
    forged = "# Data steps\n" + form.replace("ax.margins(0.04)", "ax.margins(0.1)\n# End of the data steps")
    lines = load(forged, COLUMNS, ("df = df.head(3)", "df = df.tail(2)")).split("\n")
    found = step_lines("\n".join(lines))
    written = ["# Data steps", "df = df.head(3)", "df = df.tail(2)", "# End of the data steps"]
    assert [lines[number - 1] for number in found] == written
