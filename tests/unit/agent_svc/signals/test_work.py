"""The work on one signal: what fails stops nothing beside it, and the post phase comes before the locks are free."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest
import structlog.testing

from agent_svc.errors import DrainingError, RunLimitError, UpstreamError
from agent_svc.signals import Prompt, Result, Signal
from agent_svc.signals.handover import ClaimNext
from agent_svc.signals.signal import Entry, SignalEnd, SignalState
from agent_svc.signals.work import SignalWork
from agent_svc.spending.budget import UsageLimitError
from agent_svc.turns.events import TurnOutcome
from agent_svc.turns.places import RunOutcome
from tests.unit.agent_svc.signals.signal_world import TAG, Handler, WithoutPost, World, prompts, shop_of


@pytest.fixture
async def world() -> World:
    return World()


def work_of(
    world: World, handler: Any, claim_next: ClaimNext = ClaimNext.ACCEPTED, live_tags: set[str] | None = None
) -> SignalWork:
    """The work on a signal for `handler`, begun."""
    entry = Entry(1, "s", "anna", "public", "mine", SignalState.CLAIMED, 100.0)
    work = SignalWork(entry, shop_of(world, handler, claim_next), set() if live_tags is None else live_tags)
    work.start(lambda: None)
    return work


async def until_opened(world: World) -> None:
    await world.until(lambda: "opened" in world.happened)


async def test_every_run_is_done_once_and_the_post_phase_comes_before_the_locks_are_free(world: World) -> None:
    work = work_of(world, Handler(world, prompts("one", "two")))
    await until_opened(world)
    world.start(1, 0)
    await work.ended()
    assert world.happened == ["opened", "did two", "did one", "post", "locks free"]
    assert world.post_phase
    assert world.end == SignalEnd(failed=False)
    assert world.result is not None
    assert [(run.session, run.outcome, run.version) for run in world.result.runs] == [
        ("s-one", "ok", 1),
        ("s-two", "ok", 1),
    ]


async def test_without_a_post_phase_no_lock_outlives_its_run(world: World) -> None:
    work = work_of(world, WithoutPost())
    await until_opened(world)
    world.start(0)
    await work.ended()
    assert not world.post_phase
    assert world.happened == ["opened", "did draw", "locks free"]


async def test_a_run_that_fails_stops_nothing_beside_it(world: World) -> None:
    world.failing["two"] = UpstreamError()
    work = work_of(world, Handler(world, [*prompts("one", "two", "three"), Prompt(session="foreign", text="four")]))
    await until_opened(world)
    assert [run.session_id for run in world.members] == ["s-one", "s-two", "s-three"]
    world.start(0, 1, 2)
    await work.ended()
    assert [world.ends[number].outcome.value for number in range(4)] == ["ok", "failed", "ok", "failed"]
    assert [world.ends[number].code for number in (1, 3)] == ["upstream", "session_expired"]
    assert [world.outcomes[run.run_id] for run in world.members] == [RunOutcome.OK, RunOutcome.ERROR, RunOutcome.OK]
    assert world.end == SignalEnd(failed=True)
    assert world.result is not None
    assert (world.result.failed, world.result.limited) == (True, False)


async def test_a_usage_limit_that_ends_a_run_makes_the_signal_limited(world: World) -> None:
    world.failing["much"] = UsageLimitError()
    work = work_of(world, Handler(world, prompts("much", "little")))
    await until_opened(world)
    world.start(0, 1)
    await work.ended()
    assert world.end == SignalEnd(failed=True, limited=True)
    assert world.ends[0].outcome is TurnOutcome.REFUSED
    assert world.result is not None
    assert world.result.limited


async def test_the_next_signal_may_be_claimed_as_soon_as_the_runs_are_accepted(world: World) -> None:
    work = work_of(world, Handler(world, prompts("one")))
    await work.handed_over.wait()
    assert world.happened == ["opened"]
    world.start(0)
    await work.ended()


async def test_or_as_soon_as_all_of_them_have_started(world: World) -> None:
    work = work_of(world, Handler(world, prompts("wait", "two")), ClaimNext.STARTED)
    await until_opened(world)
    world.start(1)
    await world.until(lambda: 1 in world.ends)
    assert not work.handed_over.is_set()
    world.start(0)
    await work.handed_over.wait()
    assert 0 not in world.ends, "it has started, and not ended"
    world.gate.set()
    await work.ended()


async def test_runs_that_the_scheduler_refuses_have_failed_and_leave_no_session_behind(world: World) -> None:
    world.refuse = [RunLimitError()]
    work = work_of(world, Handler(world, [Prompt(text="one"), Prompt(session="s1", text="two")]))
    await work.ended()
    assert work.handed_over.is_set()
    assert [world.ends[number].code for number in (0, 1)] == ["run_limit", "run_limit"]
    assert world.fresh == 0
    assert world.happened == ["post"]
    assert world.end == SignalEnd(failed=True)


async def test_a_refused_signal_holds_up_nobody_while_its_handler_is_told(world: World) -> None:
    told = asyncio.Event()

    class Slow(Handler):
        async def post(self, signal: Signal, result: Result) -> None:
            await told.wait()

    world.refuse = [RunLimitError()]
    work = work_of(world, Slow(world, prompts("one")))
    await work.handed_over.wait()
    assert world.end is None
    told.set()
    await work.ended()
    assert world.end == SignalEnd(failed=True)


async def test_its_line_in_the_log_holds_words_of_closed_sets_and_nothing_else(world: World) -> None:
    world.failing["two"] = UpstreamError()
    with structlog.testing.capture_logs() as lines:
        work = work_of(world, Handler(world, prompts("two")))
        await until_opened(world)
        world.start(0)
        await work.ended()
    assert lines[-1] == {
        "event": "signal",
        "log_level": "info",
        "service": "agent",
        "tier": "public",
        "outcome": "failed",
        "limited": False,
        "error": "",
    }


async def test_a_scheduler_that_is_away_for_a_moment_is_asked_again(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("agent_svc.groups.patience.PAUSE_S", 0)
    world.refuse = [UpstreamError(), DrainingError()]
    work = work_of(world, Handler(world, prompts("one")))
    await until_opened(world)
    world.start(0)
    await work.ended()
    assert world.end == SignalEnd(failed=False)


async def test_a_tag_that_is_live_on_another_run_fails_its_own_run_alone(world: World) -> None:
    live = {TAG}
    tagged = Prompt(session="s1", text="one", tag=TAG)
    work = work_of(world, Handler(world, [tagged, *prompts("two")]), live_tags=live)
    await until_opened(world)
    assert [run.session_id for run in world.members] == ["s-two"]
    world.start(0)
    await work.ended()
    assert (world.ends[0].code, world.ends[1].outcome) == ("run_active", TurnOutcome.OK)
    assert live == {TAG}, "it is still the other's"


async def test_a_tag_is_free_for_another_run_when_its_own_is_over(world: World) -> None:
    live: set[str] = set()
    work = work_of(world, Handler(world, [Prompt(session="s1", text="wait", tag=TAG)]), live_tags=live)
    await until_opened(world)
    world.start(0)
    assert live == {TAG}
    world.gate.set()
    await work.ended()
    assert live == set()


async def test_a_handler_that_fails_makes_no_run_and_is_told_nothing(world: World) -> None:
    class Failing(Handler):
        async def handle(self, signal: Signal) -> list[Prompt]:
            raise KeyError("x")

    work = work_of(world, Failing(world, []))
    await work.ended()
    assert world.happened == []
    assert world.end is not None
    assert (world.end.failed, world.end.code) == (True, "internal")
    assert "reference" in world.end.text


async def test_a_post_phase_that_fails_is_the_signals_failure_and_the_locks_are_free(world: World) -> None:
    class Failing(Handler):
        async def post(self, signal: Signal, result: Result) -> None:
            raise KeyError("x")

    work = work_of(world, Failing(world, prompts("one")))
    await until_opened(world)
    world.start(0)
    await work.ended()
    assert world.ends[0].outcome is TurnOutcome.OK
    assert world.end is not None
    assert (world.end.failed, world.end.code) == (True, "internal")
    assert world.happened[-1] == "locks free"


async def test_one_that_is_stopped_ends_its_runs_and_still_has_its_post_phase(world: World) -> None:
    work = work_of(world, Handler(world, prompts("wait", "two")))
    await until_opened(world)
    world.start(0)
    await world.until(lambda: "did wait" in world.happened)
    work.stop(DrainingError())
    await work.ended()
    assert [world.ends[number].code for number in (0, 1)] == ["capacity", "capacity"]
    assert world.happened == ["opened", "did wait", "post", "locks free"]
    assert world.end == SignalEnd(failed=True)


async def test_a_signal_without_anything_to_do_is_done(world: World) -> None:
    work = work_of(world, Handler(world, []))
    await work.ended()
    assert world.happened == ["post"]
    assert world.end == SignalEnd(failed=False)
