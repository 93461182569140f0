"""A candidate: a chart that a rule proposes for a table."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple, TypeAlias

Steps: TypeAlias = tuple[Mapping[str, Any], ...]
"""Data steps in their order, each as the arguments that `read_step` takes."""


class Candidate(NamedTuple):
    """A chart, how well it fits (the higher, the better), why as one line, and the data steps that it needs first.

    `counted` are the columns that `why` counts without their names. Where it `tells_roles`, `why` is a template that
    names the column of a role as `$x`, and a dollar as `$$`.
    """

    rank: int
    chart_id: str
    why: str
    steps: Steps = ()
    counted: tuple[str, ...] = ()
    tells_roles: bool = False
