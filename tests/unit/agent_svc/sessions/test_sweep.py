"""The sweep: what lies unused goes with all that it kept; what is used, held or without a limit stays."""

from __future__ import annotations

import pytest

from agent_svc.errors import SessionNotFoundError, UpstreamError
from agent_svc.sessions.artifacts import memory_artifacts
from agent_svc.sessions.hold import WorkKind
from agent_svc.sessions.memory import MemorySessionStore
from agent_svc.sessions.removal import Removal
from agent_svc.sessions.session import Session
from agent_svc.sessions.sweep import Sweep
from plotlane_kit.caller import Caller
from plotlane_kit.clock import ManualClock
from tests.unit.agent_svc.signals.signal_world import FreeQuotas
from tests.unit.agent_svc.turns.places_twin import PlacesTwin

HOUR = 3_600.0
LATER = HOUR + 60.0  # the limit, and the minute that the last use may lie behind


class CountedSessions(FreeQuotas):
    """Quotas that remember whose session they forgot."""

    def __init__(self) -> None:
        self.forgotten: list[tuple[str, str]] = []

    async def forget_session(self, caller: Caller, session_id: str) -> None:
        self.forgotten.append((caller.user, session_id))


class Room:
    """A sweep with all that it needs, at a clock that the test turns."""

    def __init__(self, kept_in: type[MemorySessionStore] = MemorySessionStore) -> None:
        self.clock = ManualClock()
        self.store = kept_in(self.clock)
        self.artifacts = memory_artifacts()
        self.places = PlacesTwin()
        self.quotas = CountedSessions()
        removal = Removal(self.store, self.artifacts, self.quotas)
        self.sweep = Sweep(self.store, removal, self.places, self.clock, every_s=60.0)

    async def add(self, session_id: str, limit_s: float = HOUR, user: str = "anna") -> None:
        now = self.clock.wall().timestamp()
        await self.store.create(Session(session_id, user, "matplotlib", "en", now, now, idle_limit_s=limit_s))
        await self.artifacts.put(session_id, "source.txt", b"a\n1\n")

    async def left(self) -> set[str]:
        return {one.session_id for one in await self.store.list("anna")}


async def test_an_idle_session_goes_with_its_rows_its_files_and_its_count() -> None:
    room = Room()
    await room.add("s1")
    room.clock.advance(LATER)
    assert await room.sweep.once() == 1
    with pytest.raises(SessionNotFoundError):
        await room.store.get("anna", "s1")
    assert await room.artifacts.stored_bytes("s1") == 0
    assert room.quotas.forgotten == [("anna", "s1")]
    assert room.places.held == {}


async def test_a_session_within_its_limit_and_one_without_a_limit_stay() -> None:
    room = Room()
    await room.add("local", limit_s=0.0)
    await room.add("signed-in", limit_s=30 * 86_400.0)
    await room.add("guest")
    room.clock.advance(HOUR)
    assert await room.sweep.once() == 0
    room.clock.advance(86_400.0)
    await room.sweep.once()
    assert await room.left() == {"local", "signed-in"}


async def test_a_session_that_is_looked_at_is_not_idle() -> None:
    room = Room()
    await room.add("s1")
    room.clock.advance(HOUR - 1)
    await room.store.get("anna", "s1")
    room.clock.advance(HOUR - 1)
    assert await room.sweep.once() == 0


async def test_what_is_held_stays_and_its_time_begins_anew() -> None:
    room = Room()
    await room.add("s1")
    room.clock.advance(LATER)
    room.places.held["s1"] = WorkKind.TURN
    assert await room.sweep.once() == 0
    del room.places.held["s1"]
    assert await room.sweep.once() == 0  # its result has not been seen yet
    room.clock.advance(LATER)
    assert await room.sweep.once() == 1


async def test_a_session_that_is_used_while_its_lock_is_awaited_stays() -> None:
    class Late(MemorySessionStore):
        async def delete_idle(self, session_id: str, at: float) -> bool:
            await self.get("anna", session_id)
            return await super().delete_idle(session_id, at)

    room = Room(Late)
    await room.add("s1")
    room.clock.advance(LATER)
    assert await room.sweep.once() == 0
    assert await room.artifacts.stored_bytes("s1") > 0


async def test_one_session_that_cannot_be_removed_keeps_no_other(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("agent_svc.sessions.memory.MAX_IDLE", 2)
    room = Room()
    for name in ("a", "b", "c", "d", "e"):
        await room.add(name)
    room.clock.advance(LATER)
    delete = room.store.delete_idle

    async def broken(session_id: str, at: float) -> bool:
        if session_id in "ab":  # the whole of the first batch
            raise OSError("disk")
        return await delete(session_id, at)

    monkeypatch.setattr(room.store, "delete_idle", broken)
    assert await room.sweep.once() == 3
    assert await room.left() == {"a", "b"}
    monkeypatch.undo()
    assert await room.sweep.once() == 2


@pytest.mark.parametrize("is_idle", [True, False], ids=["swept", "deleted"])
async def test_a_removal_that_broke_off_after_the_rows_is_finished_by_the_next_sweep(*, is_idle: bool) -> None:
    room = Room()
    await room.add("s1")
    if is_idle:
        room.clock.advance(LATER)
        await room.store.delete_idle("s1", room.clock.wall().timestamp())
    else:
        await room.store.delete("anna", "s1")
    assert await room.artifacts.stored_bytes("s1") > 0
    await room.sweep.once()
    assert await room.artifacts.stored_bytes("s1") == 0
    assert room.quotas.forgotten == [("anna", "s1")]
    await room.sweep.once()
    assert len(room.quotas.forgotten) == 1


async def test_without_a_scheduler_nothing_is_removed_and_it_is_asked_once() -> None:
    room = Room()
    await room.add("s1")
    await room.add("s2")
    room.clock.advance(LATER)
    room.places.refuse = UpstreamError()
    assert await room.sweep.once() == 0
    assert await room.left() == {"s1", "s2"}
    room.places.refuse = None
    assert await room.sweep.once() == 2
