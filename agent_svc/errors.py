"""What the agent refuses; the first paragraph of each docstring is the default message."""

from __future__ import annotations

from typing import Final

from plotlane_kit.errors import DrainingError, PlotlaneError, Reason, UpstreamError

__all__ = [
    "ArtifactNotFoundError",
    "CapacityError",
    "DrainingError",
    "FanOutNotFoundError",
    "InternalError",
    "InvalidBindingsError",
    "InvalidError",
    "NotEligibleError",
    "PlaceLostError",
    "RunActiveError",
    "RunLimitError",
    "SessionNotFoundError",
    "StepNotFoundError",
    "StoppedError",
    "TooLongError",
    "TurnNotFoundError",
    "UnreadError",
    "UpstreamError",
    "VersionConflictError",
    "VersionNotFoundError",
    "VersionsFullError",
    "words_of",
]

_SAID_AT_ONCE: Final = 5  # refused parts of one request


def words_of(error: PlotlaneError) -> str:
    """What `error` says to somebody who is shown nothing but a text: its message with every refused part, at most five.

    The message itself stays when it names the parts already.
    """
    parts = [each for each in error.violations if each.message not in error.message]
    words = [(each.field, each.message.removesuffix(".")) for each in parts[:_SAID_AT_ONCE]]
    said = [f"{field}: {message}" if field else message for field, message in words]
    if not said:
        return error.message
    more = f"; and {len(parts) - len(said)} more" if len(parts) > len(said) else ""
    # The default messages point at a field of the wire, which is not there for a reader of the text.
    head, points_at_them, _ = error.message.partition("; `violations` lists ")
    return f"{head}{':' if points_at_them else ''} {'; '.join(said)}{more}."


class InvalidError(PlotlaneError):
    """The request holds something that cannot be; `violations` lists each field with what it takes."""

    reason = Reason.INVALID


class InvalidBindingsError(PlotlaneError):
    """These bindings cannot be; `violations` lists every refused line with what would fit."""

    reason = Reason.INVALID_BINDINGS


class TooLongError(PlotlaneError):
    """The text is too long; shorten it."""

    reason = Reason.TOO_LONG


class NotEligibleError(PlotlaneError):
    """This chart cannot be drawn with this library here; choose another library."""

    reason = Reason.NOT_ELIGIBLE


class SessionNotFoundError(PlotlaneError):
    """There is no such session; it may have been deleted. Start a new one."""

    reason = Reason.NOT_FOUND


class StepNotFoundError(PlotlaneError):
    """There is no data step to undo; the data is as it was read."""

    reason = Reason.NOT_FOUND


class VersionNotFoundError(PlotlaneError):
    """This session has no such version; look at its list of versions."""

    reason = Reason.NOT_FOUND


class ArtifactNotFoundError(PlotlaneError):
    """This version has no such file; metadata `names` lists those that it has."""

    reason = Reason.NOT_FOUND


class TurnNotFoundError(PlotlaneError):
    """There is no such turn any more; its events are kept for ten minutes after it ended. Reload the session."""

    reason = Reason.NOT_FOUND


class FanOutNotFoundError(PlotlaneError):
    """There is no such fan-out any more; it is kept for seven days. Its plots are sessions of their own."""

    reason = Reason.NOT_FOUND


class VersionConflictError(PlotlaneError):
    """Another plot of this session has begun, or been stored, since this one began; make the plot again."""

    reason = Reason.CONFLICT


class VersionsFullError(PlotlaneError):
    """This session has 999 versions, which is the most; start a new session with the same data."""

    reason = Reason.INVALID


class RunActiveError(PlotlaneError):
    """Something else is under way in this session; wait until it ends or stop it, then try again.

    Metadata: `kind` (the kind of work that is under way).
    """

    reason = Reason.RUN_ACTIVE


class RunLimitError(PlotlaneError):
    """You already have as many plots or data runs in progress as you may; wait until one finishes, then try again.

    Metadata: `cap` and `count`.
    """

    reason = Reason.RUN_LIMIT


class CapacityError(PlotlaneError):
    """Too many plots are waiting right now; try again in a moment."""

    reason = Reason.CAPACITY


class PlaceLostError(UpstreamError):
    """A service inside Plotlane stopped while this was being made; try again in a moment."""


class InternalError(PlotlaneError):
    """Something failed inside Plotlane; it has been logged."""

    reason = Reason.INTERNAL


class StoppedError(PlotlaneError):
    """This was stopped on request; ask again when you want it after all."""

    reason = Reason.CONFLICT


class UnreadError(StoppedError):
    """This was stopped while it waited for its turn, because nobody was there any more; ask again when you want it."""
