"""How the writer forms groups."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import AsyncIterator, Callable, Sequence

import pytest

from scheduler_svc.core.events import DrainBegan
from scheduler_svc.journal.base import BusyError, JournalError, Moment
from scheduler_svc.journal.entry import Batch, Entry
from scheduler_svc.journal.stall import MOST_S, Stall
from scheduler_svc.journal.writer import GROUP, LONGEST_LINGER_S, GroupWriter, Later, never


def batch(seq: int) -> Batch:
    return Batch(seq, [DrainBegan(0.0)], Moment(0.0, 0.0))


def no_failure(error: JournalError) -> None:
    raise AssertionError(error)


class Commits:
    """What was committed, group by group, and which groups by the loop."""

    def __init__(self, is_for_loop: Callable[[Entry], bool] = never, later: Later | None = None) -> None:
        self.groups: list[list[int]] = []
        self.by_loop: list[list[int]] = []
        self.stall = Stall()
        self.writer = GroupWriter(
            self._commit, no_failure, beat_s=None, is_for_loop=is_for_loop, stall=self.stall, later=later
        )
        self._loop_thread = threading.get_ident()

    async def put(self, *seqs: int) -> None:
        """Hand in entries at one moment, and wait until they are kept."""
        for seq in seqs:
            self.writer.put(batch(seq))
        await self.writer.durable()

    def _commit(self, entries: Sequence[Entry]) -> None:
        seqs = [entry.seq for entry in entries]
        self.groups.append(seqs)
        if threading.get_ident() == self._loop_thread:
            self.by_loop.append(seqs)


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


class Pauses:
    """The pauses that a writer makes, each over when the test says so."""

    def __init__(self) -> None:
        self.seconds: list[float] = []
        self._over: list[Callable[[], None]] = []

    def begin(self, seconds: float, over: Callable[[], None]) -> None:
        self.seconds.append(seconds)
        self._over.append(over)

    def end(self) -> None:
        self._over.pop()()


async def test_what_comes_soon_after_a_group_shares_the_next_commit() -> None:
    pauses = Pauses()
    commits = Commits(later=pauses.begin)
    await commits.put(1, 2, 3)
    late = [asyncio.create_task(commits.put(seq)) for seq in (4, 5, 6)]
    for _ in late:  # each hands in its own in a turn of the loop of its own
        await asyncio.sleep(0)
    assert commits.groups == [[1, 2, 3]]
    pauses.end()
    await asyncio.gather(*late)
    assert commits.groups == [[1, 2, 3], [4, 5, 6]]
    await commits.writer.close()


async def test_the_larger_the_group_the_longer_the_next_is_waited_for_up_to_a_bound() -> None:
    pauses = Pauses()
    commits = Commits(later=pauses.begin)
    for group in ((1, 2), (3, 4, 5), range(6, 106)):
        await commits.put(*group)
        pauses.end()
    assert pauses.seconds == [0.0005, 0.001, LONGEST_LINGER_S]
    await commits.writer.close()


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


@pytest.fixture
async def quick() -> AsyncIterator[Commits]:
    """On a journal whose commits may be made by the loop, but for those of numbers from 100."""
    commits = Commits(lambda entry: entry.seq < 100)
    yield commits
    await commits.writer.close()


async def test_the_loop_commits_what_comes_alone(quick: Commits) -> None:
    await quick.put(1)
    await quick.put(2)
    assert quick.by_loop == quick.groups == [[1], [2]]


async def test_what_comes_together_is_for_the_thread_and_so_is_the_next(quick: Commits) -> None:
    await quick.put(1, 2)
    await quick.put(3)
    await quick.put(4)
    assert quick.groups == [[1, 2], [3], [4]]
    assert quick.by_loop == [[4]]


async def test_what_takes_long_to_write_is_for_the_thread(quick: Commits) -> None:
    await quick.put(100)
    assert (quick.groups, quick.by_loop) == ([[100]], [])


async def test_after_slow_commits_everything_is_for_the_thread(quick: Commits) -> None:
    quick.stall.note(1.0 + MOST_S)
    await quick.put(1)
    assert (quick.groups, quick.by_loop) == ([[1]], [])


async def test_a_commit_of_the_loop_that_fails_is_said_once_and_nothing_is_durable_after_it() -> None:
    def commit(_: Sequence[Entry]) -> None:
        raise OSError("the disk is gone")

    failures: list[JournalError] = []
    writer = GroupWriter(commit, failures.append, beat_s=None, is_for_loop=lambda _: True)
    for seq in (1, 2):
        writer.put(batch(seq))
        waiting = asyncio.create_task(writer.durable())
        await asyncio.wait([waiting], timeout=0.02)
        assert not waiting.done()
        waiting.cancel()
    assert [str(error) for error in failures] == ["the journal's writer failed: OSError('the disk is gone')"]
    await writer.close()


async def test_what_the_loop_would_have_to_wait_for_is_for_the_thread() -> None:
    committed: list[Sequence[Entry]] = []

    def at_once(_: Sequence[Entry]) -> None:
        raise BusyError("another program has it")

    writer = GroupWriter(committed.append, no_failure, beat_s=None, at_once=at_once, is_for_loop=lambda _: True)
    for seq in (1, 2):
        writer.put(batch(seq))
        await writer.durable()
    assert committed == [[batch(1)], [batch(2)]]
    await writer.close()
