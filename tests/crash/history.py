"""The history: what a journal says has happened, held against the rules and against what clients heard."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from scheduler_svc.core.events import Event, RunAdmitted, RunBlocked, RunEnded, RunEntered, RunStarted
from scheduler_svc.core.run import RunRequest
from scheduler_svc.journal.base import JournalError
from scheduler_svc.journal.database import sqlite_url
from scheduler_svc.journal.sql import SqlJournal, SqlOptions
from tests.crash.crowd import Told


async def read_history(path: Path) -> Sequence[Event]:
    """Every event of a journal file that has no snapshot yet."""

    def fail(error: JournalError) -> None:
        raise AssertionError(error)

    journal = SqlJournal(sqlite_url(path), SqlOptions(room_bytes=0))
    kept = await journal.open(fail)
    await journal.close()
    assert kept.snapshot is None
    return kept.events


def check_rules(events: Sequence[Event], concurrency: int, caps: dict[str, int]) -> None:
    """No place, cap or lock was ever given twice, and each lane started in the order of arrival."""
    requests: dict[str, RunRequest] = {}
    unfinished: set[str] = set()
    entered: dict[str, int] = {}
    in_flight: set[str] = set()
    last_started: dict[str, int] = {}
    for number, event in enumerate(events):
        if isinstance(event, RunAdmitted | RunBlocked):
            request = event.request
            assert request.run_id not in requests, "accepted twice"
            requests[request.run_id] = request
            unfinished.add(request.run_id)
        if isinstance(event, RunAdmitted | RunEntered):
            request = requests[event.request.run_id if isinstance(event, RunAdmitted) else event.run_id]
            live = [requests[run_id] for run_id in unfinished & entered.keys()]
            assert not {key for each in live for key in each.locks} & set(request.locks), "a lock was given twice"
            assert sum(each.user == request.user for each in live) < caps[request.lane], "a cap was exceeded"
            entered[request.run_id] = number
        elif isinstance(event, RunStarted):
            assert event.run_id in unfinished - in_flight, "started twice, or after its end"
            in_flight.add(event.run_id)
            assert len(in_flight) <= concurrency, "a place was given twice"
            lane, rank = requests[event.run_id].lane, entered[event.run_id]
            assert last_started.get(lane, -1) < rank, "overtaken within its lane"
            last_started[lane] = rank
        elif isinstance(event, RunEnded):
            unfinished.remove(event.run_id)
            in_flight.discard(event.run_id)
    assert not unfinished, "accepted and never ended"


def check_told(events: Sequence[Event], told: Sequence[Told]) -> None:
    """Whatever a client was told is in the journal."""
    admitted = {event.request.run_id: event for event in events if isinstance(event, RunAdmitted | RunBlocked)}
    started = {event.run_id for event in events if isinstance(event, RunStarted)}
    ended = {event.run_id for event in events if isinstance(event, RunEnded)}
    for run in told:
        run_id = run.request.run_id
        if run.refused:
            assert run_id not in admitted
            continue
        assert (admitted[run_id].token, admitted[run_id].tag) == (run.token, run.tag)
        assert admitted[run_id].request.context == run.request.context
        assert run_id in ended
        assert not run.started or run_id in started
