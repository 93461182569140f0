"""The reservation: an amount set aside, until it is settled to what was used or its lease dies."""

from __future__ import annotations

from collections import OrderedDict
from dataclasses import dataclass, replace

from scheduler_svc.core.quota.day import FORGOTTEN
from scheduler_svc.core.quota.kind import QuotaKind


@dataclass(frozen=True, slots=True)
class Reservation:
    """What was set aside, for whom, on which day; `amount` counts in full until it is settled."""

    reservation_id: str
    user: str
    kind: QuotaKind
    amount: int
    lease_id: str
    """The run, hold or group that it belongs to; empty: it stands alone and was used at once."""
    day: int
    settled: bool = False
    address: str = ""
    """The network address that it counts for as well; empty: none."""

    def is_same(self, other: Reservation) -> bool:
        """Whether both ask for the same, so that the second is a retry of the first."""
        return (self.user, self.kind, self.amount, self.lease_id) == (
            other.user,
            other.kind,
            other.amount,
            other.lease_id,
        )


class Reservations:
    """Those whose lease lives, and the last `remember` others."""

    def __init__(self, remember: int) -> None:
        self._remember = remember
        self._open: dict[str, Reservation] = {}
        self._by_lease: dict[str, dict[str, None]] = {}
        self._closed: OrderedDict[str, Reservation] = OrderedDict()

    @property
    def open(self) -> tuple[Reservation, ...]:
        """Those whose lease lives."""
        return tuple(self._open.values())

    @property
    def closed(self) -> tuple[Reservation, ...]:
        """Those that are remembered, oldest first."""
        return tuple(self._closed.values())

    def get(self, reservation_id: str) -> Reservation | None:
        """One that is open or remembered."""
        return self._open.get(reservation_id) or self._closed.get(reservation_id)

    def add(self, reservation: Reservation) -> None:
        """Keep one."""
        if not reservation.lease_id or reservation.settled:
            self._keep(reservation)
            return
        self._open[reservation.reservation_id] = reservation
        self._by_lease.setdefault(reservation.lease_id, {})[reservation.reservation_id] = None

    def settle(self, reservation_id: str) -> None:
        """One is settled."""
        reservation = self._open.pop(reservation_id, None)
        if reservation is None:
            reservation = self._closed.pop(reservation_id)
        else:
            siblings = self._by_lease[reservation.lease_id]
            del siblings[reservation_id]
            if not siblings:
                del self._by_lease[reservation.lease_id]
        self._keep(replace(reservation, settled=True))

    def forget_days(self) -> None:
        """From now on nothing is given back to the day of any of these."""
        for each in (self._open, self._closed):
            each.update((name, replace(reservation, day=FORGOTTEN)) for name, reservation in list(each.items()))

    def of_lease(self, lease_id: str) -> tuple[Reservation, ...]:
        """The open ones of a lease."""
        return tuple(self._open[each] for each in self._by_lease.get(lease_id, ()))

    def _keep(self, reservation: Reservation) -> None:
        self._closed[reservation.reservation_id] = reservation
        if len(self._closed) > self._remember:
            self._closed.popitem(last=False)
