"""The transcript: the conversation of a session, line by line."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import Final

MAX_CHARACTERS: Final = 2_000  #: of one message of a user


class Speaker(StrEnum):
    """Who says a line."""

    USER = "user"
    PLOTLANE = "plotlane"


@dataclass(frozen=True, slots=True)
class TranscriptLine:
    """One line; `version` is the plot that came of it, 0: none."""

    who: Speaker
    text: str
    version: int = 0
