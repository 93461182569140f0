"""The signal: what somebody tells a handler, and what has become of it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any

from agent_svc.groups.run_end import RunEnd


@dataclass(frozen=True, slots=True)
class Signal:
    """What a handler is given. `payload` is a JSON object whose meaning is the handler's; it comes from a client."""

    id: str  #: chosen by whoever emitted it, unique for its user
    handler: str
    user: str  #: the opaque id of its owner, whose sessions alone it may touch
    payload: Mapping[str, Any] = field(repr=False)


class SignalState(StrEnum):
    """Where a signal stands; the closed set."""

    WAITING = "waiting"  #: for those that were emitted before it
    CLAIMED = "claimed"  #: its handler or its runs are at work
    DONE = "done"  #: every run has ended well, and so has the post phase
    FAILED = "failed"  #: something of it has not


@dataclass(frozen=True, slots=True)
class SignalEnd:
    """How a signal ended. `limited`: a usage limit ended a run; `code` and `text` are about the signal itself."""

    failed: bool
    limited: bool = False
    code: str = ""
    text: str = ""


@dataclass(frozen=True, slots=True)
class SignalRun:
    """One run of a signal. `end` is None until it has ended; `session_id` is empty when there is none to draw in."""

    session_id: str
    tag: str = ""  #: the one that the handler chose; empty: the scheduler's
    end: RunEnd | None = None
    limited: bool = False


@dataclass(frozen=True, slots=True)
class Entry:
    """A signal as the book has it; times are seconds since 1970, 0 for what has not come yet."""

    seq: int  #: its place in the order of emission
    signal_id: str
    user: str
    tier: str
    handler: str
    state: SignalState
    emitted_at: float
    claimed_at: float = 0.0
    ended_at: float = 0.0
    limited: bool = False
    code: str = ""
    text: str = ""
    payload: Mapping[str, Any] = field(default_factory=dict, repr=False)  #: forgotten when it has ended
    runs: tuple[SignalRun, ...] = ()

    @property
    def is_over(self) -> bool:
        """Whether nothing more will become of it."""
        return self.state in (SignalState.DONE, SignalState.FAILED)

    def signal(self) -> Signal:
        """What its handler is given."""
        return Signal(self.signal_id, self.handler, self.user, self.payload)
