"""The usage: what a user has used of what, and when it is free again."""

from __future__ import annotations

from dataclasses import dataclass

from scheduler_svc.core.quota.kind import Period, QuotaKind


@dataclass(frozen=True, slots=True)
class Usage:
    """One count and its limit; tokens in millionths."""

    kind: QuotaKind
    period: Period
    used: int
    limit: int
    resets_in_s: float
    """Seconds until all of it is free again; 0: nothing is used, or it is standing."""


@dataclass(frozen=True, slots=True)
class Today:
    """What one user has used since 00:00 UTC, whether it is limited or not; tokens in millionths."""

    runs: int
    tokens: int
    yardstick_tokens: int
    """The day budget that telemetry measures every tier against."""


@dataclass(frozen=True, slots=True)
class UserReport:
    """How one user stands: for operators."""

    user: str
    used: tuple[tuple[QuotaKind, int], ...]
    """What counts today and what is kept, kind by kind, where it is not 0."""
    strikes: int
    locked_out_s: float


@dataclass(frozen=True, slots=True)
class UsageReport:
    """Everybody: the global budget, and those users of whom most counts."""

    global_tokens: int
    global_limit: int | None
    users: tuple[UserReport, ...]
    known_users: int
    """How many users something counts of."""
