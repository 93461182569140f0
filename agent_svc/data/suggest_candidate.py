"""A candidate: a chart that a rule proposes for a table."""

from __future__ import annotations

from typing import NamedTuple


class Candidate(NamedTuple):
    """A chart, how well it fits (the higher, the better), and why as one line."""

    rank: int
    chart_id: str
    why: str
