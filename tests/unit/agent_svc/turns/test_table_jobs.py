"""Files and data code in slots of their own lanes, elsewhere when a slot is lost, and never blamed for our faults."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager

import pytest

from agent_svc.pipeline.render import Outcome
from agent_svc.tables import Converted, DataJob, DataOutcome, FileJob, FileRefusedError, SheetChoice
from agent_svc.turns.events import Queued
from agent_svc.turns.places import Place, PlaceRequest, RunOutcome
from agent_svc.turns.table_jobs import LeasedTables
from plotlane_kit.caller import Caller, Tier
from plotlane_kit.errors import PlotlaneError, Reason, RemoteError
from tests.unit.agent_svc.turns.places_twin import PlacesTwin


class Slots(PlacesTwin):
    """Gives a slot at another renderer each time, and remembers what it was told in the end."""

    def __init__(self) -> None:
        super().__init__()
        self.lanes: list[str] = []
        self.outcomes: list[RunOutcome] = []

    @asynccontextmanager
    async def place(
        self, caller: Caller, request: PlaceRequest, on_queued: Callable[[Queued], None]
    ) -> AsyncIterator[Place]:
        self.lanes.append(f"{request.pool}/{request.lane}")
        number = len(self.lanes)
        place = Place(f"run-{number}", number, renderer=f"renderer-{number}:1")
        yield place
        self.outcomes.append(place.outcome)


class Tables:
    """Fails with what a test puts in, then answers."""

    def __init__(self, *failures: PlotlaneError, outcome: Outcome = Outcome.OK) -> None:
        self.failures = list(failures)
        self.outcome = outcome
        self.jobs: list[tuple[str, str]] = []

    async def convert(self, job: FileJob, lease_id: str, token: int, renderer: str = "") -> Converted | SheetChoice:
        self._take(job.job_id, renderer)
        return Converted(job.data)

    async def run_data(self, job: DataJob, lease_id: str, token: int, renderer: str = "") -> DataOutcome:
        self._take(job.job_id, renderer)
        return DataOutcome(self.outcome, job.data)

    def _take(self, job_id: str, renderer: str) -> None:
        self.jobs.append((job_id, renderer))
        if self.failures:
            raise self.failures.pop(0)


@pytest.fixture
def slots() -> Slots:
    return Slots()


def tables(slots: Slots, client: Tables) -> LeasedTables:
    return LeasedTables(slots, client, Caller("ada", Tier.PUBLIC))


async def test_a_file_waits_in_the_lane_of_conversions_and_data_code_in_its_own(slots: Slots) -> None:
    ours = tables(slots, Tables())
    assert await ours.convert(b"x", "a.csv") == Converted(b"x")
    assert (await ours.run_data("pass", b"y")).table == b"y"
    assert slots.lanes == ["render/convert", "render/data"]
    assert slots.outcomes == [RunOutcome.OK, RunOutcome.OK]


@pytest.mark.parametrize("reason", [Reason.DRAINING, Reason.NOT_FOUND])
async def test_a_slot_that_is_no_good_is_left_for_another_under_a_new_job_id(slots: Slots, reason: Reason) -> None:
    client = Tables(RemoteError(reason, "no"))
    await tables(slots, client).convert(b"x", "a.csv")
    (first, one), (second, two) = client.jobs
    assert first != second
    assert (one, two) == ("renderer-1:1", "renderer-2:1")


async def test_a_refused_file_is_told_as_an_ending_of_its_place_and_not_tried_again(slots: Slots) -> None:
    client = Tables(FileRefusedError())
    with pytest.raises(FileRefusedError):
        await tables(slots, client).convert(b"x", "a.csv")
    assert (slots.outcomes, len(client.jobs)) == ([RunOutcome.FAILED], 1)


@pytest.mark.parametrize(
    ("outcome", "heard"),
    [
        (Outcome.FAILED, RunOutcome.FAILED),
        (Outcome.TIMEOUT, RunOutcome.FAILED),
        (Outcome.LAUNCHER, RunOutcome.ERROR),
        (Outcome.LOW_MEMORY, RunOutcome.ERROR),
    ],
)
async def test_the_scheduler_hears_whose_fault_an_ending_was(slots: Slots, outcome: Outcome, heard: RunOutcome) -> None:
    await tables(slots, Tables(outcome=outcome)).run_data("pass", b"")
    assert slots.outcomes == [heard]
