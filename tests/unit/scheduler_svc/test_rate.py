"""The start rate: a gap between two starts, and no more than so many in any 60 s."""

from __future__ import annotations

from scheduler_svc.core.rate import StartRate


def test_before_the_first_start_nothing_holds_it_back() -> None:
    assert StartRate(6).ready_at() == float("-inf")


def test_the_next_start_keeps_the_gap() -> None:
    rate = StartRate(6)
    rate.note(100.0)
    assert rate.ready_at() == 110.0


def test_starts_that_were_made_faster_than_this_rate_still_fill_its_window() -> None:
    rate = StartRate(6)
    for at in range(6):  # as a journal replays them after the rate was lowered
        rate.note(float(at))
    assert rate.ready_at() == 60.0
    rate.note(60.0)
    assert rate.ready_at() == 70.0


def test_without_a_rate_every_start_is_allowed_at_once() -> None:
    rate = StartRate(None)
    rate.note(100.0)
    assert rate.ready_at() == float("-inf")
    assert rate.gap_s == 0.0
