"""Who a request is for, as metadata."""

from __future__ import annotations

import pytest

from plotlane_kit.caller import ADDRESS_KEY, TIER_KEY, USER_KEY, Caller, Tier, caller_from, caller_metadata


@pytest.mark.parametrize("tier", list(Tier))
def test_a_caller_travels_as_metadata_and_comes_back(tier: Tier) -> None:
    caller = Caller("u-1", tier)
    assert caller_from(caller_metadata(caller)) == caller


def test_the_address_of_an_anonymous_caller_travels_with_it_and_is_not_shown() -> None:
    caller = Caller("u-1", Tier.PUBLIC, "5f2c")
    assert caller_from(caller_metadata(caller)) == caller
    assert "5f2c" not in repr(caller)


def test_a_caller_without_an_address_sends_none() -> None:
    assert ADDRESS_KEY not in dict(caller_metadata(Caller("u-1", Tier.PUBLIC)))


@pytest.mark.parametrize("metadata", [None, (), ((TIER_KEY, "emperor"),), ((TIER_KEY, ""),), ((TIER_KEY, b"admin"),)])
def test_a_missing_or_unknown_tier_is_public_and_never_an_error(
    metadata: tuple[tuple[str, str | bytes], ...] | None,
) -> None:
    assert caller_from(metadata).tier is Tier.PUBLIC


@pytest.mark.parametrize("metadata", [(), ((USER_KEY, ""),)])
def test_a_call_without_a_user_is_the_one_local_user(metadata: tuple[tuple[str, str], ...]) -> None:
    assert caller_from(metadata).user == "local"
