"""What the scheduler refuses; the first paragraph of each docstring is the default message."""

from __future__ import annotations

from plotlane_kit.errors import DrainingError, PlotlaneError, Reason

__all__ = [
    "BudgetError",
    "CapacityError",
    "ConflictError",
    "DrainingError",
    "InvalidError",
    "LockedOutError",
    "NoRoomError",
    "NotFoundError",
    "RateLimitedError",
    "RunActiveError",
    "RunLimitError",
]


class InvalidError(PlotlaneError):
    """The request names something that does not exist here, or is malformed; `violations` lists each field."""

    reason = Reason.INVALID


class NotFoundError(PlotlaneError):
    """There is no such run or hold under this token; submit a new one."""

    reason = Reason.NOT_FOUND


class ConflictError(PlotlaneError):
    """This id already belongs to a run or hold with other content; choose a new id."""

    reason = Reason.CONFLICT


class RunActiveError(PlotlaneError):
    """Something else holds a lock that this needs; wait until it ends, or stop it, then try again.

    Metadata: `key` (the lock that is taken) and `kind` (the kind of work that holds it).
    """

    reason = Reason.RUN_ACTIVE


class RunLimitError(PlotlaneError):
    """This user has as many runs in progress as allowed; wait until one finishes, then try again.

    Metadata: `cap` and `count`; where it is about what a user keeps: `kind`, `period`, `limit` and `used`. `scope` is
    `address` where the limit is that of everybody who comes, without signing in, from one network address.
    """

    reason = Reason.RUN_LIMIT


class CapacityError(PlotlaneError):
    """The queue is full; try again later.

    Metadata: `waiting`, `capacity` and `estimated_wait_s`, the wait of an entry at the end of the queue.
    """

    reason = Reason.CAPACITY


class NoRoomError(PlotlaneError):
    """The scheduler's disk is nearly full: what runs goes on, but nothing new is begun; try again later."""

    reason = Reason.CAPACITY


class RateLimitedError(PlotlaneError):
    """This user has done this as often as allowed within a minute; try again when the minute is over.

    Metadata: `kind`, `period`, `limit`, `used` and `scope` (`user`, or `address`: everybody at one network address).
    """

    reason = Reason.RATE_LIMITED


class BudgetError(PlotlaneError):
    """What may be used in a day is used up; the count begins again at 00:00 UTC.

    Metadata: `kind`, `period`, `limit`, `used` and `scope` (`user`, `address`: the day of everybody at one network
    address, or `global`: everybody's day).
    """

    reason = Reason.BUDGET


class LockedOutError(PlotlaneError):
    """This user is locked out after several refused messages; try again when the lockout is over.

    Metadata: `locked_out_s`.
    """

    reason = Reason.LOCKED_OUT
