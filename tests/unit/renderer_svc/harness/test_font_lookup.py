"""Remembered font look-ups: the same fonts as matplotlib's own search, found once."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

import pytest
from matplotlib import font_manager, rc_context
from matplotlib.font_manager import FontManager, FontProperties

from renderer_svc.harness import font_lookup

FAMILIES: Final = ["DejaVu Sans", "DejaVu Serif", "DejaVu Sans Mono"]
SEARCH: Final[Callable[..., list[Any]]] = getattr(FontManager, "_find_fonts_by_props")  # noqa: B009
MANAGER: Final = font_manager.fontManager


@pytest.fixture(autouse=True)
def searches(monkeypatch: pytest.MonkeyPatch) -> list[Any]:
    """The searches that matplotlib itself makes while look-ups are remembered."""
    made: list[Any] = []

    def search(manager: Any, prop: Any, *rest: Any, **named: Any) -> list[Any]:
        made.append(prop)
        return SEARCH(manager, prop, *rest, **named)

    monkeypatch.setattr(FontManager, "_find_fonts_by_props", search)
    font_lookup.remember()
    return made


def find(prop: FontProperties, **options: Any) -> list[Any]:
    found: list[Any] = getattr(MANAGER, "_find_fonts_by_props")(prop, **options)  # noqa: B009
    return found


def test_fonts_of_a_text_are_searched_once_and_are_those_of_matplotlib(searches: list[Any]) -> None:
    props = [FontProperties(family=FAMILIES, size=size, weight=weight) for size in (8, 20) for weight in (400, 700)]
    for _ in range(3):
        assert [find(prop) for prop in props] == [SEARCH(MANAGER, prop) for prop in props]
    assert len(searches) == len(props)


def test_a_text_whose_font_changes_is_searched_again() -> None:
    prop = FontProperties(family=FAMILIES)
    first = find(prop)
    prop.set_weight("bold")
    assert find(prop) == SEARCH(MANAGER, prop) != first


def test_what_a_script_gets_is_its_own_to_change() -> None:
    prop = FontProperties(family=FAMILIES)
    find(prop).clear()
    assert find(prop) == SEARCH(MANAGER, prop)


def test_a_setting_that_says_what_a_generic_family_is_counts() -> None:
    prop = FontProperties(family=["sans-serif"])
    for name in FAMILIES:
        with rc_context({"font.sans-serif": [name]}):
            assert find(prop) == SEARCH(MANAGER, prop)


def test_a_font_that_a_script_adds_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    prop = FontProperties(family=["DejaVu Sans", "Mine"])
    assert len(find(prop)) == 1
    mine = font_manager.FontEntry(fname=MANAGER.ttflist[0].fname, name="Mine")
    monkeypatch.setattr(MANAGER, "ttflist", [*MANAGER.ttflist, mine])
    getattr(MANAGER, "_findfont_cached").cache_clear()  # noqa: B009  (as addfont does)
    assert len(find(prop)) == 2


def test_each_layout_complains_of_a_family_that_is_not_there(
    searches: list[Any], caplog: pytest.LogCaptureFixture
) -> None:
    prop = FontProperties(family=["DejaVu Sans", "No Such Family"])
    with caplog.at_level("WARNING", logger="matplotlib.font_manager"):
        find(prop)
        find(prop)
    assert len(searches) == 2
    assert sum("No Such Family" in record.getMessage() for record in caplog.records) >= 2


def test_a_search_with_options_is_matplotlibs_own(searches: list[Any]) -> None:
    prop = FontProperties(family=FAMILIES)
    assert find(prop, fontext="afm") == SEARCH(MANAGER, prop, fontext="afm")
    assert find(prop, fontext="afm")
    assert len(searches) == 2


def test_closed_fonts_are_opened_again_when_a_text_needs_them() -> None:
    path = MANAGER.findfont("DejaVu Sans")
    first = font_manager.get_font(path)
    font_lookup.close_fonts()
    assert font_manager.get_font(path) is not first
