"""The likeness of texts: what they share of their runs of three letters."""

from __future__ import annotations

import math

from agent_svc.models.offline.tokens import plain_word

_COMPARED = 200  # characters of a text that are compared


def runs_of(text: str) -> frozenset[str]:
    """The runs of three letters of its words, whose ends count as letters."""
    words = "".join(letter if letter.isalnum() else " " for letter in plain_word(text[:_COMPARED])).split()
    return frozenset(f" {word} "[at : at + 3] for word in words for at in range(len(word)))


def likeness(one: frozenset[str], other: frozenset[str]) -> float:
    """0 (nothing in common) to 1 (the same runs)."""
    return len(one & other) / math.sqrt(max(len(one) * len(other), 1))
