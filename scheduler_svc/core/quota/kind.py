"""The kind: what is counted, and over which period."""

from __future__ import annotations

from enum import StrEnum
from typing import Final


class QuotaKind(StrEnum):
    """What is counted; the closed set."""

    MESSAGES = "messages"
    PASTES = "pastes"
    CONVERSIONS = "conversions"
    COPIES = "copies"
    RUNS = "runs"
    """Pipeline runs; counted by admission, never reserved by a caller."""
    DATA_RUNS = "data_runs"
    """Data runs; counted by admission, never reserved by a caller."""
    TOKENS = "tokens"
    """Weighted tokens, in millionths (`MICRO`), so that no weight and no sum is ever rounded."""
    SESSIONS = "sessions"
    STORED_BYTES = "stored_bytes"


class Period(StrEnum):
    """When what was used is free again."""

    MINUTE = "minute"
    """60 s after it was used: a sliding window."""
    DAY = "day"
    """At 00:00 UTC."""
    STANDING = "standing"
    """When its owner gives it back."""


MICRO: Final = 1_000_000
"""One weighted token in the ledger's unit."""

ADMITTED: Final = frozenset({QuotaKind.RUNS, QuotaKind.DATA_RUNS})
STANDING: Final = frozenset({QuotaKind.SESSIONS, QuotaKind.STORED_BYTES})
LET_IN: Final = frozenset({QuotaKind.TOKENS, QuotaKind.STORED_BYTES})
"""What belongs to work that was let in earlier: a lockout does not stop it half-way."""

_DATA: Final = "data"


def kind_of_run(kind: str) -> QuotaKind:
    """What a run of the pool of runs counts as: `data` is a data run, everything else draws a plot."""
    return QuotaKind.DATA_RUNS if kind == _DATA else QuotaKind.RUNS
