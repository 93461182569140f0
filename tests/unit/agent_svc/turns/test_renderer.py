"""The leased renderer: where a job runs, and what happens when that place is lost."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager

import pytest

from agent_svc.errors import PlaceLostError
from agent_svc.pipeline.outcome import Theme
from agent_svc.pipeline.render import Outcome, RenderJob, RenderOutcome, Runtime
from agent_svc.turns.events import Queued
from agent_svc.turns.places import Place, PlaceRequest
from agent_svc.turns.renderer import LeasedRenderer
from plotlane_kit.caller import Caller, Tier
from plotlane_kit.errors import PlotlaneError, Reason, RemoteError
from tests.unit.agent_svc.turns.places_twin import PlacesTwin

JOB = RenderJob("job-1", "matplotlib", "print(1)", b"", Theme.LIGHT, timeout_s=20.0)


class TwoRenderers(PlacesTwin):
    """Slots in turn at two renderers, of which the first few are lost."""

    def __init__(self, lost: int) -> None:
        super().__init__()
        self.lost = lost
        self.given = 0

    @asynccontextmanager
    async def place(
        self, caller: Caller, request: PlaceRequest, on_queued: Callable[[Queued], None]
    ) -> AsyncIterator[Place]:
        self.given += 1
        yield Place(f"run-{self.given}", self.given, queue_s=2.5 * self.given, renderer=f"renderer-{self.given}:1")
        if self.given <= self.lost:
            raise PlaceLostError


class Jobs:
    """A render client that remembers what it ran where; the first few it refuses."""

    def __init__(self, *refusals: PlotlaneError) -> None:
        self.refusals = list(refusals)
        self.ran: list[tuple[str, str, str]] = []
        self.waits_s: list[float] = []

    async def render(self, job: RenderJob, lease_id: str, token: int, renderer: str = "") -> RenderOutcome:
        self.ran.append((job.job_id, lease_id, renderer))
        self.waits_s.append(job.slot_wait_s)
        if self.refusals:
            raise self.refusals.pop(0)
        return RenderOutcome(Outcome.OK)

    async def runtime(self, library: str) -> Runtime:
        return Runtime()


async def run(places: TwoRenderers, *refusals: PlotlaneError) -> Jobs:
    jobs = Jobs(*refusals)
    renderer = LeasedRenderer(places, jobs, Caller("ada", Tier.PUBLIC), "pipeline", "plot")
    assert (await renderer.render(JOB)).outcome is Outcome.OK
    return jobs


async def test_a_job_runs_at_the_renderer_that_its_lease_names() -> None:
    assert (await run(TwoRenderers(lost=0))).ran == [("job-1", "run-1", "renderer-1:1")]


async def test_a_job_whose_slot_is_lost_runs_in_a_new_slot_under_a_new_id() -> None:
    first, second = (await run(TwoRenderers(lost=1))).ran
    assert second[1:] == ("run-2", "renderer-2:1")
    assert second[0] != first[0]


async def test_a_renderer_that_stops_is_left_for_another_slot() -> None:
    jobs = await run(TwoRenderers(lost=0), RemoteError(Reason.DRAINING, "stopping"))
    assert [renderer for _, _, renderer in jobs.ran] == ["renderer-1:1", "renderer-2:1"]


async def test_any_other_refusal_of_a_renderer_is_final() -> None:
    with pytest.raises(RemoteError):
        await run(TwoRenderers(lost=0), RemoteError(Reason.LOW_MEMORY, "no memory"))


async def test_a_third_loss_in_a_row_is_told() -> None:
    with pytest.raises(PlaceLostError):
        await run(TwoRenderers(lost=3))


async def test_each_job_says_how_long_it_waited_for_the_slot_that_it_runs_in() -> None:
    assert (await run(TwoRenderers(lost=1))).waits_s == [2.5, 5.0]
