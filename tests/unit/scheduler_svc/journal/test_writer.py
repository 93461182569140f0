"""How the writer forms groups."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Sequence

import pytest

from scheduler_svc.core.events import DrainBegan
from scheduler_svc.journal.base import JournalError, Moment
from scheduler_svc.journal.writer import GROUP, Batch, Entry, GroupWriter


def batch(seq: int) -> Batch:
    return Batch(seq, [DrainBegan(0.0)], Moment(0.0, 0.0))


def no_failure(error: JournalError) -> None:
    raise AssertionError(error)


class Commits:
    """What was committed, group by group."""

    def __init__(self) -> None:
        self.groups: list[list[int]] = []
        self.writer = GroupWriter(self._commit, no_failure, beat_s=None)

    def _commit(self, entries: Sequence[Entry]) -> None:
        self.groups.append([entry.seq for entry in entries])


@pytest.fixture
async def commits() -> AsyncIterator[Commits]:
    commits = Commits()
    yield commits
    await commits.writer.close()


async def test_what_one_turn_of_the_loop_decides_is_one_commit(commits: Commits) -> None:
    for seq in (1, 2, 3):
        commits.writer.put(batch(seq))
    await commits.writer.durable()
    assert commits.groups == [[1, 2, 3]]


async def test_what_comes_soon_after_a_group_shares_the_next_commit(commits: Commits) -> None:
    async def call(seq: int) -> None:
        # Each in a turn of the loop of its own.
        for _ in range(seq):
            await asyncio.sleep(0)
        commits.writer.put(batch(seq))
        await commits.writer.durable()

    for seq in range(1, 11):
        commits.writer.put(batch(seq))
    await commits.writer.durable()
    await asyncio.gather(*(call(seq) for seq in range(11, 16)))
    assert commits.groups == [list(range(1, 11)), list(range(11, 16))]


async def test_a_long_burst_is_committed_in_parts_and_in_order(commits: Commits) -> None:
    for seq in range(2 * GROUP + 1):
        commits.writer.put(batch(seq))
    await commits.writer.durable()
    assert [len(group) for group in commits.groups] == [GROUP, GROUP, 1]
    assert [seq for group in commits.groups for seq in group] == list(range(2 * GROUP + 1))


async def test_closing_commits_what_would_have_waited_for_more() -> None:
    commits = Commits()
    for seq in (1, 2):
        commits.writer.put(batch(seq))
    await commits.writer.durable()
    commits.writer.put(batch(3))
    await commits.writer.close()
    assert commits.groups == [[1, 2], [3]]
