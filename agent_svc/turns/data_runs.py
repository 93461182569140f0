"""The data runs: code that changes a session's table, run in a place of the run queue under the turn's hold."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from agent_svc.code.data_script import data_script, problems_of
from agent_svc.data import Dataset, WrittenMarks
from agent_svc.data.errors import TableError
from agent_svc.errors import InvalidError
from agent_svc.pipeline.ending import ending_of
from agent_svc.pipeline.outcome import Step
from agent_svc.pipeline.render import Outcome, RenderOutcome
from agent_svc.sessions.datasets import Datasets
from agent_svc.sessions.hold import Hold
from agent_svc.sessions.quotas import Quotas
from agent_svc.sessions.session import Session, Source, Upload
from agent_svc.tables import DataOutcome, TableClient
from agent_svc.turns.events import Working
from agent_svc.turns.places import PlaceRequest, Places, RunOutcome
from agent_svc.turns.table_jobs import LeasedTables
from agent_svc.turns.turn import Turn

KIND: Final = "data"
MAX_REVISIONS: Final = 20  #: that can be taken back, one after the other
_ROOM: Final = 32 * 1024 * 1024  # what a renderer hands out at most
_SHOWN: Final = 5
_LINE: Final = 200


@dataclass(frozen=True, slots=True)
class Revision:
    """A table that code has made of another, kept beside it."""

    source: Source
    dataset: Dataset


class DataRuns:
    """Runs data code for turns."""

    def __init__(self, datasets: Datasets, places: Places, client: TableClient, quotas: Quotas) -> None:
        self._datasets = datasets
        self._places = places
        self._client = client
        self._quotas = quotas

    async def run(self, turn: Turn, hold: Hold, session: Session, dataset: Dataset, body: str) -> Revision:
        """The table that `body` makes of `dataset`, the data of `session`, written down and named by nobody yet.

        Raises `InvalidError`, without an exception's own text, when the code may not run, fails or leaves no table, and
        what else keeps it from being run.
        """
        source = session.source
        if source is None:
            raise InvalidError("There is no data yet; a table has to be pasted first.")
        if _depth(source) >= MAX_REVISIONS:
            raise InvalidError(
                f"The data was changed by code {MAX_REVISIONS} times, which is the most; undo some first."
            )
        turn.emit(Working(Step.CHECKING))
        await _check(dataset, body)
        script = data_script(dataset.columns, body)
        request = PlaceRequest(pool="runs", kind=KIND, hold=hold)
        async with (
            self._quotas.storing(turn.caller, session.session_id, _ROOM),
            self._places.place(turn.caller, request, turn.emit) as place,
        ):
            with turn.in_flight():
                turn.emit(Working(Step.RENDERING))
                tables = LeasedTables(self._places, self._client, turn.caller)
                outcome = await tables.run_data(script, dataset.csv.encode())
            if outcome.outcome is not Outcome.OK:
                place.outcome = RunOutcome.FAILED
                raise InvalidError(_why(outcome, script))
            return await self._keep(session, source, outcome.table, dataset.marks)

    async def _keep(
        self, session: Session, before: Source, table: bytes, marks: Mapping[str, WrittenMarks]
    ) -> Revision:
        try:
            made = Upload("result.csv", before=before, marks=marks)
            source, dataset = await self._datasets.keep_file(session.session_id, table, made)
        except TableError as error:
            raise InvalidError(f"What the code left in df is no table that can be plotted: {error.message}") from error
        return Revision(source, dataset)

    async def forget(self, source: Source) -> None:
        """Remove a revision that no session names."""
        await self._datasets.forget(source.alone())


async def _check(dataset: Dataset, body: str) -> None:
    problems = await asyncio.to_thread(problems_of, dataset.columns, body)
    if problems:
        lines = "; ".join(problem.message for problem in problems[:_SHOWN])
        raise InvalidError(f"The code may not run: {lines}.")


def _why(outcome: DataOutcome, script: str) -> str:
    if outcome.error is not None:
        lines = script.split("\n")
        line = lines[outcome.error.line - 1].strip()[:_LINE] if 0 < outcome.error.line <= len(lines) else ""
        return f"The code raised {outcome.error.kind[:80]} at: {line}"
    ending = ending_of(RenderOutcome(outcome.outcome, outcome.exit_code, outcome.limit))
    return ending.detail if ending is not None else "The code left no table."


def _depth(source: Source) -> int:
    before = None if source.upload is None else source.upload.before
    return 0 if before is None else 1 + _depth(before)
