"""The options: a session keeps what differs from the defaults."""

from __future__ import annotations

import pytest

from agent_svc.errors import InvalidError
from agent_svc.sessions.options import changed_options, full_options, kept_options
from tests_support.shipped import shipped_catalogue

SCATTER, BAR = (shipped_catalogue().charts[chart_id] for chart_id in ("scatter", "bar"))


def test_only_what_differs_from_the_default_is_kept() -> None:
    assert changed_options(SCATTER, {}, {"title": "A", "log_y": False, "legend": "auto"}) == {"title": "A"}


def test_none_takes_the_default_back() -> None:
    assert changed_options(SCATTER, {"log_y": True, "title": "A"}, {"log_y": None}) == {"title": "A"}


def test_what_is_not_named_stays() -> None:
    assert changed_options(SCATTER, {"title": "A"}, {"log_x": True}) == {"title": "A", "log_x": True}


def test_an_unknown_option_is_refused_even_when_it_is_taken_back() -> None:
    with pytest.raises(InvalidError):
        changed_options(SCATTER, {}, {"bins": None})


def test_another_chart_keeps_what_it_knows_and_takes() -> None:
    assert kept_options(BAR, {"title": "A", "log_x": True, "log_y": True}) == {"title": "A", "log_y": True}


def test_all_options_have_a_value() -> None:
    full = full_options(SCATTER, {"title": "A"})
    assert set(full) == {option.name for option in SCATTER.options}
    assert full_options(None, {}) == {}
