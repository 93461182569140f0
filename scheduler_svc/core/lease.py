"""The lease: the right to a place or a hold, an id and a fencing token, alive while its stream (or its grace) is."""

from __future__ import annotations

from collections.abc import Iterator

from scheduler_svc.core.deadline import Deadlines


class Leases:
    """Every live lease, and which of them have lost their stream."""

    def __init__(self) -> None:
        self._live: dict[str, None] = {}
        self._grace = Deadlines()

    def __len__(self) -> int:
        return len(self._live)

    def __contains__(self, lease_id: str) -> bool:
        return lease_id in self._live

    def live(self) -> tuple[str, ...]:
        """Every live lease, in the order of their beginning."""
        return tuple(self._live)

    def graces(self) -> Iterator[tuple[str, float]]:
        """Every lease that has lost its stream, and until when it lives, in the order of their loss."""
        return self._grace.items()

    def issue(self, lease_id: str) -> None:
        """Let a lease live."""
        self._live[lease_id] = None

    def end(self, lease_id: str) -> None:
        """Let a lease die."""
        self._live.pop(lease_id, None)
        self._grace.drop(lease_id)

    def lose(self, lease_id: str, until: float) -> None:
        """Its stream is gone: the lease dies at `until` unless a new stream takes it up."""
        self._grace.set(lease_id, until)

    def resume(self, lease_id: str) -> None:
        """A stream has taken it up again."""
        self._grace.drop(lease_id)

    def is_lost(self, lease_id: str) -> bool:
        """Whether it lives on its grace alone."""
        return lease_id in self._grace

    def first_stale(self) -> tuple[float, str] | None:
        """When the next grace is over, and whose; None when every lease has its stream."""
        return self._grace.first()
