"""The records: what a snapshot consists of, as plain frozen data that the journal keeps."""

from __future__ import annotations

from dataclasses import dataclass

from scheduler_svc.core.group import GroupRequest
from scheduler_svc.core.hold import Hold
from scheduler_svc.core.quota.snapshot import LedgerSnapshot
from scheduler_svc.core.run import EndReason, Run


@dataclass(frozen=True, slots=True)
class DurationsRecord:
    """What a pool has learned of one sort of work."""

    kind: str
    key: str
    recent_s: tuple[float, ...]
    told_s: float
    with_model: bool = False


@dataclass(frozen=True, slots=True)
class RendererRecord:
    """One renderer; its leases are those of the runs that name it."""

    address: str
    slots: int
    memory_bytes: int
    lost_until: float | None


@dataclass(frozen=True, slots=True)
class PoolRecord:
    """What a pool remembers beyond its runs."""

    pool: str
    slots: int
    paused: bool
    queue: tuple[str, ...]
    """The waiting runs, by id, in the order in which they entered."""
    recent_starts: tuple[float, ...]
    durations: tuple[DurationsRecord, ...]
    renderers: tuple[RendererRecord, ...]
    had_renderers: bool
    overall: tuple[DurationsRecord, ...] = ()
    """All runs together, without and with a model; of no kind and no key."""
    has_forgotten_sorts: bool = False


@dataclass(frozen=True, slots=True)
class LineRecord:
    """Who waits for which keys, in the order of their coming."""

    waiter: str
    keys: tuple[str, ...]
    eager: bool


@dataclass(frozen=True, slots=True)
class LocksRecord:
    """One table of locks."""

    owners: tuple[tuple[str, tuple[str, ...]], ...]
    lines: tuple[LineRecord, ...]


@dataclass(frozen=True, slots=True)
class GroupRecord:
    """One group; its unfinished members are those runs that name it and have not ended."""

    request: GroupRequest
    token: int
    locks: LocksRecord
    unfinished: tuple[str, ...]
    post_until: float | None
    end: EndReason | None
    since: float | None = None


@dataclass(frozen=True, slots=True)
class GraceRecord:
    """A lease that has lost its stream, and until when it lives."""

    lease_id: str
    until: float


@dataclass(frozen=True, slots=True)
class Snapshot:
    """One state. The order within each tuple is part of it."""

    at: float | None
    next_token: int
    draining: bool
    runs: tuple[Run, ...]
    holds: tuple[Hold, ...]
    groups: tuple[GroupRecord, ...]
    ended: tuple[str, ...]
    """Ended runs, holds and groups, those that are forgotten next first."""
    pools: tuple[PoolRecord, ...]
    locks: LocksRecord
    leases: tuple[str, ...]
    graces: tuple[GraceRecord, ...]
    ledger: LedgerSnapshot
