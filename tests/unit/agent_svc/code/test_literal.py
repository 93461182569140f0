"""Writing values as source."""

from __future__ import annotations

import ast

import pytest
from hypothesis import given
from hypothesis import strategies as st

from agent_svc.code.literal import WIDTH, assignment, literal, quoted

VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False) | st.text(),
    lambda inner: st.lists(inner, max_size=6) | st.dictionaries(st.text(max_size=30), inner, max_size=6),
    max_leaves=25,
)


@given(VALUES)
def test_what_is_written_reads_back_as_the_same_value(value: object) -> None:
    assert ast.literal_eval(literal(value)) == value


@given(st.text())
def test_a_quoted_text_is_one_line_of_printable_characters(text: str) -> None:
    assert quoted(text).isprintable()


@given(st.lists(st.text(max_size=20), max_size=30))
def test_no_line_is_longer_than_its_longest_item_needs(texts: list[str]) -> None:
    longest = max((len(quoted(text)) for text in texts), default=0)

    assert all(len(line) <= max(WIDTH, longest + 5) for line in assignment("roles", texts).split("\n"))


@pytest.mark.parametrize(
    ("value", "source"),
    [
        (None, "None"),
        (True, "True"),
        (0.1, "0.1"),
        (-3, "-3"),
        ("Größe", '"Größe"'),
        ('"', '"\\""'),
        ("a\nb\tc", '"a\\nb\\tc"'),
        ("\u202e", '"\\u202e"'),
        ("\U000e0001", '"\\U000e0001"'),
        ((1, 2), "[1, 2]"),
        ({}, "{}"),
        ([], "[]"),
    ],
)
def test_values_are_written_as_a_person_would(value: object, source: str) -> None:
    assert literal(value) == source


@pytest.mark.parametrize("value", [float("nan"), float("inf"), object(), b"x", {1, 2}])
def test_what_has_no_literal_is_refused(value: object) -> None:
    with pytest.raises(TypeError, match="has no literal"):
        literal(value)
