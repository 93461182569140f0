"""Weighted tokens: exact, whatever the weights."""

from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from plotlane_kit.settings import Profile
from scheduler_svc.core.quota.kind import MICRO
from scheduler_svc.core.quota.tokens import TokenCounts, TokenWeights, whole_tokens
from scheduler_svc.quota_settings import QuotaSettings

COUNTS = st.integers(0, 10**9)


@pytest.mark.parametrize(
    ("counts", "weighted"),
    [
        (TokenCounts(input=1), 1.0),
        (TokenCounts(output=1), 5.0),
        (TokenCounts(cache_read=1), 0.1),
        (TokenCounts(cache_write=1), 1.25),
        (TokenCounts(1_000, 200, 10_000, 400), 3_500.0),  # 1,000 + 1,000 + 1,000 + 500
    ],
)
def test_each_sort_of_token_has_its_weight(counts: TokenCounts, weighted: float) -> None:
    assert TokenWeights().weigh(counts) == weighted * MICRO


@given(COUNTS, COUNTS, COUNTS, COUNTS)
def test_the_sum_is_exact(given_input: int, output: int, cache_read: int, cache_write: int) -> None:
    exact = given_input + 5 * output + Fraction(1, 10) * cache_read + Fraction(5, 4) * cache_write
    assert Fraction(TokenWeights().weigh(TokenCounts(given_input, output, cache_read, cache_write)), MICRO) == exact


def test_ten_thousand_tenths_are_one_thousand() -> None:
    assert sum(TokenWeights().weigh(TokenCounts(cache_read=1)) for _ in range(10_000)) == 1_000 * MICRO


def test_the_weights_are_settings_and_stay_exact() -> None:
    settings = QuotaSettings.model_validate({"weights": {"output": "4.7", "cache_read": "0.000001"}})
    weights = settings.policy(Profile.LOCAL).weights
    assert (weights.input, weights.output, weights.cache_read) == (MICRO, 4_700_000, 1)


@pytest.mark.parametrize(("micro", "whole"), [(0, 0), (1, 1), (MICRO, 1), (MICRO + 1, 2)])
def test_what_is_begun_counts_as_whole(micro: int, whole: int) -> None:
    assert whole_tokens(micro) == whole
