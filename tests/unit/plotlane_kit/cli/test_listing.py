"""What the listings of `plotlane admin` and `plotlane status` say of pools that start nothing."""

from __future__ import annotations

from plotlane.scheduler.v1 import scheduler_pb2 as pb
from plotlane_kit.cli.listing import stalled


def test_a_pool_that_starts_nothing_says_why_and_any_other_is_not_mentioned() -> None:
    pools = [
        pb.PoolStatus(pool="runs", concurrency=5, paused=True),
        pb.PoolStatus(pool="render", concurrency=0),
        pb.PoolStatus(pool="other", concurrency=1),
    ]
    paused, empty = stalled(pools)
    assert paused == "runs is paused; start it again with: plotlane admin resume runs"
    assert empty.startswith("render has no places")
