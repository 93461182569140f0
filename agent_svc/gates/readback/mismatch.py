"""A mismatch: what a comparison found to differ."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Mismatch:
    """What differs, in a sentence, and how many marks do: the fewer, the likelier is this reading of the picture."""

    message: str
    count: int
