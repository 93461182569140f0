"""The promises: whether all waiting entries can still start in time, asked in O(log n), and which must go now."""

from __future__ import annotations

from collections.abc import Iterable
from math import inf
from typing import Final

from scheduler_svc.core.drift import Drift

BUCKETS: Final = 2_048  # leaves of the tree, a power of two; the longest wait spans a quarter of them
_SPAN: Final = 512
_FEW: Final = 100  # entries of which each by itself is set sooner than the whole tree
_EPSILON: Final = 1e-6  # what sums of times may be off by: so much a newcomer may lack
#: What whoever waits for its moment must have to spare then: else it comes with no slack at all, and a sum that is off
#: by its last digit would let it expire.
SPARE_S: Final = 2 * _EPSILON


class Promises:
    """What waits, by its latest start, each entry with its share: by how much it puts off what starts after it.

    If entries start in the order of their latest starts, one starts in time exactly when `base` + the shares of those
    before it is no later than its latest start. When that holds for all of them there is slack for another order, and
    when it does not hold for a newcomer, no order keeps all promises.

    Latest starts are kept in buckets of a 512th of the longest wait, in a tree of sums and of least slack: the answer
    costs the same for ten entries and for a hundred thousand. What a bucket rounds away counts against the newcomer,
    so it may refuse up to one bucket too early, and never admits what breaks a promise.
    """

    def __init__(self, longest_wait_s: float) -> None:
        self._width = max(longest_wait_s, 1e-3) / _SPAN
        self._origin = 0
        self._latest = -inf
        self._clear()

    def _clear(self) -> None:
        self._entries = 0
        self._count = [0] * BUCKETS
        self._least = [inf] * BUCKETS
        self._changed: set[int] = set()
        """The buckets that have changed since the tree was last asked: who starts at once comes and goes unasked."""
        self._sum = [0.0] * (2 * BUCKETS)
        # Of each node: the least of (latest start - shares up to and without the entry itself) over its buckets.
        self._slack = [inf] * (2 * BUCKETS)

    def rebuild(self, entries: Iterable[tuple[float, float]]) -> None:
        """Hold exactly these latest starts and shares."""
        entries = list(entries)
        self._clear()
        self._origin = min((int(at // self._width) for at, _ in entries), default=0)
        for at, share in entries:
            self._put(int(at // self._width) - self._origin, share, 1)
        if len(entries) < _FEW:
            self._changed.update(int(at // self._width) - self._origin for at, _ in entries)
        else:
            self._set_all()
        self._latest = max((at for at, _ in entries), default=-inf)

    def _set_all(self) -> None:
        for bucket in range(BUCKETS):
            self._set_leaf(bucket)
        for node in range(BUCKETS - 1, 0, -1):
            self._set_node(node)

    def add(self, latest_start: float, share: float) -> bool:
        """Hold one more; False when the tree must be rebuilt first, with this one among the others."""
        if not self._entries:
            self._origin = int(latest_start // self._width)
        bucket = int(latest_start // self._width) - self._origin
        if not 0 <= bucket < BUCKETS:
            return False
        self._latest = max(self._latest, latest_start)
        self._put(bucket, share, 1)
        self._changed.add(bucket)
        return True

    def remove(self, latest_start: float, share: float) -> None:
        """Hold one less."""
        bucket = int(latest_start // self._width) - self._origin
        self._put(bucket, share, -1)
        self._changed.add(bucket)
        if not self._entries:
            self._latest = -inf

    def admits(self, latest_start: float, share: float, base: float, spare_s: float = 0.0) -> bool:
        """Whether a newcomer would start in time, with so much to spare, and everybody else as well."""
        self._catch_up()
        base += spare_s
        if latest_start >= self._latest:
            return base + self._sum[1] <= latest_start + _EPSILON
        bucket = int(latest_start // self._width) - self._origin
        before, here = 0.0, 0.0
        if bucket >= 0:
            before, here = self._range(0, bucket - 1)[0], self._sum[BUCKETS + bucket]
        else:
            # Everybody may start later, and none of them goes first.
            bucket = 0
        _, slack = self._range(bucket, BUCKETS - 1)
        return base + before + here <= latest_start + _EPSILON and base + share <= slack - before + _EPSILON

    def admits_from(self, now: float, wait_s: float, share: float, drift: Drift) -> float:
        """When a newcomer that may wait for `wait_s` is first admitted, with `SPARE_S` to spare, if nothing but time
        passes; may be infinite.
        """
        self._catch_up()
        if now + wait_s < self._latest:
            found = self._admits_before_the_last(now, wait_s, share, drift)
            if found < inf:
                return found
            now = self._latest - wait_s
        return max(now, drift.gains(self._sum[1] + SPARE_S - wait_s))

    def _admits_before_the_last(self, now: float, wait_s: float, share: float, drift: Drift) -> float:
        """As `admits_from`, while somebody must start later than the newcomer: bucket by bucket, 512 of them at most.

        Within a bucket what comes before is the same, and whom the newcomer puts off can only be in more of a hurry.
        """
        first, last = (int(at // self._width) - self._origin for at in (now + wait_s, self._latest))
        last = min(BUCKETS - 1, last)
        before = self._range(0, first - 1)[0] if first > 0 else 0.0
        # -1: the time in which it may have to start before everybody else.
        for bucket in range(max(-1, first), last + 1):
            begins = max(now, (self._origin + bucket) * self._width - wait_s) if bucket >= 0 else now
            ends = min((self._origin + bucket + 1) * self._width, self._latest) - wait_s
            here = self._sum[BUCKETS + bucket] if bucket >= 0 else 0.0
            at = max(begins, drift.gains(before + here + SPARE_S - wait_s))
            if at < ends and drift.at(at) + share + SPARE_S <= self._range(max(0, bucket), last)[1] - before:
                return at
            before += here
        return inf

    def lateness_s(self, latest_start: float, base: float) -> float:
        """By how much a newcomer behind everybody else would start too late; 0 when in time."""
        self._catch_up()
        return max(0.0, base + self._sum[1] - latest_start)

    def lets_ahead(self, first: float, latest_start: float, work: float, base: float) -> bool:
        """Whether `work` may go ahead of everybody who must start before `latest_start`.

        `first`: the earliest latest start that still waits.
        """
        self._catch_up()
        low = max(0, int(first // self._width) - self._origin)
        high = min(BUCKETS - 1, int(latest_start // self._width) - self._origin)
        if high < 0:
            return base <= latest_start + _EPSILON
        before = self._range(0, low - 1)[0] if low else 0.0
        _, slack = self._range(low, high - 1)
        own = self._slack[BUCKETS + high] - before - self._range(low, high - 1)[0]
        return base + work <= slack - before and base <= own

    def is_ample(self, work: float, base: float) -> bool:
        """Whether `work` may go ahead of everybody."""
        self._catch_up()
        return base + work <= self._slack[1]

    def _put(self, bucket: int, share: float, count: int) -> None:
        self._entries += count
        self._count[bucket] += count
        leaf = BUCKETS + bucket
        if self._count[bucket]:
            self._sum[leaf] += count * share
            self._least[bucket] = min(self._least[bucket], share)
        else:
            self._sum[leaf], self._least[bucket] = 0.0, inf

    def _catch_up(self) -> None:
        for bucket in self._changed:
            self._climb(bucket)
        self._changed.clear()

    def _climb(self, bucket: int) -> None:
        self._set_leaf(bucket)
        node = (BUCKETS + bucket) >> 1
        sums, slack = self._sum, self._slack
        while node:
            left = 2 * node
            total = sums[left]
            sums[node] = total + sums[left + 1]
            here, there = slack[left], slack[left + 1] - total
            slack[node] = here if here < there else there
            node >>= 1

    def _set_leaf(self, bucket: int) -> None:
        leaf = BUCKETS + bucket
        at = (self._origin + bucket) * self._width
        self._slack[leaf] = at + self._least[bucket] - self._sum[leaf] if self._count[bucket] else inf

    def _set_node(self, node: int) -> None:
        left, right = 2 * node, 2 * node + 1
        self._sum[node] = self._sum[left] + self._sum[right]
        self._slack[node] = min(self._slack[left], self._slack[right] - self._sum[left])

    def _range(self, low: int, high: int) -> tuple[float, float]:
        """The sum, and the least slack counted from `low`, over the buckets from `low` to `high`."""
        left, right = low + BUCKETS, high + BUCKETS + 1
        left_sum, left_slack, right_sum, right_slack = 0.0, inf, 0.0, inf
        while left < right:
            if left & 1:
                left_slack = min(left_slack, self._slack[left] - left_sum)
                left_sum += self._sum[left]
                left += 1
            if right & 1:
                right -= 1
                right_slack = min(self._slack[right], right_slack - self._sum[right])
                right_sum += self._sum[right]
            left, right = left >> 1, right >> 1
        return left_sum + right_sum, min(left_slack, right_slack - left_sum)
