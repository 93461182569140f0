"""The data guard: judges a table while its session is held, at its user's expense when a model is asked."""

from __future__ import annotations

from agent_svc.data import Dataset
from agent_svc.guard.guard import Guard
from agent_svc.spending.budget import TurnBudget
from agent_svc.spending.paid_model import PaidModels
from plotlane_kit.caller import Caller


class DataGuard:
    """The guard of tables, with the models of this agent, if any."""

    def __init__(self, guard: Guard, models: PaidModels | None = None) -> None:
        self._guard = guard
        self._models = models

    async def admit(
        self,
        caller: Caller,
        dataset: Dataset,
        locale: str,
        hold_id: str,
        token: int,
        budget: TurnBudget | None = None,
    ) -> None:
        """Return when `dataset` may be plotted; `hold_id` and `token` are of the hold or run that the session is under.

        `budget`: what a model may use for it together with what comes after; None: its own.

        Raises `DataRefusedError`, `GuardUnavailableError`, BUSY or BUDGET.
        """
        model = None if self._models is None else self._models.open(caller, hold_id, token, budget)
        await self._guard.admit_data(caller, dataset, locale, model)
