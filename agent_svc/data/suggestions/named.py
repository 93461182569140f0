"""Charts that the names of the columns ask for all by themselves."""

from __future__ import annotations

from collections.abc import Iterator

from agent_svc.data.suggestions.candidate import Candidate
from agent_svc.data.suggestions.facts import Facts
from agent_svc.data.suggestions.names import FLOWS, OHLC, PLACES, POINTS, VECTORS
from agent_svc.data.suggestions.spans import of_spans


def named(facts: Facts) -> Iterator[Candidate]:
    """What the names of the columns say all by themselves."""
    if facts.names_hold(OHLC):
        yield Candidate(100, "candlestick", "The columns are called open, high, low and close.")
    if facts.names_hold(FLOWS) and facts.numbers:
        yield Candidate(98, "sankey", "Each row says from where to where, and how much.")
    if facts.names_hold(VECTORS, among=facts.numbers):
        yield Candidate(97, "quiver", "The columns x, y, u and v are places and directions.")
    if facts.names_hold(PLACES):
        rank = 84 if facts.dates else 94
        yield Candidate(rank, "bubble", "The places as on a map, sized by “$size”.", tells_roles=True)
        yield Candidate(rank - 1, "scatter", "The places as on a map: “$y” against “$x”.", tells_roles=True)
    if facts.texts and len(facts.measures) == len(POINTS) and facts.names_hold(POINTS, among=facts.measures):
        yield Candidate(90, "scatter", "“$y” against “$x”, as the columns are called.", tells_roles=True)
    yield from of_spans(facts)
