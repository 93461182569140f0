"""Headings of wikis stand above their own columns; two bars that separate cells are none."""

from __future__ import annotations

import pytest

from agent_svc.data.layout.wiki_headings import with_plain_headings


@pytest.mark.parametrize(
    ("written", "plain"),
    [
        ("||Time||Temp||\n|1|20.5|\n", "|Time|Temp|\n|1|20.5|\n"),
        ("h2. Lab\n|| Time || Temp || Note ||\n| 1 | 20.5 || \n", "h2. Lab\n| Time | Temp | Note |\n| 1 | 20.5 || \n"),
        ("||Time||1||2||\n||Temp|20.5|21|\n", "|Time|1|2|\n|Temp|20.5|21|\n"),
        ("||Time||Temp||\n||20.5|\n", "|Time|Temp|\n||20.5|\n"),
    ],
)
def test_two_bars_of_a_heading_are_one(written: str, plain: str) -> None:
    assert with_plain_headings(written) == plain


@pytest.mark.parametrize("text", ["||a||b||\n||1||2||\n", "a||b\n1||2\n", "||a||b||\n", "||a||b||\n|1|2|3|4|\n"])
def test_two_bars_that_separate_cells_stay(text: str) -> None:
    assert with_plain_headings(text) == text
