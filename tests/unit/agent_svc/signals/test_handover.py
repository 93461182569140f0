"""The handover: when the next signal may be claimed, by either setting."""

from __future__ import annotations

from agent_svc.signals.handover import ClaimNext, Handover


def test_the_next_waits_for_the_acceptance_of_all_runs_and_no_longer() -> None:
    handover = Handover(ClaimNext.ACCEPTED)
    assert not handover.is_done
    handover.accept(["a", "b"])
    assert handover.is_done


def test_with_started_it_waits_until_every_run_has_left_the_queue_in_whatever_way() -> None:
    handover = Handover(ClaimNext.STARTED)
    handover.accept(["a", "b"])
    handover.leave_queue("b")
    handover.leave_queue("b")
    assert not handover.is_done
    handover.leave_queue("a")
    assert handover.is_done


def test_a_signal_without_runs_holds_up_nobody() -> None:
    handover = Handover(ClaimNext.STARTED)
    handover.accept([])
    assert handover.is_done


def test_nothing_is_done_before_the_scheduler_has_accepted_anything() -> None:
    handover = Handover(ClaimNext.STARTED)
    handover.leave_queue("a")
    assert not handover.is_done
