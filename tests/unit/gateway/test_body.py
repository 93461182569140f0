"""What is said about a body of the wrong shape."""

from __future__ import annotations

from typing import Any

import pytest
from pydantic import ValidationError

from gateway.body import LONGEST_FIELD, MOST_VIOLATIONS, violations
from gateway.routes.setup import BindingLines, OptionValues
from gateway.routes.turns import Message
from plotlane_kit.errors import Violation


def refused(shape: Any, json: str) -> list[Violation]:
    with pytest.raises(ValidationError) as caught:
        shape.model_validate_json(json)
    return violations(caught.value.errors(include_url=False, include_input=False, include_context=False))


def test_a_field_is_named_by_its_path() -> None:
    assert [v.field for v in refused(BindingLines, '[{"role": "x", "column": "a"}, {"role": 1}]')] == [
        "[1].role",
        "[1].column",
    ]


def test_an_unknown_field_is_called_that() -> None:
    assert refused(Message, '{"text": "a", "tier": "admin"}') == [Violation("tier", "unknown field; remove it")]


def test_a_flood_of_mistakes_is_cut_short() -> None:
    many = ",".join('{"role": 1, "column": 2}' for _ in range(500))
    assert len(refused(BindingLines, f"[{many}]")) == MOST_VIOLATIONS


def test_a_name_that_the_client_made_up_is_cut_short() -> None:
    long = refused(OptionValues, f'{{"{"n" * 5000}": {{}}}}')
    assert all(len(v.field) <= LONGEST_FIELD for v in long)


def test_no_value_is_ever_repeated() -> None:
    found = refused(Message, '{"text": ["my salary is 12345"]}')
    assert not any("12345" in v.message or "12345" in v.field for v in found)
