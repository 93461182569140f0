"""The failure: what went wrong in one try of a model call, and whether another try makes sense."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum, auto

from agent_svc.models.call import Usage


class Fault(Enum):
    """What another try would bring."""

    BUSY = auto()  #: the provider has no room: wait, then again
    PASSING = auto()  #: it may not happen again
    FINAL = auto()  #: it will happen again: a bad key, an unknown model, a request that is refused


@dataclass(frozen=True, slots=True)
class Failure:
    """One failed try; `usage` is what it is charged for, None when nobody knows."""

    fault: Fault
    cause: str  #: the innermost class, for the log; never a message
    usage: Usage | None = None
    retry_after_s: float | None = None
