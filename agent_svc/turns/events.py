"""The events of a turn, as plain data; `TurnLog` numbers them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum

from agent_svc.pipeline.outcome import PlotReason, PlotStatus, Step
from agent_svc.sessions.version import Cost, Version


class TurnOutcome(StrEnum):
    """How a turn ended; the closed set."""

    OK = "ok"
    FAILED = "failed"
    REFUSED = "refused"
    CANCELLED = "cancelled"


@dataclass(frozen=True, slots=True)
class Ready:
    """The turn exists; always the first."""

    turn_id: str


@dataclass(frozen=True, slots=True)
class Queued:
    """The run waits for its place; `estimated_wait_s` is seconds from now."""

    position: int
    waiting: int
    estimated_wait_s: float


@dataclass(frozen=True, slots=True)
class Blocked:
    """The run may not enter the queue yet; `reason` is lock, user_cap, address_cap or capacity."""

    reason: str


@dataclass(frozen=True, slots=True)
class Working:
    """The run is at this step, in this attempt (from 1)."""

    step: Step
    attempt: int = 1


@dataclass(frozen=True, slots=True)
class Message:
    """Text for the user."""

    text: str


@dataclass(frozen=True, slots=True)
class Plot:
    """How a plot went; `detail` is one sentence, `version` is None when there is no picture."""

    status: PlotStatus
    reason: PlotReason | None
    detail: str
    version: Version | None
    cost: Cost


@dataclass(frozen=True, slots=True)
class Refusal:
    """The request was understood and declined."""

    code: str
    text: str


@dataclass(frozen=True, slots=True)
class Failure:
    """Something failed; `ref` finds it in the log, `details` are the numbers of the text by name."""

    code: str
    text: str
    ref: str = ""
    details: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Done:
    """The turn is over; always the last. `version` 0: none came of it."""

    outcome: TurnOutcome
    version: int = 0


Event = Ready | Queued | Blocked | Working | Message | Plot | Refusal | Failure | Done


@dataclass(frozen=True, slots=True)
class Numbered:
    """An event and its id, from 1."""

    event_id: int
    event: Event
