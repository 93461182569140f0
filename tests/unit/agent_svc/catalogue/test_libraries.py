"""Libraries: the eleven charts of altair, bokeh, plotly and pygal read all their options and pass the validator."""

from __future__ import annotations

import ast
import re

import pytest

from agent_svc.catalogue import Catalogue, Chart
from agent_svc.code.bind import bind
from agent_svc.code.saves import SAVES
from agent_svc.code.theme import Theme
from agent_svc.code.validate import validate
from tests_support.cells import unusual

LIBRARIES = ("altair", "bokeh", "plotly", "pygal")
CHARTS = (
    "area",
    "bar",
    "bar-grouped",
    "box",
    "heatmap",
    "histogram",
    "line",
    "line-timeseries",
    "pie",
    "scatter",
    "violin",
)


def drawn_in(catalogue: Catalogue, library: str) -> list[Chart]:
    """Those of the eleven that the library can draw honestly."""
    charts = [catalogue.get(chart_id) for chart_id in CHARTS]
    return [chart for chart in charts if library not in chart.not_in]


@pytest.mark.parametrize("library", LIBRARIES)
def test_each_of_the_eleven_charts_has_a_script_that_reads_all_its_roles_and_options(
    catalogue: Catalogue, library: str
) -> None:
    for chart in drawn_in(catalogue, library):
        script = chart.script(library)
        assert set(re.findall(r'options\["(\w+)"\]', script)) == {option.name for option in chart.options}, chart.id
        assert set(re.findall(r'roles\["(\w+)"\]', script)) == {role.name for role in chart.roles if role.required}
        assert set(re.findall(r'roles\.get\("(\w+)"\)', script)) == {r.name for r in chart.roles if not r.required}
        assert script.rstrip().split("\n")[-1] in SAVES[library]


@pytest.mark.parametrize("which", ["default", "one"])
@pytest.mark.parametrize("library", [*LIBRARIES, "lets-plot", "plotnine", "seaborn"])
def test_their_bound_scripts_pass_the_validator(catalogue: Catalogue, library: str, which: str) -> None:
    for chart in drawn_in(catalogue, library):
        roles = {role.name: ["a"] if role.family else "a" for role in chart.roles}
        options = chart.validate_options({} if which == "default" else unusual(chart, which))
        bound = bind(chart.script(library), chart.theme_block(library), roles, options, Theme.DARK)
        assert validate(bound) == (), chart.id


@pytest.mark.parametrize("library", LIBRARIES)
def test_every_function_of_their_themes_says_what_it_does_and_is_used(catalogue: Catalogue, library: str) -> None:
    block = catalogue.get("bar").theme_block(library)
    functions = [node for node in ast.parse(block).body if isinstance(node, ast.FunctionDef)]
    texts = [block, *(chart.script(own) for own in LIBRARIES for chart in drawn_in(catalogue, own))]
    calls = {name for text in texts for name in re.findall(r"(?<!def )\b(\w+)\(", text)}
    assert {node.name for node in functions} <= calls
    assert all(ast.get_docstring(node) for node in functions)
