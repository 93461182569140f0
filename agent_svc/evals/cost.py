"""The cost: what weighted tokens come to at list price."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from agent_svc.models.prices import Price

_MILLION = 1_000_000


def priced(models: Sequence[str], prices: Mapping[str, Price]) -> Callable[[int], float | None]:
    """What weighted tokens cost in US dollars; None where a model that may have been asked has no price.

    The weights of output and cache are the ratios of their prices, so that a weighted token costs what an input token
    of its model costs; of several models the dearest is taken. No tokens cost nothing.
    """
    known = [prices[model].input for model in models if model in prices]

    def cost(tokens: int) -> float | None:
        if not tokens:
            return 0.0
        return None if len(known) < len(models) or not known else tokens * max(known) / _MILLION

    return cost
