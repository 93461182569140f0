"""The parking: blocked runs and waiting holds, when they give up, and which of them to look at again."""

from __future__ import annotations

from heapq import heappop, heappush

from scheduler_svc.core.deadline import Deadlines
from scheduler_svc.core.tally import Tally


class Parking:
    """What is stirred is looked at in the order in which it was submitted; what nothing stirred costs nothing."""

    def __init__(self) -> None:
        self.of_user = Tally()
        """How many blocked runs and waiting holds each user has."""
        self.give_ups = Deadlines()
        self._stirred: list[tuple[int, str]] = []

    def stir(self, token: int, lease_id: str) -> None:
        """What kept this one out may be gone."""
        heappush(self._stirred, (token, lease_id))

    def stir_first(self, first: tuple[int, str] | None) -> None:
        """What kept the first of a line out may be gone; None: nobody stands there."""
        if first is not None:
            self.stir(*first)

    def next(self) -> str | None:
        """Which to look at next; None when nothing is left."""
        return heappop(self._stirred)[1] if self._stirred else None

    def settle(self) -> None:
        """Look at nothing: what is replayed was decided before."""
        self._stirred.clear()
