"""The cast: the users of a scenario's sources, who come when its arrivals say and bring runs."""

from __future__ import annotations

import zlib
from collections.abc import Callable
from functools import partial

import numpy as np

from scheduler_svc.core.group import GroupRequest
from scheduler_svc.core.run import Policy, RunRequest
from scheduler_svc.simulate.arrivals import ClosedLoop
from scheduler_svc.simulate.chronicle import Story
from scheduler_svc.simulate.client import Client
from scheduler_svc.simulate.party import Party
from scheduler_svc.simulate.scenario import FanOut, Scenario, Source
from scheduler_svc.simulate.world import World


class Cast:
    """One source's users. Each source draws from its own stream of random numbers, so that others may come and go."""

    def __init__(self, world: World, scenario: Scenario, source: Source, pool: str, seed: int) -> None:
        self._world = world
        self._source = source
        self._pool = pool
        self._until_s = scenario.until_s
        self._random = stream(seed, source.name)
        self._users = [f"{source.name}-{number + 1}" for number in range(source.users)]
        self._asked = 0

    def enter(self) -> None:
        """Put everything that this source will bring on the world's calendar."""
        arrivals = self._source.arrivals
        if isinstance(arrivals, ClosedLoop):
            for user in self._users:
                self._think(user, arrivals, arrivals.from_s)
            return
        for number, at in enumerate(arrivals.times(self._until_s, self._random)):
            self._world.at(at, partial(self._arrive, self._users[number % len(self._users)]))

    def _think(self, user: str, loop: ClosedLoop, now: float) -> None:
        at = now + loop.think.draw(self._random)
        if at <= self._until_s:
            self._world.at(at, partial(self._bring_one, user, lambda: self._think(user, loop, self._world.now)))

    def _arrive(self, user: str) -> None:
        fan_out = self._source.fan_out
        if fan_out is None:
            self._bring_one(user, lambda: None)
        else:
            self._bring_group(user, fan_out)

    def _bring_one(self, user: str, done: Callable[[], None]) -> None:
        client = self._client(user, self._draw(), done)
        self._plan_losses(client)
        self._plan_cancel(client)
        client.submit()

    def _bring_group(self, user: str, fan_out: FanOut) -> None:
        durations = [self._draw() for _ in range(fan_out.members)]
        group_id = f"{self._source.name}/group-{self._asked + 1}"
        ordered = sorted(durations, reverse=True) if fan_out.longest_first else durations
        members = [self._client(user, run_s, lambda: None, group_id) for run_s in ordered]
        party = Party(self._world, GroupRequest(group_id, user, tuple(member.request for member in members)), members)
        self._plan_losses(party)
        for member in members:
            self._plan_cancel(member)
        party.open()

    def _draw(self) -> float:
        return self._source.run_time.draw(self._random)

    def _client(self, user: str, run_s: float, done: Callable[[], None], group_id: str = "") -> Client:
        self._asked += 1
        source, run_id = self._source, f"{self._source.name}/{self._asked}"
        lane = source.lane or source.tier.value
        story = Story(
            run_id, source.name, user, source.tier, self._pool, lane, self._world.now, run_s, group_id=group_id
        )
        self._world.chronicle.stories[run_id] = story
        session = f"session:{user}" if source.one_session else f"session:{run_id}"
        policy = Policy.WAIT if source.wait else Policy.REFUSE
        request = RunRequest(
            run_id,
            self._pool,
            lane,
            user,
            kind=source.kind,
            with_model=source.with_model,
            locks=tuple(sorted((session, *(f"resource:{name}" for name in source.locks)))),
            group_id=group_id,
            on_conflict=policy,
            on_limit=policy,
            give_up_after_s=source.give_up_after_s,
        )
        return Client(self._world, story, request, done)

    # What will go wrong is decided on arrival, so that it does not depend on what others do meanwhile.

    def _plan_losses(self, owner: Client | Party) -> None:
        losses = self._source.losses
        if losses is None or self._random.random() >= losses.share:
            return
        after = losses.after.draw(self._random)
        self._world.after(after, owner.lose)
        if losses.back_after is not None:
            self._world.after(after + losses.back_after.draw(self._random), owner.come_back)

    def _plan_cancel(self, client: Client) -> None:
        cancels = self._source.cancels
        if cancels is not None and self._random.random() < cancels.share:
            self._world.after(cancels.after.draw(self._random), client.cancel)


def stream(seed: int, name: str) -> np.random.Generator:
    """The random numbers of one name under one seed."""
    return np.random.default_rng([seed, zlib.crc32(name.encode())])
