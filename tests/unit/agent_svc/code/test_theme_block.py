"""Cutting the theme block down to what a script uses."""

from __future__ import annotations

from agent_svc.code.theme_block import theme_block_for


def test_functions_that_the_script_uses_stay_with_those_that_they_use(script: str, theme_block: str) -> None:
    text = theme_block_for(script, theme_block).text

    assert "def add_title" in text
    assert "def wrapped" in text


def test_functions_that_the_block_itself_uses_stay(theme_block: str) -> None:
    assert "def tinted" in theme_block_for("x = 1", theme_block).text


def test_functions_that_nobody_uses_go_with_their_comment(script: str, theme_block: str) -> None:
    text = theme_block_for(script, theme_block).text

    assert "log_axis" not in text
    assert "Nobody calls" not in text


def test_constants_and_their_comments_all_stay(theme_block: str) -> None:
    text = theme_block_for("x = 1", theme_block).text

    assert "# Paper and ink.\nCOLORS = {" in text
    assert "PALETTE = " in text


def test_only_imports_that_are_used_are_asked_for(script: str, theme_block: str) -> None:
    assert theme_block_for(script, theme_block).imports == ("import textwrap",)
    assert theme_block_for("log_axis(ax)", theme_block).imports == ("import math",)
