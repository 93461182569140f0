"""The leased renderer: the pipeline's renderer, with a slot of the `render` pool for every render."""

from __future__ import annotations

import uuid
from contextlib import suppress
from dataclasses import replace
from typing import Final, Protocol

from agent_svc.errors import PlaceLostError
from agent_svc.pipeline.render import Outcome, RenderJob, RenderOutcome, Runtime
from agent_svc.turns.events import Queued
from agent_svc.turns.places import Place, PlaceRequest, Places, RunOutcome
from plotlane_kit.caller import Caller, Tier
from plotlane_kit.errors import PlotlaneError, Reason

RENDER_POOL: Final = "render"
TOGGLE_LANE: Final = "toggle"
MOST_LOST: Final = 2  # slots lost in a row; a third loss is told


class RenderClient(Protocol):
    """Whatever renders once a slot is paid for."""

    async def render(self, job: RenderJob, lease_id: str, token: int, renderer: str = "") -> RenderOutcome:
        """Run `job` to its end at `renderer`, or at any when it is empty; stops it when cancelled."""

    async def runtime(self, library: str) -> Runtime:
        """What `library` runs with."""


class LeasedRenderer:
    """Renders for one caller, in one lane."""

    def __init__(self, places: Places, client: RenderClient, caller: Caller, lane: str, kind: str) -> None:
        self._places = places
        self._client = client
        self._caller = caller
        self._request = PlaceRequest(pool=RENDER_POOL, lane=lane, kind=kind)

    async def render(self, job: RenderJob) -> RenderOutcome:
        """Wait for a slot, run `job` in it, give it back. Raises PlotlaneError when it could not be run.

        A slot whose renderer is lost or stops is replaced by another one, in which the job runs anew under a new id.
        """
        for _ in range(MOST_LOST):
            with suppress(PlaceLostError):
                return await self._render_in_a_slot(job)
            job = replace(job, job_id=str(uuid.uuid4()))
        return await self._render_in_a_slot(job)

    async def _render_in_a_slot(self, job: RenderJob) -> RenderOutcome:
        async with self._places.place(self._caller, self._request, _position_is_not_shown) as place:
            outcome = await self._run(job, place)
            place.outcome = _told(outcome.outcome)
            return outcome

    async def _run(self, job: RenderJob, place: Place) -> RenderOutcome:
        try:
            return await self._client.render(job, place.run_id, place.token, place.renderer)
        except PlotlaneError as refusal:
            if refusal.reason is Reason.DRAINING:  # it stops; its slot was given out just before
                raise PlaceLostError from refusal
            raise

    async def runtime(self, library: str) -> Runtime:
        """What `library` runs with."""
        return await self._client.runtime(library)


def pipeline_lane(tier: Tier) -> str:
    """The render lane of a plot run."""
    return "pipeline-public" if tier is Tier.PUBLIC else "pipeline"


def _told(outcome: Outcome) -> RunOutcome:
    if outcome in (Outcome.LAUNCHER, Outcome.LOW_MEMORY):
        return RunOutcome.ERROR
    return RunOutcome.OK if outcome is Outcome.OK else RunOutcome.FAILED


def _position_is_not_shown(_queued: Queued) -> None:
    """A run that has left its queue waits for a slot for moments only; its user sees the step `rendering`."""
