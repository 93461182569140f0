"""The scenario: who asks for what and when, under which policy, and what goes wrong meanwhile."""

from __future__ import annotations

from itertools import pairwise
from typing import Final, Self

from pydantic import Field, field_validator, model_validator

from plotlane_kit.caller import Tier
from scheduler_svc.core.policy import SchedulerPolicy
from scheduler_svc.simulate.arrivals import Arrivals, ClosedLoop
from scheduler_svc.simulate.durations import Duration, Seconds
from scheduler_svc.simulate.form import Form
from scheduler_svc.simulate.rules import Rules

MAX_SECONDS: Final = 31 * 86_400.0


class Share(Form):
    """Something that befalls a share of a source's work, some time after it was asked for."""

    share: float = Field(gt=0, le=1, description="Which part of the work.")
    after: Duration = Field(description="How long after it was asked for.")


class Losses(Share):
    """Clients whose streams break."""

    back_after: Duration | None = Field(
        default=None, description="When such a client comes back to its run; unset: never."
    )


class FanOut(Form):
    """Every arrival brings several runs at once, in one group."""

    members: int = Field(ge=1, le=1_000, description="How many.")
    longest_first: bool = Field(default=True, description="Whether the longest are submitted first.")


class Source(Form):
    """One kind of people and the work that they bring."""

    name: str = Field(min_length=1, max_length=40, description="Its users are called <name>-1, <name>-2, …")
    tier: Tier = Field(default=Tier.PUBLIC, description="Who is asking.")
    users: int = Field(default=1, ge=1, le=10_000, description="How many they are; arrivals go to them in turn.")
    lane: str | None = Field(default=None, description="Unset: the lane of the pool `runs` that the tier has.")
    kind: str = Field(default="plot", max_length=64, description="The kind of work, by which its duration is known.")
    with_model: bool = Field(
        default=False, description="Whether a language model is asked in a run, so that it is taken to last longer."
    )
    arrivals: Arrivals = Field(description="When work comes.")
    run_time: Duration = Field(description="How long a run keeps its place.")
    wait: bool = Field(
        default=False,
        description="What may not enter yet is BLOCKED until it may (policies WAIT), instead of refused (REFUSE).",
    )
    give_up_after_s: float = Field(default=1_800.0, gt=0, le=MAX_SECONDS, description="How long BLOCKED is borne.")
    locks: tuple[str, ...] = Field(default=(), description="Resources that every run of this source needs alone.")
    one_session: bool = Field(default=False, description="Whether all runs of a user lock one session.")
    fan_out: FanOut | None = Field(default=None, description="Several runs an arrival.")
    losses: Losses | None = Field(default=None, description="Clients that go away.")
    cancels: Share | None = Field(default=None, description="Users who press Stop.")

    @model_validator(mode="after")
    def _makes_sense(self) -> Self:
        if self.fan_out is not None and not self.wait:
            raise ValueError("a fan_out needs wait: true; its members wait for their turn")
        if self.fan_out is not None and isinstance(self.arrivals, ClosedLoop):
            raise ValueError("a fan_out cannot be closed_loop; let its arrivals be at, every, poisson or burst")
        return self


class Crash(Form):
    """The scheduler dies by kill -9 and comes back from its journal."""

    at_s: Seconds = Field(description="When it dies.")
    down_s: float = Field(default=3.0, ge=0, le=86_400, description="For how long nobody serves.")


class Scenario(Form):
    """One simulation."""

    title: str = Field(min_length=1, max_length=100, description="One line.")
    description: str = Field(default="", description="What it is meant to show.")
    seed: int = Field(default=1, ge=0, description="The same seed gives the same simulation.")
    until_s: float = Field(
        gt=0, le=MAX_SECONDS, description="No work arrives after this; what is there comes to its end."
    )
    policy: Rules = Field(default_factory=Rules, description="The scheduler's settings, as PLOTLANE_SCHEDULER_*.")
    sources: tuple[Source, ...] = Field(min_length=1, description="Who brings work.")
    crashes: tuple[Crash, ...] = Field(default=(), description="When the scheduler dies.")
    reconnect_s: float = Field(
        default=1.0, ge=0, le=60, description="A client whose connection broke tries again within this, once served."
    )

    @field_validator("title")
    @classmethod
    def _one_line(cls, title: str) -> str:
        if not title.isprintable():
            raise ValueError("write one line of text, without line breaks and control characters")
        return title

    @field_validator("crashes")
    @classmethod
    def _one_at_a_time(cls, crashes: tuple[Crash, ...]) -> tuple[Crash, ...]:
        ordered = tuple(sorted(crashes, key=lambda crash: crash.at_s))
        for first, second in pairwise(ordered):
            if second.at_s <= first.at_s + first.down_s:
                raise ValueError(f"the crash at {second.at_s:g} s comes while the scheduler is still down")
        return ordered

    @model_validator(mode="after")
    def _fits_the_policy(self) -> Self:
        names = [source.name for source in self.sources]
        if doubled := next((name for name in names if names.count(name) > 1), None):
            raise ValueError(f"two sources are called {doubled!r}; give each its own name")
        lanes = pool_of_lane(self.core_policy())
        for source in self.sources:
            if source.lane is not None and source.lane not in lanes:
                raise ValueError(
                    f"source {source.name!r}: there is no lane {source.lane!r}; choose one of {', '.join(lanes)}"
                )
        return self

    def core_policy(self) -> SchedulerPolicy:
        """What the core obeys here."""
        return self.policy.settings().policy()


def pool_of_lane(policy: SchedulerPolicy) -> dict[str, str]:
    """The pool of every lane; the lanes of all pools have different names."""
    return {lane.name: pool.name for pool in policy.pools for lane in pool.lanes}
