"""The policy: every number the core obeys, as plain frozen data that the settings are turned into."""

from __future__ import annotations

from dataclasses import dataclass, field

from scheduler_svc.core.quota.policy import QuotaPolicy


@dataclass(frozen=True, slots=True)
class LanePolicy:
    """One ordered class of entries; earlier lanes of a pool are served first."""

    name: str
    max_wait_s: float
    """Longest wait in seconds; an entry that reaches it without a place ends EXPIRED."""
    user_cap: int | None = None
    """Most entries of one user in the pool, queued and in flight together; None: no cap."""
    user_waiting_cap: int | None = None
    """Most entries of one user that wait in this lane; None: no cap."""
    noun: tuple[str, str] = ("run", "runs")
    """What one entry and several entries are called when a user is told of a cap."""


@dataclass(frozen=True, slots=True)
class PoolPolicy:
    """One supply of places. How many there are is not policy: it arrives as an event."""

    name: str
    lanes: tuple[LanePolicy, ...]
    capacity: int
    """Most entries that may wait; one that can start at once is always accepted."""
    starts_per_minute: int | None = None
    """Most starts in any 60 s, with a gap of 60 / starts_per_minute between two; None: neither."""
    open_while_draining: bool = False
    """Whether runs in flight need this pool to come to their end: it then goes on admitting during a drain."""
    counts_runs: bool = False
    """Whether an entry is a run that its user's day quotas count."""
    expected_run_s: float = 5.0
    """How long a run without a language model is taken to last until enough have been seen, in seconds."""
    expected_run_with_model_s: float = 90.0
    """The same for a run in which a language model is asked."""
    address_cap: int | None = None
    """Most entries of everybody at one network address, queued and in flight together; None: no cap."""


@dataclass(frozen=True, slots=True)
class SchedulerPolicy:
    """The pools and what holds for all of them."""

    pools: tuple[PoolPolicy, ...]
    lease_grace_s: float = 10.0
    """How long a lost stream keeps its place, slot or locks, in seconds."""
    blocked_per_user: int = 60
    """Most blocked runs and waiting holds of one user."""
    holds_per_user: int = 60
    groups_per_user: int = 60
    """Most holds of one user, open and waiting together."""
    remember_ended: int = 10_000
    """How many ended runs and holds are kept, so that a retry finds its answer and not a second run."""
    quotas: QuotaPolicy = field(default_factory=QuotaPolicy)
    """What users may use in a minute, in a day and at once."""
