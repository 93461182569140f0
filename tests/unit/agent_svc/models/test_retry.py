"""The retries: who is tried again, how long is waited, and what is not worth another try."""

from __future__ import annotations

import pytest

from agent_svc.models.call import Message, ModelCall, ModelReply, Purpose, Role, SystemBlock, Text
from agent_svc.models.failure import Failure, Fault
from agent_svc.models.language_model import ModelBusyError, ModelError, error_of
from agent_svc.models.retry import LONGEST_ASKED_S, RETRIES, Retried, RetryPolicy

BUSY = Failure(Fault.BUSY, "OverloadedError")
PASSING = Failure(Fault.PASSING, "ReadTimeout")
FINAL = Failure(Fault.FINAL, "AuthenticationError")


class Failing:
    """A model that fails as scripted, then answers."""

    def __init__(self, *failures: Failure) -> None:
        self.failures = list(failures)
        self.tries = 0

    async def complete(self, call: ModelCall) -> ModelReply:
        self.tries += 1
        if self.failures:
            raise error_of(self.failures.pop(0))
        return ModelReply("done")


class Waits:
    """Notes how long it was to wait, and does not."""

    def __init__(self) -> None:
        self.seconds: list[float] = []

    async def __call__(self, seconds: float) -> None:
        self.seconds.append(seconds)


def call(purpose: Purpose) -> ModelCall:
    return ModelCall(purpose, (SystemBlock("s"),), (Message(Role.USER, (Text("t"),)),), 100)


async def tried(model: Failing, purpose: Purpose = Purpose.ROOT, random: float = 0.0) -> list[float]:
    waits = Waits()
    await Retried(model, RetryPolicy(lambda: random), waits).complete(call(purpose))
    return waits.seconds


@pytest.mark.parametrize("purpose", [Purpose.ROOT, Purpose.ADAPTER, Purpose.REVIEWER])
async def test_who_works_for_the_plot_is_tried_four_times_more(purpose: Purpose) -> None:
    assert len(await tried(Failing(*[BUSY] * RETRIES), purpose)) == 4
    with pytest.raises(ModelBusyError):
        await tried(Failing(*[BUSY] * (RETRIES + 1)), purpose)


@pytest.mark.parametrize("purpose", [Purpose.SCOPE_JUDGE, Purpose.DATASET_JUDGE])
async def test_a_judge_is_never_tried_again(purpose: Purpose) -> None:
    model = Failing(PASSING)
    with pytest.raises(ModelError):
        await tried(model, purpose)
    assert model.tries == 1


async def test_waits_double_and_lie_between_half_of_the_step_and_all_of_it() -> None:
    failures = [PASSING] * RETRIES
    assert await tried(Failing(*failures), random=0.0) == [0.25, 0.5, 1.0, 2.0]
    assert await tried(Failing(*failures), random=1.0) == [0.5, 1.0, 2.0, 4.0]


async def test_what_the_provider_asks_for_is_the_least_that_is_waited() -> None:
    assert await tried(Failing(Failure(Fault.BUSY, "RateLimitError", retry_after_s=7.0))) == [7.0]


async def test_a_provider_that_asks_for_too_long_a_wait_is_not_waited_for() -> None:
    model = Failing(Failure(Fault.BUSY, "RateLimitError", retry_after_s=LONGEST_ASKED_S + 1))
    with pytest.raises(ModelBusyError) as raised:
        await tried(model)
    assert model.tries == 1
    assert raised.value.retry_after_s == LONGEST_ASKED_S + 1


async def test_what_will_fail_again_is_not_tried_again() -> None:
    model = Failing(FINAL)
    with pytest.raises(ModelError) as raised:
        await tried(model)
    assert model.tries == 1
    assert not isinstance(raised.value, ModelBusyError)


async def test_the_last_failure_decides_what_the_user_is_told() -> None:
    with pytest.raises(ModelBusyError):
        await tried(Failing(PASSING, PASSING, PASSING, PASSING, BUSY))
