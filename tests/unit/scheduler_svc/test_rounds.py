"""The rounds: the front hears quickly, everybody in time, and a long queue does not eat the loop."""

from __future__ import annotations

from scheduler_svc.rounds import PACE_S, Rounds


def test_nothing_is_due_while_nothing_changes() -> None:
    assert Rounds(0.1).due_at() == float("inf")


def test_the_first_change_is_told_to_everybody_at_once() -> None:
    rounds = Rounds(0.1)
    rounds.mark("runs")
    assert rounds.due_at() <= 0.0
    assert rounds.take_whole(0.0) == {"runs"}
    assert rounds.take_quick(0.0) == set()


def test_the_next_change_waits_for_the_interval() -> None:
    rounds = Rounds(0.1)
    rounds.told(5.0, messages=3)
    rounds.mark("runs")
    assert rounds.due_at() == 5.1


def test_after_a_round_with_many_messages_the_front_hears_first_and_the_rest_later() -> None:
    rounds = Rounds(0.1)
    rounds.told(5.0, messages=10_000)
    rounds.mark("runs")
    assert rounds.take_whole(5.1) == set()
    assert rounds.take_quick(5.1) == {"runs"}
    rounds.told(5.1, messages=50)
    assert rounds.due_at() == 5.0 + 10_000 * PACE_S
    assert rounds.take_whole(rounds.due_at()) == {"runs"}
    assert rounds.due_at() == float("inf")
