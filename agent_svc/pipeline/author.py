"""The author: whoever changes a plot's code in words, as a seam to the model that does it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Protocol

from agent_svc.code.rewriting import Rewriting

Complaint = Mapping[str, str]
"""One thing that was wrong with a try: `kind`, and what is known of it. It never holds an exception's own text."""


class Author(Protocol):
    """Changes code. Both calls raise PlotlaneError when the model cannot be asked or gives no usable answer."""

    async def write(self, working_form: str) -> Rewriting:
        """A first try, as edits."""

    async def mend(self, working_form: str, tried: Rewriting, complaints: Sequence[Complaint]) -> Rewriting:
        """A second and last one, as edits or a whole file, instead of `tried`."""
