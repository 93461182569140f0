"""The words: how quotas speak of amounts and of time."""

from __future__ import annotations

import math

from scheduler_svc.core.quota.kind import QuotaKind
from scheduler_svc.core.quota.tokens import whole_tokens

_NOUNS = {
    QuotaKind.MESSAGES: ("message", "messages"),
    QuotaKind.PASTES: ("paste", "pastes"),
    QuotaKind.CONVERSIONS: ("file conversion", "file conversions"),
    QuotaKind.COPIES: ("dataset copy", "dataset copies"),
    QuotaKind.RUNS: ("plot run", "plot runs"),
    QuotaKind.DATA_RUNS: ("data run", "data runs"),
    QuotaKind.TOKENS: ("token", "tokens"),
    QuotaKind.SESSIONS: ("session", "sessions"),
}
_MIB = 1024 * 1024


def amount_of(kind: QuotaKind, amount: int) -> str:
    """`3 messages`, `1 paste`, `10,000,000 tokens`, `12.5 MiB`."""
    if kind is QuotaKind.STORED_BYTES:
        return f"{amount / _MIB:.1f} MiB"
    count = number_of(kind, amount)
    one, several = _NOUNS[kind]
    return f"{count:,} {one if count == 1 else several}"


def number_of(kind: QuotaKind, amount: int) -> int:
    """An amount of the ledger as people count it: tokens whole and rounded up."""
    return whole_tokens(amount) if kind is QuotaKind.TOKENS else amount


def time_of(seconds: float) -> str:
    """`8 s`, `42 min`, `3 h 20 min`; rounded up."""
    if seconds <= 90:
        return f"{math.ceil(seconds)} s"
    minutes = math.ceil(seconds / 60)
    hours, rest = divmod(minutes, 60)
    if not hours:
        return f"{minutes} min"
    return f"{hours} h {rest} min" if rest else f"{hours} h"
