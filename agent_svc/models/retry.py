"""The retries: how often a model call is tried, and how long is waited in between."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Iterator
from dataclasses import dataclass
from typing import Final

from agent_svc.models.call import ModelCall, ModelReply, Purpose
from agent_svc.models.failure import Failure, Fault
from agent_svc.models.language_model import LanguageModel, ModelError
from plotlane_kit.event_log import event_log

RETRIES: Final = 4
LONGEST_ASKED_S: Final = 30.0  #: a provider that asks for a longer wait is not waited for
_FIRST_S: Final = 0.5
_LONGEST_S: Final = 8.0
_LOG: Final = event_log("agent")


@dataclass(frozen=True, slots=True)
class RetryPolicy:
    """Steps that double; of each, half is waited and a random part of the other half; `retry-after` is the least.

    Root, adapter and reviewer are tried four times more, judges never.
    """

    random: Callable[[], float]  #: from 0 up to 1

    def steps(self, purpose: Purpose) -> Iterator[float]:
        """The longest wait before each further try, in seconds."""
        for number in range(0 if purpose.is_judge else RETRIES):
            yield min(_FIRST_S * 2**number, _LONGEST_S)

    def wait_s(self, step_s: float, failure: Failure) -> float | None:
        """How long to wait after `failure`; None: do not try again."""
        asked_s = failure.retry_after_s or 0.0
        if failure.fault is Fault.FINAL or asked_s > LONGEST_ASKED_S:
            return None
        return max(asked_s, step_s * (0.5 + 0.5 * self.random()))


class Retried:
    """A language model that is tried again when another try makes sense."""

    def __init__(self, model: LanguageModel, policy: RetryPolicy, sleep: Callable[[float], Awaitable[None]]) -> None:
        self._model = model
        self._policy = policy
        self._sleep = sleep

    async def complete(self, call: ModelCall) -> ModelReply:
        """See `LanguageModel.complete`; the error is the last try's."""
        steps = self._policy.steps(call.purpose)
        while True:
            try:
                return await self._model.complete(call)
            except ModelError as error:
                step_s = next(steps, None)
                wait_s = None if step_s is None else self._policy.wait_s(step_s, error.failure)
                if wait_s is None:
                    _report(call.purpose, error.failure)
                    raise
            await self._sleep(wait_s)


def _report(purpose: Purpose, failure: Failure) -> None:
    _LOG.warning("model_call_failed", purpose=purpose.value, fault=failure.fault.name.lower(), cause=failure.cause)
