"""The making of a plot: from which code it starts, who changes it, who looks at it, and at whose expense."""

from __future__ import annotations

from dataclasses import dataclass

from agent_svc.guard.language import Language
from agent_svc.pipeline.author import Author
from agent_svc.pipeline.reviewer import Reviewer
from agent_svc.spending.paid_model import PaidModel
from agent_svc.spending.weight import weighted


@dataclass(frozen=True, slots=True)
class Making:
    """How one plot of a turn is made; as it stands without arguments, from the catalogue by plain code."""

    previous: str = ""  #: the working form that it starts from; empty: the catalogue's script
    author: Author | None = None  #: changes the code
    reviewer: Reviewer | None = None  #: looks at the picture
    paid: PaidModel | None = None  #: the model that has been and will be asked for it
    language: Language | None = None  #: what is said of it is worded in; None: that of the session
    wait: bool = False  #: a full cap keeps it waiting instead of refusing it

    @property
    def asks_a_model(self) -> bool:
        """Whether a model is asked while the plot is being made."""
        return self.author is not None or self.reviewer is not None

    @property
    def model_calls(self) -> int:
        """How often a model was asked so far."""
        return 0 if self.paid is None else self.paid.calls

    @property
    def tokens(self) -> int:
        """What that cost so far, in weighted tokens."""
        return 0 if self.paid is None else weighted(self.paid.usage)
