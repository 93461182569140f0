"""The weighted tokens: what a model call costs, in exact millionths of an input token."""

from __future__ import annotations

from dataclasses import dataclass

from scheduler_svc.core.quota.kind import MICRO


@dataclass(frozen=True, slots=True)
class TokenCounts:
    """The tokens of one or several model calls, as the provider counts them; none is negative."""

    input: int = 0
    output: int = 0
    cache_read: int = 0
    cache_write: int = 0


@dataclass(frozen=True, slots=True)
class TokenWeights:
    """What one token of each sort counts, in millionths of an input token."""

    input: int = MICRO
    output: int = 5 * MICRO
    cache_read: int = MICRO // 10
    cache_write: int = MICRO + MICRO // 4

    def weigh(self, counts: TokenCounts) -> int:
        """What `counts` cost, in millionths of a weighted token; exact."""
        return (
            counts.input * self.input
            + counts.output * self.output
            + counts.cache_read * self.cache_read
            + counts.cache_write * self.cache_write
        )


def whole_tokens(micro: int) -> int:
    """An amount in whole weighted tokens, rounded up: what was begun counts."""
    return -(-micro // MICRO)
