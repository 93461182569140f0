"""The nearest names: what someone may have meant by a name that is not there."""

from __future__ import annotations

from collections.abc import Iterable
from difflib import SequenceMatcher

COUNT = 3  # names worth offering


def nearest(name: str, known: Iterable[str]) -> list[str]:
    """The known names most like `name`, best first; a name that holds the other counts as near."""
    wanted = name.casefold()[:80]

    def likeness(candidate: str) -> float:
        held = 0.5 if wanted and (wanted in candidate or candidate in wanted) else 0.0
        return held + SequenceMatcher(None, wanted, candidate).ratio()

    return sorted(known, key=lambda candidate: (-likeness(candidate), candidate))[:COUNT]
