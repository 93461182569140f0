"""What holds after any history of a scheduler: anything at any time, with crashes and replays at random points.

| what holds | what checks it |
|---|---|
| caps of users and of network addresses are never exceeded | `Caps` |
| no pool and no renderer has more in flight than places | `Places` |
| the gap and the 60 s window between starts are kept | `StartRate` |
| overlapping lock sets never overlap, post phases included | `Locks` |
| and they are served first come, first served | `LockOrder` |
| nothing waits for ever: neither beyond its longest wait, nor for each other, nor when it may enter | `Waits`, \
  `History._check_blocked`, `History.end` |
| no place is free while somebody could start | `History._check_counts` |
| positions are 1..n without holes, in each lane in order of arrival; whoever goes ahead of somebody later is of an \
  earlier lane or must start earlier | `History._check_positions`, `StartOrder` |
| what is accepted ends exactly once | `OneEnd`, `History._look` |
| replaying the journal, from any snapshot, gives the same state | `History.crash`, `History.end` |
| a tag is that of exactly one live run | `History._check_tags` |
| quotas never overshoot | `History._check_quotas`, and `quota/test_quota_invariants.py` beside plain books |
| nobody has more holds or more that is BLOCKED than allowed | `History._check_bounds` |
| what is refused costs nothing | `History.step` |
| time never goes back | `TimeNeverGoesBack` |

The auditors are in `auditors.py`. Short histories are drawn by hypothesis, which shrinks what fails; long ones by a
seed, and the first step that fails is named.
"""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, rule

from tests.unit.scheduler_svc.histories import ACTIONS, Action, History

chance = st.randoms(use_true_random=False)


class AnyHistory(RuleBasedStateMachine):
    """A desk at which anything may happen, checked after every step."""

    @initialize(random=chance)
    def open(self, random: Random) -> None:
        self.history = History(random)

    @rule(random=chance, action=st.sampled_from(ACTIONS))
    def anything(self, random: Random, action: Action) -> None:
        self.history.random = random
        self.history.step(action)

    def teardown(self) -> None:
        if hasattr(self, "history"):
            self.history.end()


AnyHistory.TestCase.settings = settings(max_examples=60, stateful_step_count=40)
TestAnyHistory = AnyHistory.TestCase


@pytest.mark.parametrize(
    ("seed", "steps"),
    [
        *((seed, 5_000) for seed in range(3)),
        *(pytest.param(seed, 20_000, marks=pytest.mark.full) for seed in range(10, 30)),
    ],
)
def test_whatever_happens_for_thousands_of_steps_every_rule_holds(seed: int, steps: int) -> None:
    history = History(Random(seed))
    for step in range(steps):
        try:
            history.step()
        except Exception as error:
            error.add_note(f"seed {seed}, step {step}")
            raise
    history.end()
