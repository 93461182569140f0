"""What is told by a first or last character is no other than what whole forms tell: no form is missed for speed."""

import re
from collections.abc import Callable

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from agent_svc.data import forms, missing, text_column

CASES: list[tuple[re.Pattern[str], Callable[[str], bool]]] = [
    (missing._NO_AMOUNT, lambda value: value[0] in missing._BEGINS),
    (forms._LIMIT, lambda value: value[0] in forms._BEGINS),
    (forms._SCIENTIFIC, lambda value: value[0] in forms._DIGITS),
    (forms._SIGN_BEHIND, lambda value: value[-1] in forms._SIGNS),
    (text_column._AMOUNT, lambda value: value.strip()[0] in text_column._BEGINS),
]


@pytest.mark.parametrize(("form", "told"), CASES)
@settings(max_examples=25)
@given(data=st.data())
def test_every_value_of_a_form_has_a_character_that_lets_it_be_tried(
    form: re.Pattern[str], told: Callable[[str], bool], data: st.DataObject
) -> None:
    assert told(data.draw(st.from_regex(form, fullmatch=True)))
