"""The deadline of a run: how much of its time is left since it left the queue."""

from __future__ import annotations

from typing import Final

from plotlane_kit.clock import Clock

HARD_S: Final = 180.0  #: seconds from leaving the queue to the answer, whatever happens
SOFT_S: Final = 140.0  #: seconds after which the pipeline starts nothing new
REPAIR_MIN_S: Final = 75.0  #: seconds to the soft deadline; with less, what was drawn is kept as it is
RENDER_MAX_S: Final = 60.0  #: seconds of one render
RENDER_MIN_S: Final = 2.0  #: seconds; a render with less is not worth starting


class Deadline:
    """Counts from its construction; make it when the run leaves the queue."""

    def __init__(self, clock: Clock, *, hard_s: float = HARD_S, soft_s: float = SOFT_S) -> None:
        """`hard_s` and `soft_s` in seconds, soft at most hard."""
        if not 0 < soft_s <= hard_s:
            raise ValueError(f"a soft deadline of {soft_s} s does not fit a hard one of {hard_s} s")
        self._clock = clock
        self._began = clock.monotonic()
        self.hard_s = hard_s
        self.soft_s = soft_s

    def elapsed_s(self) -> float:
        """Seconds since the run left the queue."""
        return self._clock.monotonic() - self._began

    def left_s(self) -> float:
        """Seconds to the hard deadline, never negative."""
        return max(0.0, self.hard_s - self.elapsed_s())

    def has_time_for_a_repair(self) -> bool:
        """Whether enough is left before the soft deadline for another render and its judgement."""
        return self.soft_s - self.elapsed_s() >= REPAIR_MIN_S

    def render_timeout_s(self) -> float:
        """Seconds that a render started now may take, at most 60; 0 when too little is left to start one."""
        timeout = min(RENDER_MAX_S, self.soft_s - self.elapsed_s())
        return timeout if timeout >= RENDER_MIN_S else 0.0
