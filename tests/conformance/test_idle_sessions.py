"""What every session store knows of idleness; run on the twin and on both databases."""

from __future__ import annotations

import uuid
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from agent_svc.errors import SessionNotFoundError
from agent_svc.sessions.database import open_database, sqlite_url
from agent_svc.sessions.memory import MemorySessionStore
from agent_svc.sessions.session import OwnedSession, Session
from agent_svc.sessions.sql import SqlSessionStore
from agent_svc.sessions.store import MAX_IDLE, SessionStore
from agent_svc.sessions.transcript import Speaker, TranscriptLine
from plotlane_kit.clock import ManualClock
from tests_support.postgres import Postgres

LIMIT_S = 3_600.0
SLACK_S = 60.0


@pytest.fixture
def clock() -> ManualClock:
    return ManualClock()


@pytest.fixture(params=["memory", "sqlite", "postgresql"])
async def store(request: pytest.FixtureRequest, tmp_path: Path, clock: ManualClock) -> AsyncIterator[SessionStore]:
    kept: SessionStore
    if request.param == "memory":
        kept = MemorySessionStore(clock)
    elif request.param == "sqlite":
        kept = SqlSessionStore(await open_database(sqlite_url(tmp_path / "agent.db")), clock)
    else:
        server: Postgres = request.getfixturevalue("postgres")
        url = server.url(f"a{uuid.uuid4().hex}").replace("postgresql:", "postgresql+psycopg:", 1)
        kept = SqlSessionStore(await open_database(url), clock)
    yield kept
    await kept.close()


def now(clock: ManualClock) -> float:
    return clock.wall().timestamp()


def session(clock: ManualClock, session_id: str = "s1", limit_s: float = LIMIT_S) -> Session:
    at = now(clock)
    return Session(session_id, "anna", "matplotlib", "de", at, at, idle_limit_s=limit_s)


async def idle(store: SessionStore, clock: ManualClock, skip: int = 0) -> list[str]:
    return [one.session_id for one in await store.idle(now(clock), skip)]


async def test_a_session_keeps_its_limit_and_is_idle_after_it_but_never_without_one(
    store: SessionStore, clock: ManualClock
) -> None:
    await store.create(session(clock))
    await store.create(session(clock, "ever", 0.0))
    assert (await store.get("anna", "s1")).idle_limit_s == LIMIT_S
    clock.advance(LIMIT_S)
    assert await idle(store, clock) == []
    clock.advance(SLACK_S)
    assert await store.idle(now(clock), 0) == [OwnedSession("anna", "s1")]
    clock.advance(1e9)
    assert await idle(store, clock) == ["s1"]


async def test_reading_and_writing_are_uses_and_listing_is_none(store: SessionStore, clock: ManualClock) -> None:
    for name in ("listed", "read", "written", "updated"):
        await store.create(session(clock, name))
    clock.advance(LIMIT_S)
    await store.list("anna")
    await store.get("anna", "read")
    await store.add_lines("written", [TranscriptLine(Speaker.USER, "hi")], now(clock))
    await store.update(session(clock, "updated"))
    clock.advance(SLACK_S)
    assert await idle(store, clock) == ["listed"]
    clock.advance(LIMIT_S)
    assert sorted(await idle(store, clock)) == ["listed", "read", "updated", "written"]


async def test_only_an_idle_session_is_removed_as_such(store: SessionStore, clock: ManualClock) -> None:
    await store.create(session(clock))
    await store.add_lines("s1", [TranscriptLine(Speaker.USER, "hi")], now(clock))
    assert not await store.delete_idle("s1", now(clock) + LIMIT_S)
    await store.get("anna", "s1")
    clock.advance(LIMIT_S + SLACK_S)
    assert await store.delete_idle("s1", now(clock))
    assert not await store.delete_idle("s1", now(clock))
    with pytest.raises(SessionNotFoundError):
        await store.get("anna", "s1")


async def test_the_idle_come_in_bounded_batches_the_longest_idle_first(store: SessionStore, clock: ManualClock) -> None:
    names = [f"s{at:03}" for at in range(MAX_IDLE + 2)]
    for name in names:
        await store.create(session(clock, name))
        clock.advance(0.5)
    clock.advance(LIMIT_S + SLACK_S)
    assert await idle(store, clock) == names[:MAX_IDLE]
    assert await idle(store, clock, skip=MAX_IDLE) == names[MAX_IDLE:]
