"""The slot: one place at a renderer, taken for one job, and taken again elsewhere when it is lost under it."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from contextlib import suppress
from typing import Final, TypeVar

from agent_svc.errors import PlaceLostError
from agent_svc.pipeline.render import Outcome
from agent_svc.turns.events import Queued
from agent_svc.turns.places import Place, PlaceRequest, Places, RunOutcome
from plotlane_kit.caller import Caller
from plotlane_kit.errors import PlotlaneError, Reason

RENDER_POOL: Final = "render"
MOST_LOST: Final = 2  # slots lost in a row; a third loss is told
#: What a renderer says when the slot is no good there: it stops, or it does not know the lease (any more).
_LOST: Final = frozenset({Reason.DRAINING, Reason.NOT_FOUND})

T = TypeVar("T")


async def in_a_slot(
    places: Places, caller: Caller, lane: str, kind: str, work: Callable[[Place], Awaitable[tuple[T, RunOutcome]]]
) -> T:
    """Wait for a slot in `lane`, do `work` in it, give it back with the outcome that `work` tells.

    A slot whose renderer is lost or stops is replaced by another one, in which `work` is done anew, under a new job id.
    """
    request = PlaceRequest(pool=RENDER_POOL, lane=lane, kind=kind)
    for _ in range(MOST_LOST):
        with suppress(PlaceLostError):
            return await _once(places, caller, request, work)
    return await _once(places, caller, request, work)


async def _once(
    places: Places,
    caller: Caller,
    request: PlaceRequest,
    work: Callable[[Place], Awaitable[tuple[T, RunOutcome]]],
) -> T:
    async with places.place(caller, request, _position_is_not_shown) as place:
        try:
            result, place.outcome = await work(place)
        except PlotlaneError as refusal:
            if refusal.reason in _LOST:
                raise PlaceLostError from refusal
            raise
        return result


def told(outcome: Outcome) -> RunOutcome:
    """What the scheduler hears of an ending: LAUNCHER and LOW_MEMORY are our fault, never the script's."""
    if outcome in (Outcome.LAUNCHER, Outcome.LOW_MEMORY):
        return RunOutcome.ERROR
    return RunOutcome.OK if outcome is Outcome.OK else RunOutcome.FAILED


def _position_is_not_shown(_queued: Queued) -> None:
    """A run that has left its queue waits for a slot for moments only; its user sees the step `rendering`."""
