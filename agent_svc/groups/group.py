"""The group: runs at the scheduler that belong together, as a seam."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import AbstractAsyncContextManager
from dataclasses import dataclass
from typing import Final, Protocol

from agent_svc.turns.events import Blocked, Queued
from agent_svc.turns.places import Place, RunOutcome
from plotlane_kit.caller import Caller
from plotlane_kit.errors import PlotlaneError

GIVE_UP_AFTER_S: Final = 1_800.0  #: for so long a run waits for whatever is in its way


@dataclass(frozen=True, slots=True)
class MemberRun:
    """What a member asks the scheduler for: a plot of `library` that locks its own session."""

    run_id: str
    session_id: str
    library: str
    resources: tuple[str, ...] = ()  #: what it locks besides, each a name
    tag: str = ""  #: of the caller's own (32 hex digits); empty: the scheduler draws one
    context: bytes = b""  #: what `ResolveRunTag` gives back
    with_model: bool = False  #: a language model is asked in it, so it may last longer

    @property
    def locks(self) -> tuple[str, ...]:
        """Its exclusive keys. The prefixes are ours, so that no resource can be named like a session."""
        return (f"session:{self.session_id}", *(f"resource:{name}" for name in self.resources))


@dataclass(frozen=True, slots=True)
class Started:
    """The run has its place; `token` is its fencing token, `renderer` and `tag` as in `Place`."""

    token: int
    renderer: str = ""
    tag: str = ""


@dataclass(frozen=True, slots=True)
class Ended:
    """The run is over. `because` is None when we gave it back; `StoppedError` when it was cancelled."""

    because: PlotlaneError | None


Standing = Queued | Blocked | Started | Ended


@dataclass(frozen=True, slots=True)
class News:
    """Where a run stands; the same may be told twice."""

    run_id: str
    standing: Standing


class Group(Protocol):
    """Runs that the scheduler has accepted together."""

    def news(self) -> AsyncIterator[News]:
        """Where the runs stand, now and on change; ends when all of them are over."""

    async def give_back(self, run_id: str, outcome: RunOutcome | None) -> None:
        """End a run that has started (None: it was cancelled); returns when the scheduler knows. Never raises."""

    async def drop(self, run_id: str) -> None:
        """End a run that has not started. Never raises; what the scheduler does not hear ends with the group."""

    def rejoin(
        self, caller: Caller, run: MemberRun, on_queued: Callable[[Queued], None]
    ) -> AbstractAsyncContextManager[Place]:
        """Have a run that the scheduler sent away before it began accepted again, under a new id, for the same locks.

        Otherwise as `Places.place`. It waits for a scheduler that stops to come back; raises `UpstreamError` when none
        does, or when that has forgotten the group.
        """


class Groups(Protocol):
    """Opens groups."""

    def open(
        self, caller: Caller, group_id: str, runs: Sequence[MemberRun], *, post_phase: bool = False
    ) -> AbstractAsyncContextManager[Group]:
        """Have `runs` accepted, all or none, in this order; when the block is left, what has not ended is cancelled.

        With a post phase the locks of its runs stay held until then, also those of runs that have ended.

        Raises `RunLimitError`, BUDGET or `DrainingError` when they are refused, and `UpstreamError`, also inside the
        block, when the scheduler is not there (any more).
        """
