"""The paid model: a language model for one piece of work, at its user's expense and within the work's budget."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable

from agent_svc.models.call import ModelCall, ModelReply, Usage
from agent_svc.models.language_model import LanguageModel
from agent_svc.models.retry import Retried, RetryPolicy
from agent_svc.spending.budget import TurnBudget
from agent_svc.spending.metered import Counted, Lease, Metered, TokenLedger
from plotlane_kit.caller import Caller
from plotlane_kit.errors import PlotlaneError, Reason


class PaidModel:
    """Answers calls: each counts against `budget`, and every try is set aside with the user's day first."""

    def __init__(self, model: LanguageModel, budget: TurnBudget) -> None:
        """`model` counts its calls against `budget` by itself."""
        self._model = model
        self._budget = budget
        self.calls = 0
        """How often it was asked so far, the judges left out: they guard the plot, they do not make it."""

    async def complete(self, call: ModelCall) -> ModelReply:
        """See `LanguageModel.complete`; raises also BUDGET."""
        if not call.purpose.is_judge:
            self.calls += 1
        try:
            return await self._model.complete(call)
        except PlotlaneError as error:
            self._budget.limited = self._budget.limited or error.reason is Reason.BUDGET
            raise

    @property
    def usage(self) -> Usage:
        """The tokens of all calls so far, the judges' and failed tries included."""
        return self._budget.usage


class PaidModels:
    """Opens paid models over the one provider of this agent."""

    def __init__(
        self,
        provider: LanguageModel,
        ledger: TokenLedger,
        policy: RetryPolicy,
        sleep: Callable[[float], Awaitable[None]] = asyncio.sleep,
    ) -> None:
        self._provider = provider
        self._ledger = ledger
        self._policy = policy
        self._sleep = sleep

    def open(self, caller: Caller, lease_id: str, token: int, budget: TurnBudget | None = None) -> PaidModel:
        """A model for the work that the hold or run of this id and fencing token does.

        `budget`: what it may use together with others; None: a turn's own.
        """
        budget = budget or TurnBudget()
        metered = Metered(self._provider, self._ledger, budget, caller, Lease(lease_id, token))
        return PaidModel(Counted(Retried(metered, self._policy, self._sleep), budget), budget)
