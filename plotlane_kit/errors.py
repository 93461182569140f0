"""The reasons why Plotlane refuses, and the one table that says how each looks over gRPC, HTTP and SSE.

"Could not run" is one of these reasons; "ran and failed" is a normal answer with an outcome and never comes here.
"""

from __future__ import annotations

import inspect
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from types import MappingProxyType
from typing import ClassVar, Final

DOMAIN: Final = "plotlane"


class Reason(StrEnum):
    """The closed set of refusals; the value is what `ErrorInfo.reason` carries."""

    INVALID = "INVALID"
    UNPARSEABLE = "UNPARSEABLE"
    INVALID_BINDINGS = "INVALID_BINDINGS"
    TOO_LONG = "TOO_LONG"
    DATA_REFUSED = "DATA_REFUSED"
    MESSAGE_REFUSED = "MESSAGE_REFUSED"
    NOT_ELIGIBLE = "NOT_ELIGIBLE"
    NOT_FOUND = "NOT_FOUND"
    SESSION_EXPIRED = "SESSION_EXPIRED"
    RUN_ACTIVE = "RUN_ACTIVE"
    CONFLICT = "CONFLICT"
    JOB_CONFLICT = "JOB_CONFLICT"
    RUN_LIMIT = "RUN_LIMIT"
    RATE_LIMITED = "RATE_LIMITED"
    BUDGET = "BUDGET"
    LOCKED_OUT = "LOCKED_OUT"
    CAPACITY = "CAPACITY"
    SLOTS_BUSY = "SLOTS_BUSY"
    LOW_MEMORY = "LOW_MEMORY"
    DRAINING = "DRAINING"
    BUSY = "BUSY"
    DEADLINE = "DEADLINE"
    GUARD_UNAVAILABLE = "GUARD_UNAVAILABLE"
    UPSTREAM = "UPSTREAM"
    INTERNAL = "INTERNAL"


class StatusName(StrEnum):
    """The gRPC status codes we use, by name, so that pure code can speak of them without gRPC."""

    INVALID_ARGUMENT = "INVALID_ARGUMENT"
    PERMISSION_DENIED = "PERMISSION_DENIED"
    FAILED_PRECONDITION = "FAILED_PRECONDITION"
    NOT_FOUND = "NOT_FOUND"
    ABORTED = "ABORTED"
    RESOURCE_EXHAUSTED = "RESOURCE_EXHAUSTED"
    UNAVAILABLE = "UNAVAILABLE"
    DEADLINE_EXCEEDED = "DEADLINE_EXCEEDED"
    INTERNAL = "INTERNAL"


@dataclass(frozen=True, slots=True)
class Mapped:
    """How one reason looks on each wire."""

    status: StatusName
    http: int  # the answer before a stream has begun
    sse: str  # the `code` of an `error` or `refusal` event inside a stream
    retry_after: bool = False  # HTTP answers carry a Retry-After header


def _row(status: StatusName, http: int, sse: str, *, retry_after: bool = False) -> Mapped:
    return Mapped(status, http, sse, retry_after)


TABLE: Final[Mapping[Reason, Mapped]] = MappingProxyType(
    {
        Reason.INVALID: _row(StatusName.INVALID_ARGUMENT, 422, "invalid"),
        Reason.UNPARSEABLE: _row(StatusName.INVALID_ARGUMENT, 422, "unparseable"),
        Reason.INVALID_BINDINGS: _row(StatusName.INVALID_ARGUMENT, 422, "invalid"),
        Reason.TOO_LONG: _row(StatusName.INVALID_ARGUMENT, 413, "too_long"),
        Reason.DATA_REFUSED: _row(StatusName.PERMISSION_DENIED, 403, "data_refused"),
        Reason.MESSAGE_REFUSED: _row(StatusName.PERMISSION_DENIED, 403, "message_refused"),
        Reason.NOT_ELIGIBLE: _row(StatusName.FAILED_PRECONDITION, 422, "not_eligible"),
        Reason.NOT_FOUND: _row(StatusName.NOT_FOUND, 404, "session_expired"),
        Reason.SESSION_EXPIRED: _row(StatusName.NOT_FOUND, 404, "session_expired"),
        Reason.RUN_ACTIVE: _row(StatusName.ABORTED, 409, "run_active"),
        Reason.CONFLICT: _row(StatusName.ABORTED, 409, "run_active"),
        Reason.JOB_CONFLICT: _row(StatusName.ABORTED, 409, "run_active"),
        Reason.RUN_LIMIT: _row(StatusName.RESOURCE_EXHAUSTED, 429, "run_limit", retry_after=True),
        Reason.RATE_LIMITED: _row(StatusName.RESOURCE_EXHAUSTED, 429, "rate_limited", retry_after=True),
        Reason.BUDGET: _row(StatusName.RESOURCE_EXHAUSTED, 429, "budget", retry_after=True),
        Reason.LOCKED_OUT: _row(StatusName.RESOURCE_EXHAUSTED, 429, "locked_out", retry_after=True),
        Reason.CAPACITY: _row(StatusName.UNAVAILABLE, 503, "capacity", retry_after=True),
        Reason.SLOTS_BUSY: _row(StatusName.UNAVAILABLE, 503, "capacity", retry_after=True),
        Reason.LOW_MEMORY: _row(StatusName.UNAVAILABLE, 503, "capacity", retry_after=True),
        Reason.DRAINING: _row(StatusName.UNAVAILABLE, 503, "capacity", retry_after=True),
        Reason.BUSY: _row(StatusName.UNAVAILABLE, 503, "busy", retry_after=True),
        Reason.DEADLINE: _row(StatusName.DEADLINE_EXCEEDED, 504, "deadline"),
        Reason.GUARD_UNAVAILABLE: _row(StatusName.UNAVAILABLE, 503, "guard_unavailable"),
        Reason.UPSTREAM: _row(StatusName.UNAVAILABLE, 502, "upstream"),
        Reason.INTERNAL: _row(StatusName.INTERNAL, 500, "internal"),
    }
)

#: Which codes mean "your request was understood and declined" (an SSE `refusal`); all others are an SSE `error`.
REFUSALS: Final = frozenset(
    {Reason.BUDGET, Reason.DATA_REFUSED, Reason.MESSAGE_REFUSED, Reason.LOCKED_OUT, Reason.RATE_LIMITED}
)

#: Which codes say something of what was sent, whoever sends it again: the fault is neither ours nor the moment's.
OF_THE_CONTENT: Final = frozenset(
    {Reason.INVALID, Reason.UNPARSEABLE, Reason.INVALID_BINDINGS, Reason.TOO_LONG, Reason.DATA_REFUSED}
)

#: What a client does about each. "Later" is when `retry_after` says.
CLIENT_DOES: Final[Mapping[Reason, str]] = MappingProxyType(
    {
        Reason.INVALID: "shows each violation at its field; never sends the same again",
        Reason.UNPARSEABLE: "shows what could not be read and asks for other data",
        Reason.INVALID_BINDINGS: "shows each refused line; asks for other columns",
        Reason.TOO_LONG: "says the limit and what was sent; asks for less",
        Reason.DATA_REFUSED: "says why; asks for other data",
        Reason.MESSAGE_REFUSED: "shows the text, which is in the user's language; never sends the same again",
        Reason.NOT_ELIGIBLE: "says what is missing; offers what is possible",
        Reason.NOT_FOUND: "forgets the id and begins anew: somebody else's ids look the same",
        Reason.SESSION_EXPIRED: "begins a new session",
        Reason.RUN_ACTIVE: "waits until that work ends, or offers to stop it; or submits with on_conflict WAIT",
        Reason.CONFLICT: "draws a new id: this one stands for other content",
        Reason.JOB_CONFLICT: "draws a new job id",
        Reason.RUN_LIMIT: "waits until one of the user's runs ends; or submits with on_limit WAIT",
        Reason.RATE_LIMITED: "tries again later",
        Reason.BUDGET: "tries again after 00:00 UTC",
        Reason.LOCKED_OUT: "tries again later, with other requests",
        Reason.CAPACITY: "tries again later, with the same id; shows the estimate",
        Reason.SLOTS_BUSY: "tries again later: the one answer of a renderer that is retried",
        Reason.LOW_MEMORY: "tries again later",
        Reason.DRAINING: "connects again and tries again later, with the same id",
        Reason.BUSY: "tries again later: the model is overloaded, not Plotlane",
        Reason.DEADLINE: "offers to try again; nothing goes on behind its back",
        Reason.GUARD_UNAVAILABLE: "tries again in a minute: what cannot be judged is not done",
        Reason.UPSTREAM: "tries again in a moment",
        Reason.INTERNAL: "shows `ref`, by which the log finds it; a second try may fail alike",
    }
)


def reason_of(name: str) -> Reason | None:
    """The reason that an `ErrorInfo` of our domain names, or None when this build does not know it."""
    return Reason(name) if name in Reason.__members__ else None


@dataclass(frozen=True, slots=True)
class Violation:
    """One refused part of a request: `field` is its path (`bindings[1].column`), `message` why and what to do."""

    field: str
    message: str


class PlotlaneError(Exception):
    """Plotlane could not do this. (Subclasses: the first paragraph of the docstring is the default message.)"""

    reason: ClassVar[Reason] = Reason.INTERNAL

    def __init__(
        self,
        message: str | None = None,
        *,
        metadata: Mapping[str, str] | None = None,
        retry_after_s: float | None = None,
        violations: Sequence[Violation] = (),
    ) -> None:
        self.message = message if message is not None else _default_message(type(self))
        self.metadata: Mapping[str, str] = dict(metadata or {})
        self.retry_after_s = retry_after_s
        self.violations = tuple(violations)
        super().__init__(self.message)


def _default_message(cls: type[PlotlaneError]) -> str:
    paragraph = inspect.cleandoc(cls.__doc__ or "").split("\n\n", 1)[0]
    return " ".join(paragraph.split())


class RemoteError(PlotlaneError):
    """Another service refused.

    Raised by clients for an answer of our domain; `reason` is the instance's, so it passes on unchanged.
    """

    def __init__(
        self,
        reason: Reason,
        message: str,
        *,
        metadata: Mapping[str, str] | None = None,
        retry_after_s: float | None = None,
        violations: Sequence[Violation] = (),
    ) -> None:
        super().__init__(message, metadata=metadata, retry_after_s=retry_after_s, violations=violations)
        self.reason = reason  # type: ignore[misc]  # the one class whose reason is known only per instance


class UpstreamError(PlotlaneError):
    """A service that this request needs is not answering; try again in a moment."""

    reason = Reason.UPSTREAM


class DrainingError(PlotlaneError):
    """This service is shutting down and takes no new work; try again in a few seconds."""

    reason = Reason.DRAINING
