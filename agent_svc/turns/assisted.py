"""The assisted conversation: what a language model adds to one: answers, changed code, and a look at pictures."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol

from agent_svc.assistant.reviewer import PictureReviewer
from agent_svc.sessions.hold import Hold
from agent_svc.sessions.session import Session
from agent_svc.spending.budget import TurnBudget
from agent_svc.spending.paid_model import PaidModel, PaidModels
from agent_svc.turns.events import Done
from agent_svc.turns.making import Making
from agent_svc.turns.turn import Turn
from plotlane_kit.caller import Caller


class Answers(Protocol):
    """Answers messages that the guard has let in."""

    async def answer(self, turn: Turn, hold: Hold, session: Session, text: str, model: PaidModel) -> Done:
        """Do what `text` asks for and say what was done; the turn's last event. Raises what kept it from that."""


@dataclass(frozen=True, slots=True)
class Assisted:
    """What there is with a model."""

    models: PaidModels
    answers: Answers
    review: bool  #: whether each new picture is looked at

    def plain(self, caller: Caller, hold: Hold, budget: TurnBudget | None = None) -> Making:
        """How a plot is made for which nobody asked in words: by plain code, and looked at when review is on."""
        if not self.review:
            return Making()
        paid = self.models.open(caller, hold.hold_id, hold.token, budget)
        return Making(reviewer=PictureReviewer(paid), paid=paid)
