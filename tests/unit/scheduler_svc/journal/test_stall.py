"""For how much of its time commits may keep the loop from its other work."""

from __future__ import annotations

from scheduler_svc.journal.stall import MOST_S, SHARE, UNCOUNTED_S, Stall


class Time:
    """Seconds that pass when a test says so."""

    def __init__(self) -> None:
        self.now = 0.0

    def __call__(self) -> float:
        return self.now


def test_quick_commits_cost_nothing() -> None:
    stall = Stall(Time())
    for _ in range(100_000):
        stall.note(UNCOUNTED_S)
    assert stall.is_allowed()


def test_slow_commits_use_the_budget_up() -> None:
    stall = Stall(Time())
    stall.note(UNCOUNTED_S + MOST_S / 2)
    assert stall.is_allowed()
    stall.note(UNCOUNTED_S + MOST_S / 2)
    assert not stall.is_allowed()


def test_one_that_got_stuck_is_worked_off_before_the_next() -> None:
    time = Time()
    stall = Stall(time)
    stall.note(UNCOUNTED_S + MOST_S + 3.0)
    time.now = 3.0 / SHARE - 0.1
    assert not stall.is_allowed()
    time.now = 3.0 / SHARE + 0.1
    assert stall.is_allowed()


def test_however_long_it_was_quick_only_so_much_is_saved_up() -> None:
    time = Time()
    stall = Stall(time)
    time.now = 1e6
    assert stall.is_allowed()
    stall.note(UNCOUNTED_S + MOST_S)
    assert not stall.is_allowed()


def test_on_a_slow_disk_the_loop_loses_no_more_than_its_share() -> None:
    time = Time()
    stall, lost_s, took_s = Stall(time), 0.0, 0.008
    while time.now < 60.0:
        if stall.is_allowed():
            stall.note(took_s)
            lost_s += took_s
        time.now += took_s
    assert lost_s < 1.2 * (60.0 * SHARE + MOST_S)
