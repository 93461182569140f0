"""Why the renderer refuses: could not run, as opposed to ran and failed."""

from __future__ import annotations

from plotlane_kit.errors import PlotlaneError, Reason


class InvalidJob(PlotlaneError):
    """The job is malformed; each violation names the field and the remedy."""

    reason = Reason.INVALID


class JobConflict(PlotlaneError):
    """This job id was used for other content; choose a new one."""

    reason = Reason.JOB_CONFLICT


class SlotsBusy(PlotlaneError):
    """Every sandbox place of this renderer is taken; try again in a moment."""

    reason = Reason.SLOTS_BUSY


class LowMemory(PlotlaneError):
    """This machine is short of memory and starts no sandbox now; try again in a few seconds."""

    reason = Reason.LOW_MEMORY


class LibraryUnavailable(PlotlaneError):
    """This renderer cannot run that library; ListRuntimes says what it can run."""

    reason = Reason.NOT_ELIGIBLE


class LeaseRefused(PlotlaneError):
    """This is no lease of a place at this renderer, or it has ended; ask the scheduler for a new one.

    Metadata: `lease` (missing, foreign, unknown, ended, wrong_token; scheduler_silent: it can no longer be known).
    """

    reason = Reason.NOT_FOUND


class RendererBroken(PlotlaneError):
    """This renderer is about to be replaced because a sandbox would not end."""

    reason = Reason.INTERNAL


class WallsOpen(Exception):
    """A wall of the sandbox does not hold on this machine; the message is one line for the operator."""
