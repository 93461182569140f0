"""Visitors for acceptance tests."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest

from tests_support import RunningHouse, Visitor


@pytest.fixture
def new_visitor() -> Iterator[Callable[..., Visitor]]:
    """Makes visitors of a house; their connections are closed at the end."""
    made: list[Visitor] = []

    def make(house: RunningHouse, token: str | None = None) -> Visitor:
        made.append(Visitor(house.page_url, token))
        return made[-1]

    yield make
    for visitor in made:
        visitor.http.close()


@pytest.fixture
def visitor(house: RunningHouse, new_visitor: Callable[..., Visitor]) -> Visitor:
    """One window on the shared house."""
    return new_visitor(house)
