"""A job starts only under a live lease of this renderer, and finding that out asks nobody."""

from __future__ import annotations

import asyncio

import pytest

from plotlane_kit.clock import ManualClock
from renderer_svc.errors import LeaseRefused
from renderer_svc.leases import SILENCE_S, Leases, ShownLease

HERE = "127.0.0.1:8082"
LEASE = ShownLease("run-1", 7, HERE)


@pytest.fixture
def clock() -> ManualClock:
    return ManualClock()


@pytest.fixture
def leases(clock: ManualClock) -> Leases:
    leases = Leases(clock)
    leases.serve_at(HERE)
    return leases


async def why(leases: Leases, shown: ShownLease) -> str:
    with pytest.raises(LeaseRefused) as refused:
        await leases.check(shown)
    return refused.value.metadata["lease"]


@pytest.mark.parametrize("renderer", [HERE, ""])
async def test_a_live_lease_is_let_in(leases: Leases, renderer: str) -> None:
    leases.told({"run-1": 7})
    await leases.check(ShownLease("run-1", 7, renderer))


@pytest.mark.parametrize(
    ("shown", "reason"),
    [
        (ShownLease("", 0), "missing"),
        (ShownLease("run-1", 7, "elsewhere:1"), "foreign"),
        (ShownLease("run-1", 6, HERE), "wrong_token"),
        (ShownLease("run-0", 5, HERE), "ended"),
    ],
)
async def test_anything_else_is_refused_at_once_with_the_reason(leases: Leases, shown: ShownLease, reason: str) -> None:
    leases.told({"run-0": 5})
    leases.told({"run-1": 7})
    assert await why(leases, shown) == reason


async def test_a_lease_that_its_holder_shows_before_the_scheduler_tells_of_it_is_waited_for(leases: Leases) -> None:
    leases.told({})
    checking = asyncio.create_task(leases.check(LEASE))
    await asyncio.sleep(0)
    leases.told({"run-9": 1})
    await asyncio.sleep(0)
    assert not checking.done()
    leases.told({"run-1": 7})
    await checking


async def test_a_lease_that_nobody_tells_of_is_refused_in_the_end(clock: ManualClock) -> None:
    leases = Leases(clock, news_within_s=0.0)
    leases.serve_at(HERE)
    assert await why(leases, LEASE) == "unknown"


async def test_what_was_leased_counts_for_the_grace_while_the_scheduler_is_silent(
    leases: Leases, clock: ManualClock
) -> None:
    leases.told({"run-1": 7})
    leases.lost()
    clock.advance(SILENCE_S)
    await leases.check(LEASE)
    clock.advance(0.1)
    leases.lost()
    assert await why(leases, LEASE) == "scheduler_silent"
    leases.told({"run-1": 7})
    await leases.check(LEASE)


async def test_a_lease_that_comes_back_after_a_restart_counts_again(leases: Leases) -> None:
    for granted in ({"run-1": 7}, {}, {"run-1": 7}):
        leases.told(granted)
    await leases.check(LEASE)


async def test_ended_leases_are_remembered_within_a_bound(leases: Leases) -> None:
    for number in range(1000):
        leases.told({f"run-{number}": 1})
    assert len(leases._ended) == 256
