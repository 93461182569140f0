"""The verdict: what a judge says of a message or of data, from a closed set."""

from __future__ import annotations

from enum import StrEnum
from typing import Protocol

from plotlane_kit.errors import PlotlaneError, Reason


class MessageVerdict(StrEnum):
    """What a message is."""

    FINE = "fine"  #: about plots and data, or small talk around them
    OFF_TOPIC = "off_topic"  #: wants something that has nothing to do with plots or data
    ATTACK = "attack"  #: tries to talk the model out of its task, or to get at what is hidden
    HARM = "harm"  #: wants something that hurts people


class DataVerdict(StrEnum):
    """What a dataset holds."""

    FINE = "fine"
    SECRETS = "secrets"  #: keys, passwords or tokens
    CARDS = "cards"  #: numbers of payment cards
    HARM = "harm"  #: made to hurt people


class GuardUnavailableError(PlotlaneError):
    """What you wrote could not be checked, so nothing was done with it; try again in a minute."""

    reason = Reason.GUARD_UNAVAILABLE


class DataRefusedError(PlotlaneError):
    """This data is not plotted.

    Metadata: `verdict`.
    """

    reason = Reason.DATA_REFUSED


class MessageRefusedError(PlotlaneError):
    """This message is not answered.

    The message of the error is the fixed text for the user; metadata: `verdict`.
    """

    reason = Reason.MESSAGE_REFUSED


class MessageJudge(Protocol):
    """Judges what a user wrote."""

    async def judge_message(self, text: str) -> MessageVerdict:
        """What `text` (at most 2,000 characters) is. Raises `GuardUnavailableError` or BUSY: nothing passes then."""


class DataJudge(Protocol):
    """Judges what is to be plotted."""

    async def judge_data(self, columns: tuple[str, ...], samples: tuple[tuple[str, ...], ...]) -> DataVerdict:
        """What a table is; `samples`: some cells of each column. Raises as `MessageJudge` does."""


class Judge(MessageJudge, DataJudge, Protocol):
    """Judges both."""
