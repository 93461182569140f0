"""The guard: stands before every message and every table, and what it cannot judge does not pass."""

from __future__ import annotations

import asyncio
from typing import Final, Protocol

from agent_svc.data import Dataset
from agent_svc.guard.language import language_of
from agent_svc.guard.model_judge import ModelJudge
from agent_svc.guard.refusals import data_refusal, message_refusal
from agent_svc.guard.rules import RuleJudge
from agent_svc.guard.samples import samples_of
from agent_svc.guard.verdict import DataRefusedError, DataVerdict, Judge, MessageRefusedError, MessageVerdict
from agent_svc.models.language_model import LanguageModel
from plotlane_kit.caller import Caller

RULE_CELLS: Final = 500  #: of each column, for the rules
MODEL_CELLS: Final = 5  #: of each column, for a model


class Strikes(Protocol):
    """Counts what was refused."""

    async def strike(self, caller: Caller) -> None:
        """Count one refusal of the user; too many lock the user out. Never raises."""


class Guard:
    """Judges with a model where there is one, else by rules. What it refuses counts as a strike."""

    def __init__(self, strikes: Strikes) -> None:
        self._strikes = strikes

    async def admit_message(self, caller: Caller, text: str, locale: str, model: LanguageModel | None) -> None:
        """Return when `text` may be answered.

        Raises `MessageRefusedError` with the text for the user, `GuardUnavailableError`, BUSY or BUDGET.
        """
        verdict = await _judge(model).judge_message(text)
        if verdict is not MessageVerdict.FINE:
            await self._strikes.strike(caller)
            words = message_refusal(verdict, language_of(text, locale))
            raise MessageRefusedError(words, metadata={"verdict": verdict.value})

    async def admit_data(self, caller: Caller, dataset: Dataset, locale: str, model: LanguageModel | None) -> None:
        """Return when `dataset` may be plotted.

        Rules come first: a key that they know is shown to no model. Only what is made to hurt is a strike, for a
        column of keys is a slip. Raises `DataRefusedError` with the text for the user, `GuardUnavailableError`, BUSY
        or BUDGET.
        """
        verdict = await RuleJudge().judge_data(*await _samples(dataset, RULE_CELLS))
        if verdict is DataVerdict.FINE and model is not None:
            verdict = await ModelJudge(model).judge_data(*await _samples(dataset, MODEL_CELLS))
        if verdict is DataVerdict.FINE:
            return
        if verdict is DataVerdict.HARM:
            await self._strikes.strike(caller)
        words = data_refusal(verdict, language_of("", locale))
        raise DataRefusedError(words, metadata={"verdict": verdict.value})


def _judge(model: LanguageModel | None) -> Judge:
    return RuleJudge() if model is None else ModelJudge(model)


async def _samples(dataset: Dataset, most: int) -> tuple[tuple[str, ...], tuple[tuple[str, ...], ...]]:
    return await asyncio.to_thread(samples_of, dataset.csv, dataset.rows, most)
