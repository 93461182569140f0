"""The failure: the event that tells a user why a turn could not go on, with the numbers of the error and the remedy."""

from __future__ import annotations

from agent_svc.errors import words_of
from agent_svc.turns.events import Failure, Refusal
from plotlane_kit.errors import REFUSALS, TABLE, PlotlaneError


def event_of(error: PlotlaneError) -> Failure | Refusal:
    """The event that tells of `error`."""
    code = TABLE[error.reason].sse
    if error.reason in REFUSALS:
        return Refusal(code, words_of(error))
    details = {name: value for name, value in error.metadata.items() if name != "ref"}
    if error.retry_after_s is not None:
        details["retry_after_s"] = f"{error.retry_after_s:g}"
    return Failure(code, words_of(error), error.metadata.get("ref", ""), details)
