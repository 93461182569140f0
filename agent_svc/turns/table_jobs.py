"""Table jobs: files and data code, each in a slot of the `render` pool, for one caller."""

from __future__ import annotations

import uuid
from typing import Final

from agent_svc.tables import Converted, DataJob, DataOutcome, FileJob, SheetChoice, TableClient
from agent_svc.turns.places import Place, Places, RunOutcome
from agent_svc.turns.slot import in_a_slot, told
from plotlane_kit.caller import Caller
from plotlane_kit.errors import PlotlaneError, Reason

DATA_LANE: Final = "data"
CONVERT_LANE: Final = "convert"
DATA_S: Final = 60.0
_ABOUT_THE_FILE: Final = frozenset({Reason.UNPARSEABLE, Reason.TOO_LONG})


class LeasedTables:
    """Makes tables for one caller."""

    def __init__(self, places: Places, client: TableClient, caller: Caller) -> None:
        self._places = places
        self._client = client
        self._caller = caller

    async def convert(self, file: bytes, name: str, sheet: str = "") -> Converted | SheetChoice:
        """The table in `file` (at most 10 MiB), or the sheets to choose from.

        Raises `FileRefusedError` or `FileTooLargeError` for what is no table, and PlotlaneError when that is not known.
        """

        async def work(place: Place) -> tuple[Converted | SheetChoice | PlotlaneError, RunOutcome]:
            job = FileJob(str(uuid.uuid4()), file, name, sheet)
            try:
                return await self._client.convert(job, place.run_id, place.token, place.renderer), RunOutcome.OK
            except PlotlaneError as refusal:
                if refusal.reason not in _ABOUT_THE_FILE:
                    raise
                return refusal, RunOutcome.FAILED

        found = await in_a_slot(self._places, self._caller, CONVERT_LANE, "convert", work)
        if isinstance(found, PlotlaneError):
            raise found
        return found

    async def run_data(self, source: str, data: bytes, timeout_s: float = DATA_S) -> DataOutcome:
        """Run `source` beside data.csv. Raises PlotlaneError when it could not be run."""

        async def work(place: Place) -> tuple[DataOutcome, RunOutcome]:
            job = DataJob(str(uuid.uuid4()), source, data, timeout_s)
            outcome = await self._client.run_data(job, place.run_id, place.token, place.renderer)
            return outcome, told(outcome.outcome)

        return await in_a_slot(self._places, self._caller, DATA_LANE, "data", work)
