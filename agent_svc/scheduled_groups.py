"""Scheduled groups: runs of the scheduler that belong together, with its news in the words of the agent's users."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from contextlib import AsyncExitStack, asynccontextmanager
from typing import Final

from agent_svc.errors import CapacityError, UpstreamError
from agent_svc.groups.group import GIVE_UP_AFTER_S, Ended, MemberRun, News, Standing, Started
from agent_svc.scheduling import OUTCOMES, in_our_words, meaning
from agent_svc.turns.events import Blocked, Queued
from agent_svc.turns.places import Place, RunOutcome
from agent_svc.turns.plotter import KIND
from plotlane_kit.caller import Caller
from plotlane_kit.errors import PlotlaneError, Reason
from plotlane_kit.run_tag import carrying
from scheduler_svc.client import GroupLease, Member, MemberNews, Patience, Policy, RunLease, SchedulerClient
from scheduler_svc.core.run import BlockReason, EndReason, Outcome

#: A scheduler that restarts knows the group again for its grace, which counts from when it serves: we wait for that.
PATIENCE: Final = Patience(first_s=3.0, again_s=60.0)
#: A member that has its place waits as long for the slot that its picture is drawn in.
PATIENT_SLOTS: Final = PATIENCE.amid_work()
PAUSE_S: Final = 0.5
_TRIES: Final = 120  # to give back a run, or to ask for it again: a minute of pauses
_AWAY: Final = frozenset({Reason.UPSTREAM, Reason.DRAINING})
_IN_THE_WAY: Final = {
    BlockReason.LOCK: "something else was under way in its session",
    BlockReason.USER_CAP: "you had as many plots and data runs in progress as you may",
    BlockReason.ADDRESS_CAP: "your network had as many plots in progress as it may",
    BlockReason.CAPACITY: "too many plots were waiting",
}


class ScheduledGroups:
    """Groups of the scheduler behind `client`."""

    def __init__(self, client: SchedulerClient) -> None:
        self._client = client

    @asynccontextmanager
    async def open(
        self, caller: Caller, group_id: str, runs: Sequence[MemberRun], *, post_phase: bool = False
    ) -> AsyncIterator[LeasedGroup]:
        """Have runs accepted; see `Groups.open`."""
        members = [
            Member(
                KIND,
                locks=run.locks,
                run_id=run.run_id,
                tag=run.tag,
                context=run.context,
                give_up_after_s=GIVE_UP_AFTER_S,
                estimate_key=run.library,
                with_model=run.with_model,
            )
            for run in runs
        ]
        with in_our_words():
            group = self._client.group(caller, members, group_id=group_id, post_phase=post_phase)
            async with group as lease:
                yield LeasedGroup(lease, self._client, caller, post_phase=post_phase)


class LeasedGroup:
    """One group; see `Group`."""

    def __init__(self, lease: GroupLease, client: SchedulerClient, caller: Caller, *, post_phase: bool) -> None:
        self._lease = lease
        self._client = client
        self._caller = caller
        self._post_phase = post_phase
        self._in_the_way: dict[str, BlockReason] = {}

    async def news(self) -> AsyncIterator[News]:
        """Where the runs stand; see `Group.news`."""
        async for told in self._lease.news():
            standing = self._standing(told)
            if standing is not None:
                yield News(told.run_id, standing)

    async def give_back(self, run_id: str, outcome: RunOutcome | None) -> None:
        """End a run that has started; see `Group.give_back`."""
        told = Outcome.CANCELLED if outcome is None else OUTCOMES[outcome]
        await _until_heard(lambda: self._lease.release(run_id, told))

    async def drop(self, run_id: str) -> None:
        """End a run that has not started; see `Group.drop`."""
        await _until_heard(lambda: self._client.cancel_run(self._caller, run_id))

    @asynccontextmanager
    async def rejoin(self, caller: Caller, run: MemberRun, on_queued: Callable[[Queued], None]) -> AsyncIterator[Place]:
        """Have a run accepted again; see `Group.rejoin`."""
        async with AsyncExitStack() as stack:
            stack.enter_context(in_our_words())
            lease = await self._started_again(stack, caller, run, on_queued)
            place = Place(lease.id, lease.proof.token, renderer=lease.proof.renderer, tag=lease.tag)
            with carrying(place.tag):
                yield place
            lease.outcome = OUTCOMES[place.outcome]

    async def _started_again(
        self, stack: AsyncExitStack, caller: Caller, run: MemberRun, on_queued: Callable[[Queued], None]
    ) -> RunLease:
        for _ in range(_TRIES):
            try:
                with in_our_words():
                    async with AsyncExitStack() as this_time:
                        lease = await this_time.enter_async_context(self._again(caller, run))
                        async for waits in lease.places():
                            on_queued(Queued(waits.position, waits.waiting, waits.estimated_wait_s))
                        stack.push_async_exit(this_time.pop_all())
                        return lease
            except PlotlaneError as refusal:
                if refusal.reason is Reason.NOT_FOUND:
                    raise UpstreamError from refusal
                if refusal.reason not in _AWAY:
                    raise
            await asyncio.sleep(PAUSE_S)
        raise UpstreamError

    def _again(self, caller: Caller, run: MemberRun) -> RunLease:
        # Without a post phase no lock outlives its run, so the run needs no group for them, which may have ended.
        return self._client.run(
            caller,
            kind=KIND,
            locks=run.locks,
            group_id=self._lease.id if self._post_phase else "",
            tag=run.tag,
            context=run.context,
            on_conflict=Policy.WAIT,
            on_limit=Policy.WAIT,
            give_up_after_s=GIVE_UP_AFTER_S,
            estimate_key=run.library,
            with_model=run.with_model,
        )

    def _standing(self, told: MemberNews) -> Standing | None:
        if told.end is not None:
            return Ended(None if told.end is EndReason.RELEASED else self._because(told.run_id, told.end))
        if told.proof is not None:
            return Started(told.proof.token, told.proof.renderer, told.tag)
        if told.block is not None:
            self._in_the_way[told.run_id] = told.block.reason
            return Blocked(told.block.reason.value)
        if told.place is not None:
            return Queued(told.place.position, told.place.waiting, told.place.estimated_wait_s)
        return None

    def _because(self, run_id: str, end: EndReason) -> PlotlaneError:
        if end is not EndReason.GAVE_UP:
            return meaning(end)
        why = _IN_THE_WAY[self._in_the_way.get(run_id, BlockReason.CAPACITY)]
        minutes = round(GIVE_UP_AFTER_S / 60)
        return CapacityError(f"This waited for {minutes} minutes and was given up, because {why}; try again later.")


async def _until_heard(tell: Callable[[], Awaitable[object]]) -> None:
    """Repeat `tell` while the scheduler is not there; whatever it refuses is over already."""
    for _ in range(_TRIES):
        try:
            await tell()
        except PlotlaneError as refusal:
            if refusal.reason is not Reason.UPSTREAM:
                return
            await asyncio.sleep(PAUSE_S)
        else:
            return
