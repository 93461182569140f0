"""The effective order: lane order, then arrival, but an entry whose slack is used up goes ahead of every lane."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from scheduler_svc.core.lane import Lane
from scheduler_svc.core.promises import Promises
from scheduler_svc.core.run import Run


class Order:
    """The order of one moment: the first entry in O(log n), all of them in one pass.

    The first of the first lane goes next unless that would push somebody with an earlier latest start past it; then the
    first of the next lane is asked, if it must start before all that may not go yet: being short alone passes nobody.
    Whoever has the earliest latest start may always go.
    """

    def __init__(
        self,
        lanes: tuple[Lane, ...],
        promises: Promises,
        base: float,
        share: Callable[[Run], float],
        urgency: Callable[[str], tuple[float, int]],
    ) -> None:
        """`urgency`: of two ids the lesser one must start first; among equal latest starts, whichever entered first."""
        self._lanes = [lane for lane in lanes if len(lane)]
        self._promises = promises
        self._base = base
        self._share = share
        self._urgency = urgency

    def first(self) -> Run:
        """Who is next; somebody must wait."""
        heads = [run for lane in self._lanes if (run := lane.first()) is not None]
        return heads[self._choose(heads, 0.0)[0]]

    def all(self) -> Iterator[Run]:
        """Everybody. Work that has gone ahead of its turn counts against what would go ahead after it."""
        lanes, ahead = list(self._lanes), 0.0
        while lanes and self._lets_whole_lane_ahead(lanes, ahead):
            ahead += lanes[0].work_s
            yield from lanes.pop(0)
        yield from self._one_by_one(lanes, ahead)

    def _lets_whole_lane_ahead(self, lanes: list[Lane], ahead: float) -> bool:
        earliest = min(run.latest_start for lane in lanes if (run := lane.first()) is not None)
        last = lanes[0].last()
        assert last is not None
        return len(lanes) == 1 or self._promises.lets_ahead(
            earliest, last.latest_start, ahead + lanes[0].work_s, self._base
        )

    def _one_by_one(self, lanes: list[Lane], ahead: float) -> Iterator[Run]:
        rest = [iter(lane) for lane in lanes]
        heads = [next(lane) for lane in rest]
        while heads:
            index, went_ahead = self._choose(heads, ahead)
            ahead += went_ahead
            yield heads[index]
            following = next(rest[index], None)
            if following is None:
                del heads[index], rest[index]
            else:
                heads[index] = following

    def _choose(self, heads: list[Run], ahead: float) -> tuple[int, float]:
        """Which of the lanes' first entries is next, and how much work thereby goes ahead of its turn."""
        urgency = [self._urgency(head.request.run_id) for head in heads]
        most_urgent = held_back = min(range(len(heads)), key=urgency.__getitem__)
        for index, head in enumerate(heads[:most_urgent]):
            if held_back == most_urgent or urgency[index] < urgency[held_back]:
                share = self._share(head)
                if self._promises.lets_ahead(urgency[most_urgent][0], head.latest_start, ahead + share, self._base):
                    return index, share
                held_back = index
        return most_urgent, 0.0
