"""The end of a run: how one run of a group ended, as its turn has told it."""

from __future__ import annotations

from dataclasses import dataclass

from agent_svc.turns.events import Done, Event, Failure, Message, Plot, Refusal, TurnOutcome


@dataclass(frozen=True, slots=True)
class RunEnd:
    """How a run ended: `version` 0 when there is no picture; `code` and `text` say what kept it from being tried."""

    outcome: TurnOutcome
    version: int = 0
    code: str = ""
    text: str = ""


class Hearing:
    """Makes the end of the events of a turn."""

    def __init__(self) -> None:
        self._code = ""
        self._text = ""
        self.said = ""
        """The last words that the turn had for its user."""

    def hear(self, event: Event) -> RunEnd | None:
        """Take the next event; the end, when it is the last."""
        match event:
            case Failure(code, text) | Refusal(code, text):
                self._code, self._text = code, text
            case Plot(detail=detail):
                self._code, self._text = "", detail
            case Message(text):
                self.said = text
            case Done(outcome, version):
                return RunEnd(outcome, version, self._code, self._text)
        return None
