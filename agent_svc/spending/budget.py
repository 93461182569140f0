"""The turn's budget: how many model calls and tokens one turn may use."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Final

from agent_svc.models.call import Usage
from agent_svc.spending.weight import weighted
from plotlane_kit.errors import PlotlaneError, Reason

MAX_CALLS: Final = 12
MAX_TOKENS: Final = 80_000


class TurnBudgetError(PlotlaneError):
    """This message needs more work of the model than one message may; ask for less at once.

    Metadata: `what` (calls or tokens) and `limit`.
    """

    reason = Reason.BUDGET


class UsageLimitError(PlotlaneError):
    """The next question to the model might cost more than what is left of this run's usage limit; allow it more.

    Metadata: `what` (weighted_tokens), `limit` and `used`.
    """

    reason = Reason.BUDGET


@dataclass(slots=True)
class TurnBudget:
    """What a turn has used of its model calls and tokens (all sorts alike); a call that was begun counts.

    `usage_limit`: weighted tokens that it may use besides, None: no such limit.
    """

    max_calls: int = MAX_CALLS
    max_tokens: int = MAX_TOKENS
    usage_limit: int | None = None
    calls: int = 0
    usage: Usage = field(default_factory=Usage)
    limited: bool = False  #: whether a limit, this one's or the user's day, has kept a call from being made

    def begin_call(self) -> None:
        """Count a call that is about to be made. Raises `TurnBudgetError` when nothing is left for it."""
        if self.calls >= self.max_calls:
            raise TurnBudgetError(metadata={"what": "calls", "limit": str(self.max_calls)})
        if self.tokens >= self.max_tokens:
            raise TurnBudgetError(metadata={"what": "tokens", "limit": str(self.max_tokens)})
        self.calls += 1

    def admit(self, bound: Usage) -> None:
        """Let a try through that costs `bound` at most. Raises `UsageLimitError` when that could pass the limit."""
        used = weighted(self.usage)
        if self.usage_limit is not None and weighted(self.usage + bound) > self.usage_limit:
            numbers = {"limit": str(self.usage_limit), "used": str(used)}
            raise UsageLimitError(metadata={"what": "weighted_tokens", **numbers})

    def spend(self, usage: Usage) -> None:
        """Add what a try used."""
        self.usage += usage

    @property
    def tokens(self) -> int:
        """The tokens used so far."""
        return self.usage.total
