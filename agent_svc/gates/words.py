"""Words for findings: texts and characters as a message names them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

_SHOWN: Final = 3  # of many, how many a message names
_SHOWN_CHARACTERS: Final = 40


def shown(text: str) -> str:
    """The text on one line, cut when it is long."""
    text = " ".join(text.split())
    return text if len(text) <= _SHOWN_CHARACTERS else text[: _SHOWN_CHARACTERS - 1] + "…"


def named(items: Sequence[str]) -> str:
    """The first few in quotation marks, and how many more there are."""
    more = len(items) - _SHOWN
    return ", ".join(f"“{item}”" for item in items[:_SHOWN]) + (f" and {more} more" if more > 0 else "")
