"""Scripts: every one has the placeholders that the binder fills, reads all its options, and passes the validator."""

from __future__ import annotations

import ast
import re

import pytest

from agent_svc.catalogue import Catalogue
from agent_svc.code.bind import bind
from agent_svc.code.theme import Theme
from agent_svc.code.validate import validate
from tests_support.cells import unusual
from tests_support.shipped import shipped_catalogue

CHARTS = sorted(shipped_catalogue().charts)
PLACEHOLDERS = ["use_theme()", "df = load_user_data()", "roles = load_roles()", "options = load_options()"]
IMPORTS = {
    "import math",
    "import matplotlib as mpl",
    "import matplotlib.pyplot as plt",
    "import numpy as np",
    "import pandas as pd",
}


def statements(catalogue: Catalogue, chart_id: str) -> list[str]:
    script = catalogue.get(chart_id).script("matplotlib")
    return [ast.unparse(node) for node in ast.parse(script).body][1:]  # without the docstring


@pytest.mark.parametrize("chart_id", CHARTS)
def test_a_script_has_imports_then_the_four_placeholders_and_ends_with_savefig(
    catalogue: Catalogue, chart_id: str
) -> None:
    body = statements(catalogue, chart_id)
    imports = [line for line in body if line.startswith("import")]
    assert set(imports) <= IMPORTS
    assert body[len(imports) : len(imports) + 4] == PLACEHOLDERS
    assert body[-1] == "fig.savefig(f'plot-{THEME}.png')"
    for text in (*PLACEHOLDERS, "savefig"):
        assert catalogue.get(chart_id).script("matplotlib").count(text) == 1


@pytest.mark.parametrize("chart_id", CHARTS)
def test_a_script_reads_every_role_and_option_of_its_chart_and_no_other(catalogue: Catalogue, chart_id: str) -> None:
    chart = catalogue.get(chart_id)
    script = chart.script("matplotlib")
    assert set(re.findall(r'options\["(\w+)"\]', script)) == {option.name for option in chart.options}
    assert set(re.findall(r'roles\["(\w+)"\]', script)) == {role.name for role in chart.roles if role.required}
    assert set(re.findall(r'roles\.get\("(\w+)"\)', script)) == {r.name for r in chart.roles if not r.required}


@pytest.mark.parametrize("which", ["default", "one", "another"])
@pytest.mark.parametrize("chart_id", CHARTS)
def test_a_bound_script_passes_the_validator(catalogue: Catalogue, chart_id: str, which: str) -> None:
    chart = catalogue.get(chart_id)
    roles = {role.name: ["a"] if role.family else "a" for role in chart.roles}
    options = chart.validate_options({} if which == "default" else unusual(chart, which))
    bound = bind(chart.script("matplotlib"), chart.theme_block("matplotlib"), roles, options, Theme.DARK)
    assert validate(bound) == ()


def test_the_theme_begins_with_its_constants_and_every_function_says_what_it_does(catalogue: Catalogue) -> None:
    body = [node for node in ast.parse(catalogue.get("bar").theme_block("matplotlib")).body if not is_import(node)]
    assert ast.unparse(body[0]) == "THEME = 'light'"
    assert all(ast.get_docstring(node) for node in body if isinstance(node, ast.FunctionDef))


def is_import(node: ast.stmt) -> bool:
    return isinstance(node, ast.Import | ast.ImportFrom)


def test_every_function_of_the_theme_is_used_by_a_script(catalogue: Catalogue) -> None:
    block = catalogue.get("bar").theme_block("matplotlib")
    functions = {node.name for node in ast.parse(block).body if isinstance(node, ast.FunctionDef)}
    texts = [block, *(catalogue.get(chart_id).script("matplotlib") for chart_id in CHARTS)]
    calls = {name for text in texts for name in re.findall(r"(?<!def )\b(\w+)\(", text)}
    assert functions <= calls
