"""Operating: what renderers offer, and what operators stop and resume."""

from __future__ import annotations

from scheduler_svc.core import commands as asked
from scheduler_svc.core import events as happened
from scheduler_svc.core.admission import no_such
from scheduler_svc.core.decision import Decision
from scheduler_svc.core.run import EndReason


def set_slots(decision: Decision, command: asked.SetSlots, now: float) -> None:
    """Say how many places a pool has while no renderer offers any."""
    if decision.state.pools[command.pool].static_slots != command.slots:
        decision.emit(happened.SlotsChanged(now, command.pool, command.slots))


def pause(decision: Decision, command: asked.Pause, now: float) -> None:
    """Stop or resume the starts of a pool."""
    pool = decision.state.pools.get(command.pool)
    if pool is None:
        decision.refuse(no_such("pool", command.pool, decision.state.pools), now)
    elif pool.paused != command.paused:
        decision.emit(happened.PoolPaused(now, command.pool, command.paused))


def register_renderer(decision: Decision, command: asked.RegisterRenderer, now: float) -> None:
    """Count the places of a renderer from now on."""
    known = decision.state.pools[command.pool].renderers.get(command.address)
    offer = (command.slots, command.memory_bytes, None)
    if known is None or (known.slots, known.memory_bytes, known.lost_until) != offer:
        decision.emit(
            happened.RendererRegistered(now, command.pool, command.address, command.slots, command.memory_bytes)
        )


def lose_renderer(decision: Decision, command: asked.LoseRenderer, now: float) -> None:
    """End what ran at a renderer that is gone."""
    renderer = decision.state.pools[command.pool].renderers.get(command.address)
    if renderer is None:
        return
    for run_id in list(renderer.leases):
        decision.end(run_id, now, EndReason.RENDERER_LOST)
    decision.emit(happened.RendererLost(now, command.pool, command.address))


def restart(decision: Decision, _: asked.Restart, now: float) -> None:
    """Every stream is lost from now on."""
    decision.emit(happened.Restarted(now, until=now + decision.state.policy.lease_grace_s))
