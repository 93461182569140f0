"""The leased renderer: the pipeline's renderer, with a slot of the `render` pool for every render."""

from __future__ import annotations

from typing import Final, Protocol

from agent_svc.pipeline.render import Outcome, RenderJob, RenderOutcome, Runtime
from agent_svc.turns.events import Queued
from agent_svc.turns.places import PlaceRequest, Places, RunOutcome
from plotlane_kit.caller import Caller, Tier

RENDER_POOL: Final = "render"
TOGGLE_LANE: Final = "toggle"


class RenderClient(Protocol):
    """Whatever renders once a slot is paid for."""

    async def render(self, job: RenderJob, lease_id: str, token: int) -> RenderOutcome:
        """Run `job` to its end; stops it when cancelled."""

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
        """Wait for a slot, run `job` in it, give it back. Raises PlotlaneError when it could not be run."""
        async with self._places.place(self._caller, self._request, _position_is_not_shown) as place:
            outcome = await self._client.render(job, place.run_id, place.token)
            place.outcome = _told(outcome.outcome)
            return outcome

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
