"""Swapping the theme of a script."""

from __future__ import annotations

import pytest

from agent_svc.code.bind import bind
from agent_svc.code.export import with_header
from agent_svc.code.span import ScriptShapeError
from agent_svc.code.theme import Theme, paper_of, swap_theme, theme_of


@pytest.fixture
def light(script: str, theme_block: str) -> str:
    working = bind(script, theme_block, {"x": 'THEME = "light"'}, {"title": "# Theme: light"}, Theme.LIGHT)
    return with_header(working, chart_id="scatter", library="matplotlib", versions={}, font="")


def test_a_swap_changes_the_literal_and_the_headers_line_and_nothing_else(light: str) -> None:
    dark = swap_theme(light, Theme.DARK)
    changed = [pair for pair in zip(light.split("\n"), dark.split("\n"), strict=True) if pair[0] != pair[1]]

    assert changed == [("# Theme: light", "# Theme: dark"), ('THEME = "light"', 'THEME = "dark"')]


def test_two_swaps_give_the_same_text_again(light: str) -> None:
    assert swap_theme(swap_theme(light, Theme.DARK), Theme.LIGHT) == light


def test_a_swap_to_the_same_theme_changes_nothing(light: str) -> None:
    assert swap_theme(light, Theme.LIGHT) == light


def test_the_theme_is_read_from_the_literal(light: str) -> None:
    assert theme_of(light) is Theme.LIGHT
    assert theme_of(swap_theme(light, Theme.DARK)) is Theme.DARK


@pytest.mark.parametrize(
    "source", ["x = 1", 'THEME = "blue"', 'THEME = "light"\nTHEME = "dark"', "THEME = 3", "THEME = x"]
)
def test_a_script_that_does_not_say_its_theme_is_refused(source: str) -> None:
    with pytest.raises(ScriptShapeError, match="must set THEME once"):
        theme_of(source)


def test_the_paper_is_read_from_the_theme_block(light: str) -> None:
    assert paper_of(light, Theme.LIGHT) == "#ffffff"
    assert paper_of(light, Theme.DARK) == "#101418"


def test_a_theme_block_without_paper_is_refused() -> None:
    with pytest.raises(ScriptShapeError, match="no paper colour for dark"):
        paper_of('COLORS = {"light": {"paper": "#ffffff"}}', Theme.DARK)
