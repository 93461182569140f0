"""Model ids and settings: exact ones, and a provider with all that it needs."""

from __future__ import annotations

import pytest
from pydantic import ValidationError

from agent_svc.models.ids import DEFAULT_MODEL, exact
from agent_svc.models.prices import read_prices
from agent_svc.models.settings import ModelSettings


@pytest.mark.parametrize("model_id", [DEFAULT_MODEL, "claude-opus-4-1@20250805", "claude-3-5-haiku-20241022"])
def test_an_exact_id_is_taken_as_it_is(model_id: str) -> None:
    assert exact(model_id) == model_id


@pytest.mark.parametrize("model_id", ["claude-haiku-latest", "claude-haiku@latest", "", "a b", "x" * 200, "../etc"])
def test_an_alias_that_may_move_and_what_is_no_id_are_refused(model_id: str) -> None:
    with pytest.raises(ValueError, match="such as claude-haiku-5-5"):
        exact(model_id)


@pytest.mark.parametrize(
    ("given", "missing"),
    [
        ({"provider": "anthropic"}, "API_KEY"),
        ({"provider": "anthropic", "api_key": "  "}, "API_KEY"),
        ({"provider": "vertex"}, "PROJECT"),
        ({"review": True}, "PROVIDER"),
        ({"provider": "anthropic", "api_key": "k", "root": "claude-latest"}, "exact id"),
    ],
)
def test_a_provider_that_lacks_something_is_refused_by_name(given: dict[str, object], missing: str) -> None:
    with pytest.raises(ValidationError, match=missing):
        ModelSettings.model_validate(given)


def test_the_key_is_in_no_text_of_the_settings() -> None:
    settings = ModelSettings.model_validate({"provider": "anthropic", "api_key": "sk-very-secret"})
    assert "sk-very-secret" not in f"{settings!r} {settings} {settings.model_dump()}"


def test_the_default_model_has_a_list_price() -> None:
    assert DEFAULT_MODEL in read_prices()
