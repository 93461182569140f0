"""Measuring without becoming the load."""

from __future__ import annotations

import mmap
import os

import pytest

from renderer_svc import meter
from renderer_svc.meter import MemoryMeter

MIB = 1024 * 1024


class Clock:
    """A clock that stands still until a dear measurement moves it."""

    def __init__(self) -> None:
        self.now = 0.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    made = Clock()

    def share(pid: int) -> int:
        made.now += 0.5
        return 30 * MIB

    monkeypatch.setattr(meter, "held_bytes", lambda pid: 100 * MIB)
    monkeypatch.setattr(meter, "_fair_share", share)
    return made


def test_what_is_below_the_limit_is_only_added_up(clock: Clock) -> None:
    assert MemoryMeter(250 * MIB, clock).read([1, 2]) == 200 * MIB
    assert clock.now == 0.0


def test_what_seems_above_the_limit_is_looked_at_closely(clock: Clock) -> None:
    assert MemoryMeter(250 * MIB, clock).read([1, 2, 3]) == 90 * MIB


def test_close_looks_take_a_fifth_of_the_time_at_most(clock: Clock) -> None:
    reader = MemoryMeter(150 * MIB, clock)
    assert reader.read([1, 2]) == 60 * MIB  # one second
    assert reader.read([1, 2, 3]) == 60 * MIB
    assert clock.now == 1.0
    clock.now = 5.0
    assert reader.read([1, 2, 3]) == 90 * MIB


def test_our_own_memory_is_known_and_that_of_nobody_is_nothing() -> None:
    assert meter.resident_bytes(os.getpid()) > MIB
    assert meter.resident_bytes(2**22 + 1) == meter.held_bytes(2**22 + 1) == 0


def test_page_tables_are_held_as_well() -> None:
    before = meter.held_bytes(os.getpid())
    with mmap.mmap(-1, 16 << 30, flags=mmap.MAP_PRIVATE | mmap.MAP_ANONYMOUS, prot=mmap.PROT_READ) as empty:
        for place in range(0, len(empty), 2 << 20):
            assert empty[place] == 0  # nothing becomes resident: all of it is the kernel's one page of zeros
        assert meter.held_bytes(os.getpid()) - before > 24 * MIB


def test_memory_on_a_swap_device_and_page_tables_are_held_as_well_as_what_is_resident() -> None:
    status = b"Name:\tVmRSS: 9 kB\nVmSize:\t   900 kB\nVmRSS:\t     5 kB\nVmPTE:\t     2 kB\nVmSwap:\t   100 kB\n"
    assert meter.held_by(status) == 107 * 1024
