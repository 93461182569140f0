"""The buckets: a user's day as telemetry may tell it, in closed sets that name nobody."""

from __future__ import annotations

from typing import Final

RUNS: Final = ((1, "1"), (5, "2_5"), (10, "6_10"), (20, "11_20"), (30, "21_30"), (40, "31_40"))
TOKENS: Final = ((25, "lt25"), (50, "25_50"), (75, "50_75"), (90, "75_90"))


def runs_bucket(runs: int) -> str:
    """How many runs a user has today; a run that was given back leaves its user in the first bucket at least."""
    return next((name for most, name in RUNS if runs <= most), "41_plus")


def tokens_bucket(tokens: int, budget: int) -> str:
    """Which part of `budget` (in the unit of `tokens`) a user has used today, in percent."""
    found = next((name for below, name in TOKENS if tokens * 100 < budget * below), None)
    return found or ("90_100" if tokens <= budget else "over")
