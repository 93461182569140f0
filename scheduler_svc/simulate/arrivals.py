"""Arrivals: when the work of a scenario comes."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated, Literal

import numpy as np
from pydantic import Field, field_validator

from scheduler_svc.simulate.durations import SHORTEST_S, Duration, Seconds
from scheduler_svc.simulate.form import Form


class At(Form):
    """At the times of a list."""

    pattern: Literal["at"]
    times_s: tuple[Seconds, ...] = Field(min_length=1, description="When, in seconds from the start.")

    def times(self, until_s: float, _: np.random.Generator) -> Iterator[float]:
        """When something arrives, in order."""
        return (at for at in sorted(self.times_s) if at <= until_s)


class Every(Form):
    """One after the other at a fixed distance."""

    pattern: Literal["every"]
    every_s: float = Field(ge=SHORTEST_S, le=1e7, description="The distance.")
    from_s: Seconds = Field(default=0.0, description="When the first comes.")

    def times(self, until_s: float, _: np.random.Generator) -> Iterator[float]:
        """When something arrives, in order."""
        count = 0
        while (at := self.from_s + count * self.every_s) <= until_s:
            yield at
            count += 1


class Poisson(Form):
    """Each by itself, at a steady rate: what many independent users look like."""

    pattern: Literal["poisson"]
    per_hour: float = Field(gt=0, le=1e6, description="How many in an hour, on average.")
    from_s: Seconds = Field(default=0.0, description="When they begin.")
    to_s: Seconds | None = Field(default=None, description="When they stop; unset: with the scenario.")

    def times(self, until_s: float, random: np.random.Generator) -> Iterator[float]:
        """When something arrives, in order."""
        at, end = self.from_s, until_s if self.to_s is None else min(until_s, self.to_s)
        while (at := at + float(random.exponential(3600 / self.per_hour))) <= end:
            yield at


class Burst(Form):
    """Many within a short time, once or again and again: a lecture, a deadline."""

    pattern: Literal["burst"]
    count: int = Field(ge=1, le=100_000, description="How many each time.")
    at_s: Seconds = Field(default=0.0, description="When the first burst begins.")
    within_s: Seconds = Field(default=0.0, description="They are spread over this long.")
    every_s: float | None = Field(
        default=None, ge=SHORTEST_S, le=1e7, description="The distance of bursts; unset: just one."
    )

    def times(self, until_s: float, random: np.random.Generator) -> Iterator[float]:
        """When something arrives, in order."""
        begins = self.at_s
        while begins <= until_s:
            yield from sorted(begins + float(random.uniform(0, self.within_s)) for _ in range(self.count))
            if self.every_s is None:
                return
            begins += self.every_s


class ClosedLoop(Form):
    """Each user asks, waits for the end (or for the refusal), thinks, and asks again."""

    pattern: Literal["closed_loop"]
    think: Duration = Field(description="From an end to the next question; also before the first.")
    from_s: Seconds = Field(default=0.0, description="When they sit down.")

    @field_validator("think")
    @classmethod
    def _takes_its_time(cls, think: Duration) -> Duration:
        if think.longest_s() < SHORTEST_S:
            raise ValueError(f"whoever asks again at once never ends; think for {SHORTEST_S:g} s or longer")
        return think


OpenArrivals = At | Every | Poisson | Burst
Arrivals = Annotated[OpenArrivals | ClosedLoop, Field(discriminator="pattern")]
