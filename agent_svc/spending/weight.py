"""The weight: tokens of all sorts as one number, in which prices are about even."""

from __future__ import annotations

from typing import Final

from agent_svc.models.call import Usage
from scheduler_svc.core.quota.tokens import TokenCounts, TokenWeights, whole_tokens

_WEIGHTS: Final = TokenWeights()


def weighted(usage: Usage) -> int:
    """`usage` in weighted tokens, by the weights that a scheduler has when nobody sets others; rounded up."""
    counts = TokenCounts(usage.input, usage.output, usage.cache_read, usage.cache_write)
    return whole_tokens(_WEIGHTS.weigh(counts))
