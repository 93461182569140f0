"""The meter: a language model whose every try is set aside at its bound first and settled to what it used."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass
from typing import Protocol
from uuid import uuid4

from agent_svc.models.call import ModelCall, ModelReply, Usage
from agent_svc.models.language_model import LanguageModel, ModelError
from agent_svc.spending.bound import bound_of
from agent_svc.spending.budget import TurnBudget
from plotlane_kit.caller import Caller


@dataclass(frozen=True, slots=True)
class Lease:
    """The hold or run that tokens are set aside under: when it dies, what is not settled counts at its bound."""

    lease_id: str
    token: int


class TokenLedger(Protocol):
    """Where a user's tokens of the day are counted."""

    async def reserve(self, caller: Caller, lease: Lease, name: str, bound: Usage) -> None:
        """Set `bound` aside under `name`. Raises BUDGET when the day has no room for it, as a `PlotlaneError`."""

    async def settle(self, caller: Caller, name: str, used: Usage) -> None:
        """Turn it into what was used; never raises: what cannot be settled counts at its bound."""


class Metered:
    """A language model at the expense of one turn."""

    def __init__(
        self, model: LanguageModel, ledger: TokenLedger, budget: TurnBudget, caller: Caller, lease: Lease
    ) -> None:
        self._model = model
        self._ledger = ledger
        self._budget = budget
        self._caller = caller
        self._lease = lease

    async def complete(self, call: ModelCall) -> ModelReply:
        """See `LanguageModel.complete`. Raises also BUDGET, before anything is asked of the model."""
        bound, name = bound_of(call), uuid4().hex
        self._budget.admit(bound)
        try:
            await self._ledger.reserve(self._caller, self._lease, name, bound)
        except asyncio.CancelledError:  # it may have been set aside all the same, and nothing will be asked
            await asyncio.shield(self._ledger.settle(self._caller, name, Usage()))
            raise
        used = bound  # until somebody knows better: a call that is cancelled is paid for
        try:
            reply = await self._model.complete(call)
            used = reply.usage
            return reply
        except ModelError as error:
            used = bound if error.usage is None else _with_rest(error.usage, bound)
            raise
        finally:
            self._budget.spend(used)
            await asyncio.shield(self._ledger.settle(self._caller, name, used))


def _with_rest(known: Usage, bound: Usage) -> Usage:
    """A cut answer says what was read; how much was written nobody knows unless nothing was."""
    return known if known == Usage() else Usage(known.input, bound.output, known.cache_read, known.cache_write)


class Counted:
    """A language model whose calls count against the turn, however often each is tried."""

    def __init__(self, model: LanguageModel, budget: TurnBudget) -> None:
        self._model = model
        self._budget = budget

    async def complete(self, call: ModelCall) -> ModelReply:
        """See `LanguageModel.complete`. Raises also `TurnBudgetError`."""
        self._budget.begin_call()
        return await self._model.complete(call)
