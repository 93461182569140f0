"""Durations: how long something takes in a scenario, drawn from one of a few shapes."""

from __future__ import annotations

import math
from statistics import NormalDist
from typing import Annotated, Final, Literal, Self

import numpy as np
from pydantic import Field, model_validator

from scheduler_svc.simulate.form import Form

_TAIL: Final = 0.01
_Z_OF_TAIL: Final = -NormalDist().inv_cdf(_TAIL)
SHORTEST_S: Final = 0.01  # what recurs without end must take its time: a simulation of no length would never end
Seconds = Annotated[float, Field(ge=0, le=1e7)]


class Fixed(Form):
    """Always the same."""

    kind: Literal["fixed"]
    seconds: Seconds = Field(description="How long.")

    def draw(self, _: np.random.Generator) -> float:
        """One duration, in seconds."""
        return self.seconds

    def longest_s(self) -> float:
        """No draw is longer."""
        return self.seconds


class Uniform(Form):
    """Anything between two bounds, each as likely."""

    kind: Literal["uniform"]
    min_s: Seconds = Field(description="The shortest.")
    max_s: Seconds = Field(description="The longest.")

    @model_validator(mode="after")
    def _ordered(self) -> Self:
        if self.max_s < self.min_s:
            raise ValueError(f"max_s ({self.max_s:g}) is less than min_s ({self.min_s:g})")
        return self

    def draw(self, random: np.random.Generator) -> float:
        """One duration, in seconds."""
        return float(random.uniform(self.min_s, self.max_s))

    def longest_s(self) -> float:
        """No draw is longer."""
        return self.max_s


class Lognormal(Form):
    """The usual shape of run times: many near the median, a few far above it.

    `max_s` is the 99th percentile of the curve, which is cut there and, so that the median stays, at the 1st.
    """

    kind: Literal["lognormal"]
    median_s: float = Field(gt=0, le=1e7, description="Half are shorter.")
    max_s: float = Field(gt=0, le=1e7, description="None is longer.")

    @model_validator(mode="after")
    def _ordered(self) -> Self:
        if self.max_s < self.median_s:
            raise ValueError(f"max_s ({self.max_s:g}) is less than median_s ({self.median_s:g})")
        return self

    def draw(self, random: np.random.Generator) -> float:
        """One duration, in seconds."""
        sigma = math.log(self.max_s / self.median_s) / _Z_OF_TAIL
        z = NormalDist().inv_cdf(float(random.uniform(_TAIL, 1 - _TAIL)))
        return self.median_s * math.exp(sigma * z)

    def longest_s(self) -> float:
        """No draw is longer."""
        return self.max_s


class Empirical(Form):
    """Durations that were measured, each as likely as the others."""

    kind: Literal["empirical"]
    values_s: tuple[Seconds, ...] = Field(min_length=1, description="What was measured, in seconds.")

    def draw(self, random: np.random.Generator) -> float:
        """One duration, in seconds."""
        return float(random.choice(self.values_s))

    def longest_s(self) -> float:
        """No draw is longer."""
        return max(self.values_s)


Duration = Annotated[Fixed | Uniform | Lognormal | Empirical, Field(discriminator="kind")]
