"""The pool, with sandboxes that are only counted."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from typing import Any

import pytest

from renderer_svc.sandbox.base import LaunchFailed
from renderer_svc.sandbox.zygote import pool as pool_module
from renderer_svc.sandbox.zygote.pool import Pool


class Counted:
    """A sandbox of the test's making."""

    def __init__(self) -> None:
        self.is_alive = True
        self.closed = False

    def kill(self) -> None:
        self.is_alive = False

    def wait(self, timeout_s: float) -> bool:
        return True

    def close(self) -> None:
        self.closed = True


class Source:
    """Makes counted sandboxes; the first `failures` times it cannot."""

    def __init__(self, failures: int = 0) -> None:
        self.failures = failures
        self.made: list[Counted] = []
        self.complaints: list[str] = []

    def __call__(self) -> Any:
        if self.failures:
            self.failures -= 1
            raise LaunchFailed("no namespaces")
        self.made.append(Counted())
        return self.made[-1]


@pytest.fixture
def source() -> Source:
    return Source()


@pytest.fixture
def others() -> set[threading.Thread]:
    """Threads of pools that other tests keep."""
    return set(threading.enumerate())


@pytest.fixture
def pool(others: set[threading.Thread], source: Source) -> Iterator[Pool]:
    made = Pool(source, 2, source.complaints.append)
    assert made.wait_until_full(30)
    yield made
    made.close()


def test_one_that_is_taken_is_replaced(pool: Pool, source: Source) -> None:
    taken: Any = pool.take()
    assert taken is source.made[0]
    assert pool.wait_until_full(30)
    assert len(source.made) == 3


def test_one_that_has_died_is_not_handed_out(pool: Pool, source: Source) -> None:
    source.made[0].is_alive = False
    taken: Any = pool.take()
    assert taken is source.made[1]
    assert source.made[0].closed


def test_those_that_are_dropped_are_closed_and_replaced(pool: Pool, source: Source) -> None:
    first = list(source.made)
    pool.drop()
    assert all(sandbox.closed for sandbox in first)
    assert pool.wait_until_full(30)


def test_after_the_close_nothing_stands_ready_and_no_thread_is_left(
    others: set[threading.Thread], pool: Pool, source: Source
) -> None:
    (own,) = set(threading.enumerate()) - others
    pool.close()
    assert all(sandbox.closed for sandbox in source.made)
    assert pool.take() is None
    assert not own.is_alive()


def test_a_failure_is_told_and_tried_again(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pool_module, "_FIRST_PAUSE_S", 0.001)
    source = Source(failures=3)
    pool = Pool(source, 1, source.complaints.append)
    assert pool.wait_until_full(30)
    assert source.complaints == ["no namespaces"] * 3
    pool.close()
