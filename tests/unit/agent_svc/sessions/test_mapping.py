"""The mapping: what is kept over new data and other charts, and what is refused."""

from __future__ import annotations

import pytest

from agent_svc.data import read
from agent_svc.errors import InvalidBindingsError
from agent_svc.sessions.mapping import carried, checked, chosen, remapped, state_of
from tests_support.shipped import shipped_catalogue

CHARTS = shipped_catalogue().charts
DATA = read("Dose,Yield,Loss,Soil\n1,2,3,clay\n2,3,4,sand\n3,4,5,clay\n")


def test_lines_of_a_family_are_taken_in_their_order() -> None:
    mapping = checked(CHARTS["scatter"], DATA, [("y", "Loss"), ("x", "Dose"), ("y", "Yield")])
    assert mapping.bindings == {"x": ("Dose",), "y": ("Loss", "Yield")}
    assert mapping.complete


def test_a_line_without_a_column_leaves_its_role_open() -> None:
    mapping = checked(CHARTS["scatter"], DATA, [("x", ""), ("y", "Yield")])
    assert (mapping.complete, mapping.missing_roles) == (False, ("x",))


def test_every_refused_line_is_listed() -> None:
    lines = [("x", "Soil"), ("y", "Nowhere"), ("colour", "Soil"), ("x", "Dose")]
    with pytest.raises(InvalidBindingsError) as refused:
        checked(CHARTS["scatter"], DATA, lines)
    assert [violation.field for violation in refused.value.violations] == [
        "bindings.colour",
        "bindings.x",
        "bindings.x",
        "bindings.y",
    ]


def test_new_data_with_the_same_columns_keeps_the_bindings() -> None:
    bindings = {"x": ("Loss",), "y": ("Dose",)}
    assert remapped(CHARTS["scatter"], DATA, bindings).bindings == bindings


def test_an_optional_role_that_was_emptied_stays_empty_until_the_chart_is_another() -> None:
    bindings = {"x": ("Loss",), "y": ("Dose",)}
    again = remapped(CHARTS["scatter"], DATA, bindings, is_new_chart=True)
    assert again.bindings == {**bindings, "group": ("Soil",)}
    renamed = remapped(CHARTS["scatter"], DATA, {**bindings, "group": ("Boden",)})
    assert renamed.bindings == {**bindings, "group": ("Soil",)}


def test_a_column_that_is_gone_is_replaced_and_the_others_stay() -> None:
    mapping = remapped(CHARTS["scatter"], DATA, {"x": ("Gone",), "y": ("Dose",)})
    assert mapping.bindings["y"] == ("Dose",)
    assert mapping.bindings["x"] in (("Yield",), ("Loss",))


def test_another_chart_keeps_what_fits_its_roles() -> None:
    mapping = remapped(CHARTS["bar"], DATA, {"x": ("Soil",), "y": ("Loss",), "group": ("Dose",)})
    assert mapping.bindings == {"x": ("Soil",), "y": ("Loss",)}


def test_a_family_that_becomes_a_single_role_is_found_anew() -> None:
    mapping = remapped(CHARTS["bar"], DATA, {"x": ("Soil",), "y": ("Loss", "Yield")})
    assert len(mapping.bindings["y"]) == 1


def test_what_a_user_chose_is_told_from_what_was_automatic() -> None:
    automatic = remapped(CHARTS["scatter"], DATA, {}).bindings
    assert automatic["x"] == ("Dose",)
    assert chosen(CHARTS["scatter"], DATA, automatic) == {}
    assert chosen(CHARTS["scatter"], DATA, {**automatic, "x": ("Loss",)}) == {"x": ("Loss",)}


def test_without_a_chart_nothing_is_missing() -> None:
    assert state_of(None, {}).complete


def test_the_amount_that_is_drawn_is_still_drawn_by_another_chart() -> None:
    bindings = {"x": ("Dose",), "y": ("Yield", "Loss")}
    taken = carried(CHARTS["scatter"], CHARTS["bar"], DATA, bindings)
    assert remapped(CHARTS["bar"], DATA, taken).bindings == {"x": ("Soil",), "y": ("Yield",)}


def test_the_categories_that_are_drawn_are_still_drawn_by_a_chart_that_could_do_without() -> None:
    automatic = remapped(CHARTS["bar"], DATA, {}).bindings
    taken = carried(CHARTS["bar"], CHARTS["box"], DATA, automatic)
    assert remapped(CHARTS["box"], DATA, taken).bindings == automatic


def test_what_a_user_chose_goes_before_the_amount() -> None:
    bindings = {"x": ("Yield",), "y": ("Dose",)}
    assert carried(CHARTS["scatter"], CHARTS["bar"], DATA, bindings) == bindings


def test_charts_without_one_amount_take_along_no_amount_that_nobody_chose() -> None:
    automatic = remapped(CHARTS["scatter"], DATA, {}).bindings
    assert carried(CHARTS["scatter"], CHARTS["bubble"], DATA, automatic) == {"group": ("Soil",)}
