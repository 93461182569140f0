"""The hold: locks without a place, as a turn holds its session while it talks, pastes or converts."""

from __future__ import annotations

from dataclasses import dataclass

from scheduler_svc.core.run import EndReason, Policy


@dataclass(frozen=True, slots=True)
class HoldRequest:
    """What a caller asks for; two requests with one id are the same hold exactly when they are equal."""

    hold_id: str
    user: str
    kind: str
    """The kind of work, for what a refused neighbour is told."""
    keys: tuple[str, ...]
    """Exclusive keys, sorted and without repetition; at least one."""
    on_conflict: Policy = Policy.REFUSE
    """What is done when a key is taken."""


@dataclass(slots=True)
class Hold:
    """One hold; only `State.evolve` writes to it. Its locks stay until it and its run have both ended."""

    request: HoldRequest
    token: int
    run_id: str = ""
    """Its one unfinished run; empty: none."""
    end: EndReason | None = None
    waits: bool = False
    """Whether it does not have its locks yet."""
    since: float | None = None
    """When it was asked for, or, once it has its locks, when it got them; None: a build that kept no times kept it."""
