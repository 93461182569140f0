"""The play: one scenario from its first arrival to its last end."""

from __future__ import annotations

from scheduler_svc.simulate.cast import Cast, stream
from scheduler_svc.simulate.chronicle import Chronicle
from scheduler_svc.simulate.scenario import Scenario, pool_of_lane
from scheduler_svc.simulate.world import World


def play(scenario: Scenario, seed: int | None = None) -> Chronicle:
    """Simulate `scenario`; `seed` replaces its own. The same seed gives the same chronicle."""
    chosen = scenario.seed if seed is None else seed
    settings, policy = scenario.policy.settings(), scenario.core_policy()
    world = World(policy, settings.slots(), stream(chosen, "the wire"), scenario.reconnect_s)
    pools = pool_of_lane(policy)
    for crash in scenario.crashes:
        world.at(crash.at_s, world.crash)
        world.at(crash.at_s + crash.down_s, world.restart)
    for source in scenario.sources:
        Cast(world, scenario, source, pools[source.lane or source.tier.value], chosen).enter()
    return world.run()
