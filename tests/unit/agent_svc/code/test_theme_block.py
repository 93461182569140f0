"""Cutting the theme block down to what a script uses."""

from __future__ import annotations

from agent_svc.code.theme_block import theme_block_for


def test_functions_that_the_script_uses_stay_with_those_that_they_use(script: str, theme_block: str) -> None:
    text = theme_block_for(script, theme_block).text

    assert "def add_title" in text
    assert "def wrapped" in text


def test_functions_that_the_block_itself_uses_stay(theme_block: str) -> None:
    assert "def tinted" in theme_block_for("x = PALETTE", theme_block).text


def test_functions_that_nobody_uses_go_with_their_comment(script: str, theme_block: str) -> None:
    text = theme_block_for(script, theme_block).text

    assert "log_axis" not in text
    assert "Nobody calls" not in text


def test_the_papers_of_both_themes_stay_with_their_comment(theme_block: str) -> None:
    text = theme_block_for("x = 1", theme_block).text

    assert 'THEME = "light"' in text
    assert "# Paper and ink.\nCOLORS = {" in text


def test_constants_that_nobody_uses_go_with_what_only_they_use(theme_block: str) -> None:
    text = theme_block_for("x = 1", theme_block).text

    assert "PALETTE" not in text
    assert "tinted" not in text


def test_several_names_of_one_statement_stay_when_one_of_them_is_used() -> None:
    assert theme_block_for("x = A", 'THEME = "light"\nA, B = 1, 2\n').text == 'THEME = "light"\nA, B = 1, 2'


def test_statements_that_do_something_stay() -> None:
    assert "plt.rc(" in theme_block_for("x = 1", 'THEME = "light"\nplt.rc("grid", color="red")\n').text


def test_of_an_import_only_the_names_that_are_used_are_asked_for() -> None:
    block = "import a, b.c\nfrom d import e, f as g\n"
    assert theme_block_for("x = b, g", block).imports == ("import b.c", "from d import f as g")


def test_only_imports_that_are_used_are_asked_for(script: str, theme_block: str) -> None:
    assert theme_block_for(script, theme_block).imports == ("import textwrap",)
    assert theme_block_for("log_axis(ax)", theme_block).imports == ("import math",)
