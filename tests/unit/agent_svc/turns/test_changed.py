"""The changed session: a change in words is checked like one from the page, and takes effect in its order."""

from __future__ import annotations

from dataclasses import replace

import pytest

from agent_svc.data import read
from agent_svc.errors import InvalidBindingsError, InvalidError, NotEligibleError
from agent_svc.models.chat_model import Change, Earlier
from agent_svc.pipeline.outcome import Theme
from agent_svc.sessions.session import Session
from agent_svc.turns.changed import changed
from tests_support.shipped import shipped_catalogue

CATALOGUE = shipped_catalogue()
DATASET = read("Dose;Yield;Soil\n1;2;clay\n2;3;clay\n3;4;sand\n4;4;sand\n")
SESSION = Session(
    "s",
    "anna",
    "matplotlib",
    "en",
    0.0,
    0.0,
    "scatter",
    bindings={"x": ("Dose",), "y": ("Yield",), "group": ("Soil",)},
    options={"title": "Old", "log_y": True},
)


def after(change: Change, session: Session = SESSION, before: Earlier | None = None) -> Session:
    return changed(session, change, CATALOGUE, DATASET, before)


def test_options_are_set_and_taken_back() -> None:
    assert after(Change({"title": None, "point_size": 12})).options == {"log_y": True, "point_size": 12}


def test_another_chart_keeps_what_it_takes() -> None:
    session = after(Change({"sort": "descending"}, chart_id="bar"))
    assert session.chart_id == "bar"
    assert session.options == {"title": "Old", "log_y": True, "sort": "descending"}
    assert session.bindings == {"x": ("Soil",), "y": ("Yield",)}


def test_a_role_gets_the_named_column_and_the_others_keep_theirs() -> None:
    session = after(Change(bindings={"y": ("Dose",), "x": ("Yield",)}))
    assert session.bindings == {"x": ("Yield",), "y": ("Dose",), "group": ("Soil",)}


def test_a_column_is_taken_from_the_role_that_had_it() -> None:
    assert after(Change(bindings={"y": ("Dose",)})).bindings == {"y": ("Dose",), "group": ("Soil",)}


def test_a_role_may_be_emptied() -> None:
    assert after(Change(bindings={"group": ()})).bindings == {"x": ("Dose",), "y": ("Yield",)}


def test_undo_brings_back_chart_library_columns_and_options_before_anything_else() -> None:
    before = Earlier("bar", "seaborn", {"x": ("Soil",), "y": ("Yield",)}, {"sort": "label"}, Theme.LIGHT)
    session = after(Change({"title": "New"}, undo=True), before=before)
    assert (session.chart_id, session.library) == ("bar", "seaborn")
    assert session.bindings == {"x": ("Soil",), "y": ("Yield",)}
    assert session.options == {"sort": "label", "title": "New"}


def test_undo_finds_columns_for_those_that_the_table_has_no_more() -> None:
    before = Earlier("scatter", "matplotlib", {"x": ("Gone",), "y": ("Yield",)}, {}, Theme.LIGHT)
    assert after(Change(undo=True), before=before).bindings["x"] == ("Dose",)


@pytest.mark.parametrize(
    ("change", "error"),
    [
        (Change({"no_such": 1}), InvalidError),
        (Change({"point_size": 9_000}), InvalidError),
        (Change(bindings={"y": ("Soil",)}), InvalidBindingsError),
        (Change(library="cobol"), NotEligibleError),
    ],
)
def test_what_the_page_could_not_set_words_cannot_either(change: Change, error: type[Exception]) -> None:
    with pytest.raises(error):
        after(change)


def test_columns_need_a_table() -> None:
    with pytest.raises(InvalidError):
        changed(replace(SESSION, bindings={}), Change(bindings={"x": ("Dose",)}), CATALOGUE, None, None)
