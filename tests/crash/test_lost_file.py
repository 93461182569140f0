"""A journal file that is removed under a serving scheduler: nobody is told what would be forgotten."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from pathlib import Path

import grpc
import pytest

from plotlane.scheduler.v1 import scheduler_pb2 as pb
from scheduler_svc.journal.database import sqlite_url
from tests.crash.conftest import Make
from tests.crash.owner import Owner
from tests_support.dial import Dial


def remove_the_database(folder: Path) -> None:
    (folder / "journal.db").unlink()


def remove_the_folder(folder: Path) -> None:
    shutil.rmtree(folder)


@pytest.mark.parametrize("spoil", [remove_the_database, remove_the_folder])
async def test_the_process_ends_with_one_line_before_it_acknowledges_anything(
    make: Make, dial: Dial, tmp_path: Path, spoil: Callable[[Path], None]
) -> None:
    folder = tmp_path / "journal"
    scheduler = make(journal_url=sqlite_url(folder / "journal.db"), runs__concurrency=1)
    await scheduler.start()
    owner = Owner(dial(scheduler.address))
    await owner.submit("before").until(pb.RUN_STATE_STARTED)
    spoil(folder)
    with pytest.raises(grpc.aio.AioRpcError) as told:
        await owner.submit("after").until(pb.RUN_STATE_ACCEPTED)
    assert told.value.code() is grpc.StatusCode.UNAVAILABLE
    assert await scheduler.ended() == 1
    last = scheduler.lines[-1]
    assert last.startswith("scheduler: ")
    assert "was removed or replaced" in last


async def test_a_journal_in_memory_of_sqlite_is_refused_at_start(make: Make) -> None:
    scheduler = make(journal_url="sqlite://")
    with pytest.raises(AssertionError, match="an SQLite journal needs a file"):
        await scheduler.start()
    assert await scheduler.ended() == 1
