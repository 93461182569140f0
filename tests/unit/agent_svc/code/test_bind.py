"""Binding a catalogue script."""

from __future__ import annotations

import ast

import pytest

from agent_svc.code.bind import bind
from agent_svc.code.span import ScriptShapeError
from agent_svc.code.theme import Theme

ROLES = {"x": "Dosis (mg)", "y": ["Größe", "B"]}
OPTIONS: dict[str, object] = {"title": 'He said "hi"', "y_range": [None, 3.5], "bins": None}


def test_the_working_form_holds_theme_roles_and_options_and_still_loads_the_users_data(
    script: str, theme_block: str
) -> None:
    working = bind(script, theme_block, ROLES, OPTIONS, Theme.LIGHT)

    assert 'roles = {"x": "Dosis (mg)", "y": ["Größe", "B"]}\n' in working
    assert 'options = {"title": "He said \\"hi\\"", "y_range": [None, 3.5], "bins": None}\n' in working
    assert "\ndf = load_user_data()\n" in working
    assert 'THEME = "light"' in working
    assert "use_theme" not in working


def test_the_theme_asked_for_is_the_one_that_is_set(script: str, theme_block: str) -> None:
    assert 'THEME = "dark"' in bind(script, theme_block, ROLES, OPTIONS, Theme.DARK)


def test_all_else_of_the_script_stays_as_it_was(script: str, theme_block: str) -> None:
    working = bind(script, theme_block, ROLES, OPTIONS, Theme.LIGHT)
    head, tail = script.split("use_theme()")[0], script.split("options = load_options()")[1]

    assert working.startswith(head.rstrip())
    assert working.endswith(tail)


def test_imports_of_the_theme_that_are_needed_stand_with_the_scripts_own(script: str, theme_block: str) -> None:
    working = bind(script, theme_block, ROLES, OPTIONS, Theme.LIGHT)

    assert "import pandas as pd\nimport textwrap\n" in working
    assert "import math" not in working


def test_an_import_that_the_script_has_is_not_repeated(script: str, theme_block: str) -> None:
    working = bind(
        script.replace("import pandas", "import textwrap\nimport pandas"), theme_block, ROLES, {}, Theme.LIGHT
    )

    assert working.count("import textwrap") == 1


def test_long_values_are_wrapped_one_a_line(script: str, theme_block: str) -> None:
    working = bind(script, theme_block, {"y": [f"Column number {n}" for n in range(8)]}, {}, Theme.LIGHT)

    assert 'roles = {\n    "y": [\n        "Column number 0",\n' in working
    assert all(len(line) <= 100 for line in working.split("\n"))


def test_the_users_words_cannot_leave_their_literal(script: str, theme_block: str) -> None:
    nasty = '"]\nimport os\n\u202e\u2028\r\x00\\'
    working = bind(script, theme_block, {"x": nasty}, {"title": nasty}, Theme.LIGHT)
    values = {
        ast.unparse(node.targets[0]): node.value for node in ast.parse(working).body if isinstance(node, ast.Assign)
    }

    assert ast.literal_eval(values["roles"]) == {"x": nasty}
    assert ast.literal_eval(values["options"]) == {"title": nasty}
    assert "import os" not in [ast.unparse(node) for node in ast.parse(working).body]


@pytest.mark.parametrize(
    ("change", "complaint"),
    [
        (("use_theme()\n", ""), "the statement use_theme() once, at top level; it has no"),
        (("df = load_user_data()", "df = load_user_data(1)"), "line 7: expected the placeholder df = load_user_data()"),
        (("roles = load_roles()", "roles = load_roles()\nroles = load_roles()"), "it has 2"),
        (("options = load_options()\n", ""), "options = load_options() once"),
        (('fig.savefig(f"plot-{THEME}.png")', 'fig.savefig("x.png")'), "the last statement must write the picture"),
        (("use_theme()\ndf = load_user_data()", "df = load_user_data()\nuse_theme()"), "in this order"),
        (("df = df.dropna()", "df = ("), "never closed"),
    ],
)
def test_a_script_without_its_placeholders_is_refused_and_told_which(
    script: str, theme_block: str, change: tuple[str, str], complaint: str
) -> None:
    with pytest.raises(ScriptShapeError) as refused:
        bind(script.replace(*change), theme_block, ROLES, OPTIONS, Theme.LIGHT)

    assert complaint in str(refused.value)


def test_what_an_option_turns_off_is_not_in_the_script_and_neither_is_the_option(script: str, theme_block: str) -> None:
    switched = script.replace("df = df.dropna()", 'if options["log"]:\n    log_axis(ax)')
    off = bind(switched, theme_block, ROLES, {"title": "A", "log": False}, Theme.LIGHT)
    on = bind(switched, theme_block, ROLES, {"title": "A", "log": True}, Theme.LIGHT)

    assert "log" not in off.split('THEME = "light"')[1]
    assert 'options = {"title": "A", "log": True}' in on
    assert "def log_axis" in on
