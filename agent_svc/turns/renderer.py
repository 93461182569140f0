"""The leased renderer: the pipeline's renderer, with a slot of the `render` pool for every render."""

from __future__ import annotations

import uuid
from dataclasses import replace
from typing import Final, Protocol

from agent_svc.pipeline.render import RenderJob, RenderOutcome, Runtime
from agent_svc.turns.places import Place, Places, RunOutcome
from agent_svc.turns.slot import in_a_slot, told
from plotlane_kit.caller import Caller, Tier

TOGGLE_LANE: Final = "toggle"


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
        self._lane = lane
        self._kind = kind

    async def render(self, job: RenderJob) -> RenderOutcome:
        """Wait for a slot, run `job` in it, give it back. Raises PlotlaneError when it could not be run.

        A slot whose renderer is lost or stops is replaced by another one, in which the job runs anew under a new id.
        """
        tried = 0

        async def work(place: Place) -> tuple[RenderOutcome, RunOutcome]:
            nonlocal tried
            tried += 1
            job_id = job.job_id if tried == 1 else str(uuid.uuid4())
            mine = replace(job, job_id=job_id, slot_wait_s=place.queue_s)
            outcome = await self._client.render(mine, place.run_id, place.token, place.renderer)
            return outcome, told(outcome.outcome)

        return await in_a_slot(self._places, self._caller, self._lane, self._kind, work)

    async def runtime(self, library: str) -> Runtime:
        """What `library` runs with."""
        return await self._client.runtime(library)


def pipeline_lane(tier: Tier) -> str:
    """The render lane of a plot run."""
    return "pipeline-public" if tier is Tier.PUBLIC else "pipeline"
