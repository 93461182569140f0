"""The numbers of a message: as the language writes them."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from agent_svc.guard.language import Language
from agent_svc.models.offline.numbers import number_of


@pytest.mark.parametrize(
    ("text", "english", "german"),
    [
        ("2.5", 2.5, 2.5),
        ("2,5", 2.5, 2.5),
        ("1,000", 1000, 1.0),
        ("1.000", 1.0, 1000),
        ("1,234,567.5", 1234567.5, None),
        ("1.234.567,5", None, 1234567.5),
        ("-3", -3, -3),
        ("−3", -3, -3),
        ("1e6", 1e6, 1e6),
        ("twelve", 12, 12),
        ("zwoelf", 12, 12),
        ("null", 0, 0),
        ("1.2.3", None, None),
        ("9e999", None, None),
        ("many", None, None),
    ],
)
def test_a_number_is_read_as_its_language_writes_it(text: str, english: float | None, german: float | None) -> None:
    assert number_of(text, Language.ENGLISH) == english
    assert number_of(text, Language.GERMAN) == german


@given(st.text(max_size=30), st.sampled_from(Language))
def test_whatever_is_no_number_is_none(text: str, language: Language) -> None:
    assert isinstance(number_of(text, language), float | None)
