"""The refusals: what keeps a signal from being kept, found or handled."""

from __future__ import annotations

from plotlane_kit.errors import PlotlaneError, Reason


class InvalidSignalError(PlotlaneError):
    """The signal holds something that cannot be; `violations` lists each field with what it takes.

    Handlers raise it with words of their own; these reach the signal's owner.
    """

    reason = Reason.INVALID


class SignalConflictError(PlotlaneError):
    """This id stands for a signal with other content; choose a new id."""

    reason = Reason.CONFLICT


class SignalNotFoundError(PlotlaneError):
    """There is no such signal any more; they are kept for seven days after their end."""

    reason = Reason.NOT_FOUND


class SignalsFullError(PlotlaneError):
    """You have as many signals waiting as you may; emit it again when some have been handled.

    Metadata: `cap` and `count`.
    """

    reason = Reason.RUN_LIMIT


class TagInUseError(PlotlaneError):
    """The tag of this prompt is live on another run; its handler has to bring a new one for each."""

    reason = Reason.CONFLICT
