"""Deadlines: the earliest first, whatever was set again or dropped, in memory bounded by what is live."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from scheduler_svc.core.deadline import Deadlines

keys = st.sampled_from("abcde")
changes = st.lists(st.tuples(keys, st.none() | st.integers(0, 9)))


def test_the_earliest_comes_first_and_of_two_equal_ones_the_first_that_was_set() -> None:
    deadlines = Deadlines()
    for key, at in (("late", 3.0), ("one", 1.0), ("two", 1.0)):
        deadlines.set(key, at)
    assert deadlines.first() == (1.0, "one")


def test_a_deadline_that_is_set_again_is_due_at_the_new_moment_only() -> None:
    deadlines = Deadlines()
    deadlines.set("a", 1.0)
    deadlines.set("a", 5.0)
    deadlines.set("b", 3.0)
    assert deadlines.first() == (3.0, "b")


@given(changes)
def test_after_any_changes_the_first_is_the_least_of_what_is_left(history: list[tuple[str, int | None]]) -> None:
    deadlines, left = Deadlines(), dict[str, float]()
    for key, at in history:
        if at is None:
            deadlines.drop(key)
            left.pop(key, None)
        else:
            deadlines.set(key, float(at))
            left[key] = float(at)
    first = deadlines.first()
    assert (None if first is None else first[0]) == min(left.values(), default=None)
    assert len(deadlines) == len(left)
    assert all((key in deadlines) == (key in left) for key in "abcde")


def test_what_is_dropped_is_soon_forgotten() -> None:
    deadlines = Deadlines()
    deadlines.set("first", 0.0)
    for number in range(10_000):
        deadlines.set(f"key{number}", 1.0 + number)
        deadlines.drop(f"key{number}")
    assert len(deadlines._heap) < 200
