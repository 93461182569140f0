"""The engine: what each stream hears and when, on a clock that the test turns."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Iterator
from contextlib import contextmanager
from dataclasses import replace
from datetime import datetime, timedelta
from typing import Any

import pytest
from structlog.testing import capture_logs

from plotlane_kit.caller import Caller, Tier
from plotlane_kit.clock import ManualClock
from plotlane_kit.event_log import event_log
from plotlane_kit.settings import Profile
from scheduler_svc.core.commands import CancelGroup, CancelRun, CancelSession, RegisterRenderer
from scheduler_svc.core.group import GroupRequest
from scheduler_svc.core.hold import HoldRequest
from scheduler_svc.core.policy import SchedulerPolicy
from scheduler_svc.core.quota.kind import QuotaKind
from scheduler_svc.core.run import EndReason, Outcome, Policy, RunRequest
from scheduler_svc.core.scheduler import Scheduler
from scheduler_svc.core.status import RunStatus
from scheduler_svc.engine import Engine
from scheduler_svc.errors import ConflictError, NotFoundError
from scheduler_svc.mailbox import Mailbox
from scheduler_svc.news import Rhythm
from scheduler_svc.quota_settings import QuotaSettings
from scheduler_svc.run_log import RunLog
from tests.unit.scheduler_svc.desk import RUNS, policy


class Room:
    """An engine, and the streams that are open at it."""

    def __init__(self, rules: SchedulerPolicy, slots: int) -> None:
        self.clock = ManualClock()
        self.engine = Engine(Scheduler(rules), self.clock, Rhythm(0.1, 15.0), RunLog(event_log("scheduler")))
        self.engine.set_slots("runs", slots)
        self._readers: dict[Mailbox, AsyncIterator[RunStatus]] = {}

    def submit(self, run_id: str, user: str = "ada", pool: str = "runs", lane: str = "public") -> Mailbox:
        return self.engine.submit(RunRequest(run_id, pool, lane, user), tag=f"tag-{run_id}")

    def pass_time(self, seconds: float) -> None:
        self.clock.advance(seconds)
        self.engine.wake()

    async def heard(self, mailbox: Mailbox) -> list[RunStatus]:
        """Everything that `mailbox` has for its reader now."""
        reader = self._readers.setdefault(mailbox, mailbox.messages())
        return [await anext(reader) for _ in range(len(mailbox))]

    async def steps(self, mailbox: Mailbox) -> list[str]:
        """As `heard`, in short: the step, and the position where there is one."""
        return [
            each.step.value if each.place is None else f"{each.place.position} of {each.place.waiting}"
            for each in await self.heard(mailbox)
        ]


@pytest.fixture
async def room() -> AsyncIterator[Room]:
    room = Room(policy(), slots=1)
    yield room
    room.engine.close()


@contextmanager
def lines() -> Iterator[list[dict[str, Any]]]:
    with capture_logs() as captured:
        yield captured  # type: ignore[misc]  # structlog types its entries as mutable mappings


async def test_accepted_comes_first_then_where_the_run_stands(room: Room) -> None:
    assert await room.steps(room.submit("r1")) == ["accepted", "started"]
    assert await room.steps(room.submit("r2")) == ["accepted", "1 of 1"]


async def test_a_start_is_heard_at_once(room: Room) -> None:
    first, second = room.submit("r1"), room.submit("r2")
    token = (await room.heard(first))[0].token
    await room.heard(second)
    room.engine.release("r1", token, Outcome.OK)
    assert await room.steps(second) == ["started"]


async def test_an_ended_run_says_why(room: Room) -> None:
    mailbox = room.submit("r1")
    token = (await room.heard(mailbox))[0].token
    room.engine.release("r1", token, Outcome.OK)
    assert [each.end for each in await room.heard(mailbox)] == [EndReason.RELEASED]


async def test_changed_positions_are_told_in_rounds_that_keep_their_distance(room: Room) -> None:
    room.submit("r1", "ada")
    mailboxes = [room.submit(f"r{number}", f"u{number}") for number in range(2, 5)]
    room.pass_time(0.1)
    for mailbox in mailboxes:
        await room.heard(mailbox)
    room.submit("r5", "u5", lane="premium")
    room.pass_time(0.05)
    assert await room.steps(mailboxes[0]) == []
    room.pass_time(0.05)
    assert [await room.steps(each) for each in mailboxes] == [["2 of 4"], ["3 of 4"], ["4 of 4"]]


async def test_positions_are_silent_while_nothing_changes_until_the_heartbeat(room: Room) -> None:
    room.submit("r1")
    waiting = room.submit("r2")
    await room.heard(waiting)
    room.pass_time(14.9)
    assert await room.steps(waiting) == []
    room.pass_time(0.1)
    assert await room.steps(waiting) == ["1 of 1"]
    room.pass_time(15)
    assert await room.steps(waiting) == ["1 of 1"]


async def test_a_heartbeat_brings_a_fresh_estimate() -> None:
    room = Room(policy(replace(RUNS, starts_per_minute=1)), slots=5)
    room.submit("r1")
    waiting = room.submit("r2")
    await room.heard(waiting)
    room.pass_time(15)
    place = (await room.heard(waiting))[-1].place
    room.engine.close()
    assert place is not None
    assert place.estimated_wait_s == pytest.approx(45)


async def test_a_stream_that_is_gone_gets_no_heartbeats(room: Room) -> None:
    room.submit("r1")
    gone, stays = room.submit("r2"), room.submit("r2")
    room.engine.leave(gone)
    await room.heard(gone)
    room.pass_time(15)
    assert len(gone) == 0
    assert len(stays) > 0


async def test_a_run_in_flight_gets_no_heartbeats(room: Room) -> None:
    mailbox = room.submit("r1")
    await room.heard(mailbox)
    room.pass_time(60)
    assert await room.steps(mailbox) == []


async def test_joining_a_waiting_run_says_accepted_and_then_its_place(room: Room) -> None:
    room.submit("r1")
    first = room.submit("r2")
    second = room.submit("r2")
    room.pass_time(0.1)
    assert await room.steps(first) == ["accepted", "1 of 1"]
    assert await room.steps(second) == ["accepted", "1 of 1"]


async def test_attaching_says_where_the_run_stands_and_not_accepted_again(room: Room) -> None:
    token = (await room.heard(room.submit("r1")))[0].token
    assert await room.steps(room.engine.attach("r1", token)) == ["started"]
    room.engine.release("r1", token, None)
    assert await room.steps(room.engine.attach("r1", token)) == ["ended"]


async def test_a_refused_call_opens_no_stream_that_would_keep_the_lease_of_another(room: Room) -> None:
    own = room.submit("r1")
    token = (await room.heard(own))[0].token
    with pytest.raises(ConflictError):
        room.submit("r1", "bob")
    with pytest.raises(NotFoundError):
        room.engine.attach("r1", token + 1)
    room.engine.leave(own)
    room.pass_time(10)
    assert [each.end for each in await room.heard(room.engine.attach("r1", token))] == [EndReason.LOST]


async def test_when_the_last_stream_of_a_run_is_gone_its_grace_begins(room: Room) -> None:
    first = room.submit("r1")
    second = room.submit("r1")
    room.engine.leave(first)
    room.pass_time(60)
    assert await room.steps(second) == ["accepted", "started"]
    room.engine.leave(second)
    room.pass_time(10)
    token = (await room.heard(first))[0].token
    assert [each.end for each in await room.heard(room.engine.attach("r1", token))] == [EndReason.LOST]


async def test_an_old_stream_that_goes_after_a_new_one_came_costs_nothing(room: Room) -> None:
    old = room.submit("r1")
    new = room.submit("r1")
    room.engine.leave(old)
    room.pass_time(60)
    assert await room.steps(new) == ["accepted", "started"]


async def test_an_entry_that_expires_is_told(room: Room) -> None:
    room.submit("r1")
    waiting = room.submit("r2")
    await room.heard(waiting)
    room.pass_time(600)
    assert [each.end for each in await room.heard(waiting)] == [EndReason.EXPIRED]


async def test_the_mailbox_of_a_hold_closes_when_the_hold_is_cancelled(room: Room) -> None:
    mailbox = room.engine.hold(HoldRequest("h1", "ada", "turn", ("session:a",)))
    assert await room.steps(mailbox) == ["started"]
    assert room.engine.cancel(CancelSession("a")) == 1
    assert [each async for each in mailbox.messages()] == []


async def test_a_hold_that_waits_says_nothing_until_it_has_its_locks(room: Room) -> None:
    room.engine.hold(HoldRequest("h1", "ada", "turn", ("session:a",)))
    waiting = room.engine.hold(HoldRequest("h2", "ada", "paste", ("session:a",), Policy.WAIT))
    assert len(waiting) == 0
    room.engine.cancel(CancelRun("h1"))
    assert await room.steps(waiting) == ["started"]


async def test_a_blocked_run_says_so_at_once_and_as_a_heartbeat_and_then_its_place(room: Room) -> None:
    room.submit("busy", "zoe")
    room.engine.hold(HoldRequest("h1", "ada", "turn", ("session:a",)))
    request = RunRequest("r1", "runs", "public", "ada", locks=("session:a",), on_conflict=Policy.WAIT)
    mailbox = room.engine.submit(request, "tag")
    assert await room.steps(mailbox) == ["accepted", "blocked"]
    room.pass_time(15)
    assert await room.steps(mailbox) == ["blocked"]
    room.engine.cancel(CancelRun("h1"))
    assert await room.steps(mailbox) == ["1 of 1"]


async def test_a_blocked_run_that_enters_and_starts_at_one_moment_hears_of_its_start_once(room: Room) -> None:
    room.engine.hold(HoldRequest("h1", "ada", "turn", ("session:a",)))
    request = RunRequest("r1", "runs", "public", "ada", locks=("session:a",), on_conflict=Policy.WAIT)
    mailbox = room.engine.submit(request, "tag")
    room.engine.cancel(CancelRun("h1"))
    assert await room.steps(mailbox) == ["accepted", "started"]


async def test_a_group_is_one_stream_of_all_its_members(room: Room) -> None:
    members = tuple(
        RunRequest(f"r{number}", "runs", "public", "ada", group_id="g", on_limit=Policy.WAIT) for number in (1, 2, 3)
    )
    _, mailbox = room.engine.open_group(GroupRequest("g", "ada", members), ("t1", "t2", "t3"))
    reader = mailbox.messages()
    heard = [await anext(reader) for _ in range(6)]
    assert [(each.run_id, each.step.value) for each in heard] == [
        ("r1", "accepted"),
        ("r1", "started"),
        ("r2", "accepted"),
        ("r2", "queued"),
        ("r3", "accepted"),
        ("r3", "blocked"),
    ]
    room.engine.cancel(CancelGroup("g"))
    assert {(each.run_id, each.end) async for each in reader} == {
        ("r1", EndReason.CANCELLED),
        ("r2", EndReason.CANCELLED),
        ("r3", EndReason.CANCELLED),
    }


async def test_a_group_whose_stream_is_gone_ends_with_its_members_after_the_grace(room: Room) -> None:
    member = RunRequest("r1", "runs", "public", "ada", group_id="g")
    group = GroupRequest("g", "ada", (member,))
    _, mailbox = room.engine.open_group(group, ("t1",))
    listener = room.submit("r1x", "bob")
    room.engine.leave(mailbox)
    room.pass_time(10)
    assert (await room.steps(listener))[-1] == "started"
    with pytest.raises(NotFoundError, match="this group has ended"):
        room.engine.open_group(group, ("t1",))


async def test_a_renderer_whose_older_stream_ends_keeps_its_leases(room: Room) -> None:
    first, second = asyncio.Event(), asyncio.Event()
    offer = RegisterRenderer("render", "one:1", 1)
    room.engine.renderers.register(first, offer)
    mailbox = room.submit("j1", pool="render", lane="data")
    room.engine.renderers.register(second, offer)
    assert [run_id for run_id, _ in room.engine.renderers.leases("render", "one:1")] == ["j1"]
    room.engine.renderers.lose(first, "render", "one:1")
    assert (await room.heard(mailbox))[-1].renderer == "one:1"
    room.engine.renderers.lose(second, "render", "one:1")
    assert [each.end for each in await room.heard(mailbox)] == [EndReason.RENDERER_LOST]


async def test_cancel_counts_what_it_ended(room: Room) -> None:
    assert room.engine.cancel(CancelSession("a")) == 0


async def test_a_drain_tells_whoever_waits_and_ends_the_watchers(room: Room) -> None:
    room.submit("r1")
    waiting = room.submit("r2")
    watcher = room.engine.looks.watch(Caller("ada", Tier.PUBLIC))
    await anext(watcher)
    await room.heard(waiting)
    room.engine.drain()
    assert [each.end for each in await room.heard(waiting)] == [EndReason.DRAINED]
    assert [each async for each in watcher] == []


async def test_a_drain_is_over_when_the_last_lease_has_ended(room: Room) -> None:
    token = (await room.heard(room.submit("r1")))[0].token
    room.engine.drain()
    idle = asyncio.ensure_future(room.engine.idle())
    await asyncio.sleep(0)
    assert not idle.done()
    room.engine.release("r1", token, Outcome.OK)
    await asyncio.wait_for(idle, 60)


async def test_a_watcher_hears_of_a_change_in_the_next_round(room: Room) -> None:
    room.pass_time(1)
    watcher = room.engine.looks.watch(Caller("ada", Tier.PUBLIC))
    assert (await anext(watcher)).user_runs == 0
    room.submit("r1")
    room.pass_time(1)
    assert (await anext(watcher)).user_runs == 1


async def test_the_run_line_holds_closed_sets_and_bounded_integers_only(room: Room) -> None:
    with lines() as captured:
        busy = room.submit("r1", "ada")
        room.submit("r2", "bob")
        room.pass_time(2.5)
        room.engine.release("r1", (await room.heard(busy))[0].token, Outcome.FAILED)
        room.pass_time(1)
        room.engine.drain()
        room.engine.cancel(CancelSession("nothing"))
    assert captured == [
        {
            "event": "run",
            "log_level": "info",
            "service": "scheduler",
            "lane": "public",
            "outcome": "failed",
            "queue_wait_ms": 0,
            "queue_position": 1,
            "user_runs_today": "1",
            "user_tokens_today": "lt25",
        }
    ]


async def test_a_run_that_never_started_logs_why_it_ended_and_how_long_it_waited(room: Room) -> None:
    room.submit("r1", "ada")
    with lines() as captured:
        room.submit("r2", "bob", lane="admin")
        room.pass_time(600)
    assert [(line["lane"], line["outcome"], line["queue_wait_ms"]) for line in captured] == [
        ("admin", "expired", 600_000)
    ]


async def test_a_place_in_the_render_pool_writes_no_run_line(room: Room) -> None:
    room.engine.set_slots("render", 1)
    with lines() as captured:
        token = (await room.heard(room.submit("j1", pool="render", lane="toggle")))[0].token
        room.engine.release("j1", token, Outcome.OK)
    assert captured == []


class SetClock(ManualClock):
    """A clock whose time of day somebody sets."""

    set_by = timedelta()

    def wall(self) -> datetime:
        return super().wall() + self.set_by


def runs_today(engine: Engine) -> int:
    return next(
        each.used for each in engine.looks.status(Caller("ada", Tier.PUBLIC)).usage if each.kind is QuotaKind.RUNS
    )


async def test_a_new_day_begins_when_the_wall_clock_says_so_also_when_it_was_set() -> None:
    rules = policy(runs=replace(RUNS, counts_runs=True))
    clock = SetClock()
    engine = Engine(
        Scheduler(replace(rules, quotas=QuotaSettings().policy(Profile.SERVER))),
        clock,
        Rhythm(0.1, 15.0),
        RunLog(event_log("scheduler")),
    )
    engine.submit(RunRequest("r1", "runs", "public", "ada"), tag="tag-r1")
    clock.set_by = timedelta(hours=23)
    assert runs_today(engine) == 1
    clock.set_by = timedelta(hours=25)
    assert runs_today(engine) == 0
    engine.submit(RunRequest("r2", "runs", "public", "ada"), tag="tag-r2")
    clock.set_by = timedelta()
    assert runs_today(engine) == 1, "a clock that is set back brings no day back"
    engine.close()
