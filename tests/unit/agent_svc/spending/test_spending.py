"""Spending: every try is set aside at its bound and settled to what it used, and nothing ever overshoots."""

from __future__ import annotations

import asyncio

import pytest
from hypothesis import given
from hypothesis import strategies as st

from agent_svc.models.call import Image, Message, ModelCall, ModelReply, Purpose, Role, SystemBlock, Text, Tool, Usage
from agent_svc.models.failure import Failure, Fault
from agent_svc.models.language_model import ModelError, error_of
from agent_svc.models.retry import Retried, RetryPolicy
from agent_svc.spending.bound import bound_of
from agent_svc.spending.budget import TurnBudget, TurnBudgetError, UsageLimitError
from agent_svc.spending.metered import Counted, Lease, Metered
from agent_svc.spending.paid_model import PaidModels
from agent_svc.spending.weight import weighted
from plotlane_kit.caller import Caller, Tier
from plotlane_kit.errors import PlotlaneError, Reason
from scheduler_svc.core.quota.commands import Reserve, Settle
from scheduler_svc.core.quota.decide import decide
from scheduler_svc.core.quota.kind import MICRO, Period, QuotaKind
from scheduler_svc.core.quota.ledger import Ledger
from scheduler_svc.core.quota.policy import Limit, QuotaPolicy
from scheduler_svc.core.quota.report import usage_of
from scheduler_svc.core.quota.tokens import TokenCounts, TokenWeights

ADA = Caller("ada", Tier.PUBLIC)
LEASE = Lease("hold-1", 1)


def call(text: str = "make it log", purpose: Purpose = Purpose.ROOT, output: int = 100) -> ModelCall:
    return ModelCall(purpose, (SystemBlock("You draw."),), (Message(Role.USER, (Text(text),)),), output)


class CoreLedger:
    """The scheduler's own ledger, without its process."""

    def __init__(self, day_tokens: int) -> None:
        limit = Limit(QuotaKind.TOKENS, Period.DAY, day_tokens * MICRO)
        self.ledger = Ledger(QuotaPolicy(public=(limit,)))
        self.most = 0

    async def reserve(self, caller: Caller, lease: Lease, name: str, bound: Usage) -> None:
        amount = _weight(bound)
        self._do(Reserve(caller, name, QuotaKind.TOKENS, amount, lease.lease_id, lease.token))

    async def settle(self, caller: Caller, name: str, used: Usage) -> None:
        self._do(Settle(caller, name, _weight(used)))

    @property
    def used(self) -> int:
        found = usage_of(self.ledger, ADA, self.ledger.moment(0.0))
        return next(each.used for each in found if each.kind is QuotaKind.TOKENS)

    def _do(self, command: Reserve | Settle) -> None:
        decision = decide(self.ledger, command, 0.0, lease_lives=True)
        if isinstance(decision, PlotlaneError):
            raise decision
        if decision is not None:
            self.ledger.apply(decision)
        self.most = max(self.most, self.used)


def _weight(usage: Usage) -> int:
    return TokenWeights().weigh(TokenCounts(usage.input, usage.output, usage.cache_read, usage.cache_write))


class Scripted:
    """A model whose tries end as they are told to, each after giving way to others."""

    def __init__(self, *ends: Usage | Failure) -> None:
        self.ends = list(ends)

    async def complete(self, call: ModelCall) -> ModelReply:
        await asyncio.sleep(0)
        end = self.ends.pop(0)
        if isinstance(end, Failure):
            raise error_of(end)
        return ModelReply("ok", usage=end)


USED = Usage(input=50, output=10)


async def test_an_answer_is_settled_to_what_it_used() -> None:
    ledger, budget = CoreLedger(1_000_000), TurnBudget()
    await Metered(Scripted(USED), ledger, budget, ADA, LEASE).complete(call())
    assert ledger.used == _weight(USED)
    assert budget.usage == USED


async def test_a_try_that_the_provider_refused_costs_nothing() -> None:
    ledger, budget = CoreLedger(1_000_000), TurnBudget()
    refused = Failure(Fault.BUSY, "OverloadedError", Usage())
    with pytest.raises(ModelError):
        await Metered(Scripted(refused), ledger, budget, ADA, LEASE).complete(call())
    assert (ledger.used, budget.tokens) == (0, 0)


async def test_an_answer_that_broke_off_costs_what_was_read_and_all_that_may_have_been_written() -> None:
    ledger = CoreLedger(1_000_000)
    broken = Failure(Fault.PASSING, "ReadError", Usage(input=50, output=1))
    with pytest.raises(ModelError):
        await Metered(Scripted(broken), ledger, TurnBudget(), ADA, LEASE).complete(call(output=100))
    assert ledger.used == _weight(Usage(input=50, output=100))


async def test_a_call_of_which_nothing_is_known_costs_its_bound() -> None:
    ledger = CoreLedger(1_000_000)
    with pytest.raises(ModelError):
        await Metered(Scripted(Failure(Fault.PASSING, "X")), ledger, TurnBudget(), ADA, LEASE).complete(call())
    assert ledger.used == _weight(bound_of(call()))


class LateLedger(CoreLedger):
    """Sets aside, and then takes for ever to say so."""

    def __init__(self) -> None:
        super().__init__(1_000_000)
        self.reserved = asyncio.Event()

    async def reserve(self, caller: Caller, lease: Lease, name: str, bound: Usage) -> None:
        await super().reserve(caller, lease, name, bound)
        self.reserved.set()
        await asyncio.Event().wait()


async def test_what_is_set_aside_for_a_call_that_is_cancelled_before_it_is_made_is_given_back() -> None:
    ledger, budget = LateLedger(), TurnBudget()
    asking = asyncio.create_task(Metered(Scripted(), ledger, budget, ADA, LEASE).complete(call()))
    await ledger.reserved.wait()
    asking.cancel()
    with pytest.raises(asyncio.CancelledError):
        await asking
    assert (ledger.used, budget.tokens) == (0, 0)


async def test_a_call_that_is_cancelled_costs_its_bound() -> None:
    ledger, begun = CoreLedger(1_000_000), asyncio.Event()

    class Endless:
        async def complete(self, call: ModelCall) -> ModelReply:
            begun.set()
            await asyncio.Event().wait()
            raise AssertionError

    task = asyncio.create_task(Metered(Endless(), ledger, TurnBudget(), ADA, LEASE).complete(call()))
    await begun.wait()
    task.cancel()
    with pytest.raises(asyncio.CancelledError):
        await task
    assert ledger.used == _weight(bound_of(call()))


async def test_every_try_is_paid_for_but_only_the_call_counts() -> None:
    ledger, budget = CoreLedger(1_000_000), TurnBudget()
    model = Scripted(Failure(Fault.PASSING, "ReadError", Usage(input=50, output=1)), USED)

    async def at_once(seconds: float) -> None:
        return

    metered = Metered(model, ledger, budget, ADA, LEASE)
    await Counted(Retried(metered, RetryPolicy(lambda: 0.0), at_once), budget).complete(call(output=100))
    assert budget.calls == 1
    assert budget.usage == Usage(input=50, output=100) + USED


async def test_a_day_without_room_for_the_bound_refuses_before_the_model_is_asked() -> None:
    model = Scripted(USED)
    with pytest.raises(PlotlaneError) as raised:
        await Metered(model, CoreLedger(10), TurnBudget(), ADA, LEASE).complete(call())
    assert raised.value.reason is Reason.BUDGET
    assert model.ends == [USED]


async def test_a_turn_makes_twelve_calls_and_no_more() -> None:
    budget = TurnBudget()
    model = Counted(Scripted(*[USED] * 13), budget)
    for _ in range(12):
        await model.complete(call())
    with pytest.raises(TurnBudgetError) as raised:
        await model.complete(call())
    assert raised.value.metadata == {"what": "calls", "limit": "12"}


async def test_a_turn_that_has_used_its_tokens_makes_no_further_call() -> None:
    budget = TurnBudget()
    budget.spend(Usage(input=80_000))
    with pytest.raises(TurnBudgetError) as raised:
        await Counted(Scripted(USED), budget).complete(call())
    assert raised.value.metadata["what"] == "tokens"


@given(st.text(max_size=200), st.text(max_size=200))
def test_the_bound_has_a_token_for_every_byte_that_is_read(system: str, text: str) -> None:
    asked = ModelCall(Purpose.ROOT, (SystemBlock(system),), (Message(Role.USER, (Text(text),)),), 7)
    least = len((system + text).encode("utf-8", "surrogatepass"))
    assert bound_of(asked).input >= least
    assert bound_of(asked).output == 7


def test_the_bound_counts_a_picture_by_its_pixels_and_a_cached_prompt_as_written_to_the_cache() -> None:
    png = b"\x89PNG\r\n\x1a\n" + b"\0\0\0\rIHDR" + (3200).to_bytes(4, "big") + (1800).to_bytes(4, "big")
    seen = ModelCall(Purpose.REVIEWER, (), (Message(Role.USER, (Image(png),)),), 7)
    assert bound_of(seen).input >= 3200 * 1800 // 750
    cached = ModelCall(Purpose.ROOT, (SystemBlock("long", cached=True),), (), 7, (Tool("t", "d", {}),))
    assert bound_of(cached).input == 0
    assert bound_of(cached).cache_write > 0


ENDS = st.one_of(
    st.builds(Usage, st.integers(0, 900), st.integers(0, 100)),
    st.builds(lambda: Failure(Fault.PASSING, "ReadError")),
    st.builds(lambda: Failure(Fault.PASSING, "ReadError", Usage(input=40, output=1))),
    st.builds(lambda: Failure(Fault.BUSY, "OverloadedError", Usage())),
)


@given(
    turns=st.lists(st.lists(ENDS, min_size=1, max_size=6), min_size=2, max_size=6),
    day=st.integers(0, 12_000),
)
def test_parallel_turns_at_the_edge_of_the_days_budget_never_exceed_it(
    turns: list[list[Usage | Failure]], day: int
) -> None:
    ledger = CoreLedger(day)
    asyncio.run(_all_turns(ledger, turns))
    assert ledger.most <= day * MICRO
    assert ledger.used <= ledger.most


async def _all_turns(ledger: CoreLedger, turns: list[list[Usage | Failure]]) -> None:
    async def turn(number: int, ends: list[Usage | Failure]) -> None:
        model = Metered(Scripted(*ends), ledger, TurnBudget(), ADA, Lease(f"hold-{number}", 1))
        for _ in ends:
            try:
                await model.complete(call())
            except PlotlaneError as error:
                if error.reason not in (Reason.BUDGET, Reason.BUSY, Reason.UPSTREAM):
                    raise

    await asyncio.gather(*(turn(number, ends) for number, ends in enumerate(turns)))


async def test_a_usage_limit_lets_no_call_be_made_that_could_pass_it_whoever_shares_it() -> None:
    ledger = CoreLedger(1_000_000)
    models = PaidModels(Scripted(USED, USED), ledger, RetryPolicy(lambda: 0.0))
    budget = TurnBudget(usage_limit=weighted(bound_of(call())) + weighted(USED))
    for _ in range(2):
        await models.open(ADA, "run-1", 1, budget).complete(call())
        assert not budget.limited
    with pytest.raises(UsageLimitError) as limited:
        await models.open(ADA, "run-1", 1, budget).complete(call())
    assert limited.value.metadata["used"] == str(weighted(USED + USED))
    assert budget.limited
    assert ledger.used == 2 * _weight(USED), "nothing was set aside for it"


async def test_a_day_that_is_used_up_limits_a_run_too_and_another_failure_does_not() -> None:
    for model, ledger, limited in [
        (Scripted(USED), CoreLedger(10), True),
        (Scripted(Failure(Fault.FINAL, "X")), CoreLedger(1_000_000), False),
    ]:
        budget = TurnBudget()
        with pytest.raises(PlotlaneError):
            await PaidModels(model, ledger, RetryPolicy(lambda: 0.0)).open(ADA, "run-1", 1, budget).complete(call())
        assert budget.limited is limited
