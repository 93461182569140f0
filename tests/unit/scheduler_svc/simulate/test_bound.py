"""The lower bound on the makespan: never above what the best schedule reaches, and sharp where a rule decides alone."""

from __future__ import annotations

from itertools import permutations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scheduler_svc.simulate.bound import Bound, Work, lower_bound


def bound(*services: float, slots: int = 5, gap_s: float = 0.0, cap: int | None = None) -> Bound:
    caps = {} if cap is None else {"ada": cap}
    return lower_bound([Work("ada", 0.0, service) for service in services], slots=slots, gap_s=gap_s, cap_of=caps)


def test_work_without_a_gap_is_shared_by_all_places() -> None:
    assert bound(*[10.0] * 20, slots=4).ends_at == pytest.approx(50)


def test_the_longest_run_takes_its_time_however_many_places_there_are() -> None:
    assert bound(191.0, 1.0, 1.0) == Bound(191.0, "longest run")


def test_the_gap_spaces_the_starts_and_the_longest_is_best_started_first() -> None:
    assert bound(30.0, 20.0, 15.0, gap_s=10) == Bound(35.0, "gap")


def test_places_that_fill_one_gap_after_the_other_are_counted_from_when_they_fill() -> None:
    assert bound(*[50.0] * 10, slots=2, gap_s=10).ends_at == pytest.approx(255)


def test_a_place_that_must_take_two_runs_takes_the_two_shortest() -> None:
    assert bound(10.0, 9.0, 8.0, slots=2) == Bound(17.0, "packing")


def test_a_user_with_a_cap_has_no_more_places_than_that() -> None:
    assert bound(*[10.0] * 6, slots=5, cap=2) == Bound(30.0, "cap")


def test_the_cap_of_one_user_does_not_slow_others_down() -> None:
    work = [Work("ada", 0.0, 10.0)] * 3 + [Work("eve", 0.0, 10.0)] * 3
    assert lower_bound(work, slots=6, gap_s=0, cap_of={"ada": 1}).ends_at == pytest.approx(30)


def test_work_that_comes_late_cannot_begin_early() -> None:
    work = [Work("ada", 0.0, 10.0), Work("ada", 100.0, 10.0), Work("ada", 100.0, 10.0)]
    assert lower_bound(work, slots=1, gap_s=0, cap_of={}).ends_at == pytest.approx(120)


def test_without_work_nothing_takes_time() -> None:
    assert bound().ends_at == 0


@settings(max_examples=150)
@given(
    work=st.lists(
        st.tuples(st.sampled_from(["ada", "eve"]), st.integers(0, 30), st.integers(1, 30)), min_size=1, max_size=5
    ),
    slots=st.integers(1, 3),
    gap=st.sampled_from([0.0, 4.0, 10.0]),
    cap=st.integers(1, 3),
)
def test_no_schedule_beats_the_bound(work: list[tuple[str, int, int]], slots: int, gap: float, cap: int) -> None:
    things = [Work(user, float(asked), float(service)) for user, asked, service in work]
    best = min(makespan(order, slots, gap, cap) for order in permutations(things))
    assert lower_bound(things, slots=slots, gap_s=gap, cap_of={"ada": cap, "eve": cap}).ends_at <= best + 1e-9


def makespan(order: tuple[Work, ...], slots: int, gap_s: float, cap: int) -> float:
    """The end of the last run when runs start in this order, each as soon as the rules let it."""
    started: list[tuple[float, float, str]] = []
    earliest = 0.0
    for each in order:
        at = max(each.asked_at, earliest)
        while (
            sum(begin <= at < end for begin, end, _ in started) >= slots
            or sum(begin <= at < end and user == each.user for begin, end, user in started) >= cap
        ):
            at = min(end for _, end, _ in started if end > at)
        started.append((at, at + each.service_s, each.user))
        earliest = at + gap_s
    return max(end for _, end, _ in started)
