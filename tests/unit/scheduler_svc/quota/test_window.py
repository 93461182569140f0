"""The window: 60 s that slide, exact at both ends."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from scheduler_svc.core.quota.window import WINDOW_S, Spent, Window


def window(*at: float) -> Window:
    return Window(tuple(Spent(f"s{number}", each, 1) for number, each in enumerate(at)))


def test_a_use_counts_for_sixty_seconds_and_not_at_the_sixtieth() -> None:
    assert window(5.0).used(5.0) == 1
    assert window(5.0).used(64.999) == 1
    assert window(5.0).used(65.0) == 0


def test_the_wait_is_until_the_oldest_uses_that_must_go_are_gone() -> None:
    assert window(0.0, 10.0, 20.0).wait_s(1, limit=3, at=30.0) == 30.0
    assert window(0.0, 10.0, 20.0).wait_s(2, limit=3, at=30.0) == 40.0
    assert window(0.0, 10.0, 20.0).wait_s(1, limit=4, at=30.0) == 0.0


def test_what_is_given_back_is_free_at_once() -> None:
    uses = window(0.0, 10.0)
    uses.give_back("s0", 1)
    assert uses.used(20.0) == 1


def test_what_is_given_back_after_its_minute_changes_nothing() -> None:
    uses = window(0.0, 10.0)
    uses.prune(65.0)
    uses.give_back("s0", 1)
    assert uses.used(65.0) == 1


def test_part_of_a_use_can_be_given_back() -> None:
    uses = Window((Spent("bulk", 0.0, 5),))
    uses.give_back("bulk", 3)
    assert uses.used(1.0) == 2


def test_pruning_says_whether_anything_is_left() -> None:
    assert window(0.0, 10.0).prune(60.0)
    assert not window(0.0, 10.0).prune(70.0)


@given(st.lists(st.floats(0, 30), max_size=60), st.integers(1, 10))
def test_no_sixty_seconds_ever_hold_more_than_the_limit(gaps: list[float], limit: int) -> None:
    uses, now, accepted = Window(), 0.0, list[float]()
    for number, gap in enumerate(gaps):
        now += gap
        if uses.wait_s(1, limit, now) == 0.0:
            uses.add(Spent(f"s{number}", now, 1))
            accepted.append(now)
        assert len(uses.spent) <= limit
    for start in accepted:
        assert sum(start <= each < start + WINDOW_S for each in accepted) <= limit


@given(st.lists(st.floats(0, 30), min_size=1, max_size=40), st.integers(1, 5))
def test_a_use_fits_after_the_told_wait_and_not_before(gaps: list[float], limit: int) -> None:
    uses, now = Window(), 0.0
    for number, gap in enumerate(gaps):
        now += gap
        wait = uses.wait_s(1, limit, now)
        if wait == 0.0:
            uses.add(Spent(f"s{number}", now, 1))
        else:
            assert uses.used(now) == limit
            assert uses.used(now + wait + 1e-6) < limit
            assert uses.used(max(now, now + wait - 1e-6)) == limit
