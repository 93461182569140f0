"""The buckets: closed sets, and where one ends and the next begins."""

from __future__ import annotations

import pytest

from scheduler_svc.core.quota.buckets import runs_bucket, tokens_bucket


@pytest.mark.parametrize(
    ("runs", "bucket"),
    [
        (0, "1"),
        (1, "1"),
        (2, "2_5"),
        (5, "2_5"),
        (6, "6_10"),
        (10, "6_10"),
        (11, "11_20"),
        (20, "11_20"),
        (21, "21_30"),
        (30, "21_30"),
        (31, "31_40"),
        (40, "31_40"),
        (41, "41_plus"),
        (10_000, "41_plus"),
    ],
)
def test_runs_of_a_day(runs: int, bucket: str) -> None:
    assert runs_bucket(runs) == bucket


@pytest.mark.parametrize(
    ("tokens", "bucket"),
    [
        (0, "lt25"),
        (249, "lt25"),
        (250, "25_50"),
        (499, "25_50"),
        (500, "50_75"),
        (750, "75_90"),
        (899, "75_90"),
        (900, "90_100"),
        (1_000, "90_100"),
        (1_001, "over"),
        (50_000, "over"),
    ],
)
def test_tokens_of_a_day_against_a_budget_of_a_thousand(tokens: int, bucket: str) -> None:
    assert tokens_bucket(tokens, 1_000) == bucket
