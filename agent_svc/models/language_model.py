"""The language model: the seam behind which a provider answers calls."""

from __future__ import annotations

from typing import Final, Protocol

from agent_svc.models.call import ModelCall, ModelReply, Usage
from agent_svc.models.failure import Failure, Fault
from plotlane_kit.errors import PlotlaneError, Reason


class ModelError(PlotlaneError):
    """The language model could not answer; try again in a moment."""

    reason = Reason.UPSTREAM

    def __init__(self, failure: Failure) -> None:
        """`failure`: of the last try; its `usage` is that try's."""
        super().__init__(retry_after_s=failure.retry_after_s)
        self.failure = failure

    @property
    def usage(self) -> Usage | None:
        """What the failed try is charged for; None when nobody knows."""
        return self.failure.usage


class ModelBusyError(ModelError):
    """The language model is overloaded; try again in a moment."""

    reason = Reason.BUSY


class ModelRefusedError(ModelError):
    """The provider of the language model refuses this question and would again; say it in other words, or tell whoever
    runs this Plotlane, whose log has the cause.
    """


_ERRORS: Final = {Fault.BUSY: ModelBusyError, Fault.FINAL: ModelRefusedError, Fault.PASSING: ModelError}


def error_of(failure: Failure) -> ModelError:
    """The error that says `failure`."""
    return _ERRORS[failure.fault](failure)


class LanguageModel(Protocol):
    """Something that answers model calls: a provider, or a layer of retries, of counting or of metering over one."""

    async def complete(self, call: ModelCall) -> ModelReply:
        """Answer `call`. Raises `ModelBusyError` when the provider has no room, else `ModelError`.

        Cancelling it closes the connection.
        """
