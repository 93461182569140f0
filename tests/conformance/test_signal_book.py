"""What the book of signals keeps, in what order, and what it refuses; run on each database."""

from __future__ import annotations

import uuid
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from agent_svc.groups.run_end import RunEnd
from agent_svc.sessions.database import open_database, sqlite_url
from agent_svc.signals.book import KEPT_S, MAX_WAITING, SignalBook
from agent_svc.signals.refusal import SignalConflictError, SignalNotFoundError, SignalsFullError
from agent_svc.signals.signal import SignalEnd, SignalRun, SignalState
from agent_svc.turns.events import TurnOutcome
from plotlane_kit.caller import Caller, Tier
from tests_support.postgres import Postgres

ANNA, BEN = Caller("anna", Tier.PREMIUM), Caller("ben", Tier.PUBLIC)
PAYLOAD = {"text": "ä\x00", "rows": [1, 2.5, None, True], "in": {"deep": []}}
OK = RunEnd(TurnOutcome.OK, 3)


@pytest.fixture(params=["sqlite", "postgresql"])
async def book(request: pytest.FixtureRequest, tmp_path: Path) -> AsyncIterator[SignalBook]:
    if request.param == "sqlite":
        url = sqlite_url(tmp_path / "agent.db")
    else:
        server: Postgres = request.getfixturevalue("postgres")
        url = server.url(f"signals_{uuid.uuid4().hex}").replace("postgresql://", "postgresql+psycopg://")
    database = await open_database(url)
    yield SignalBook(database)
    await database.close()


async def emit(book: SignalBook, signal_id: str, caller: Caller = ANNA, now: float = 100.0) -> None:
    await book.emit(caller, signal_id, "replot", PAYLOAD, now)


async def test_signals_are_claimed_once_each_in_the_order_of_their_emission_whosever_they_are(book: SignalBook) -> None:
    for signal_id, caller in (("z", ANNA), ("a", BEN), ("m", ANNA)):
        await emit(book, signal_id, caller)
    claimed = [await book.claim(200.0) for _ in range(4)]
    assert [None if each is None else each.signal_id for each in claimed] == ["z", "a", "m", None]
    first = claimed[0]
    assert first is not None
    assert (first.state, first.claimed_at, first.tier, first.payload) == (
        SignalState.CLAIMED,
        200.0,
        "premium",
        PAYLOAD,
    )


async def test_the_same_again_is_the_same_signal_and_other_content_is_refused_also_when_it_has_ended(
    book: SignalBook,
) -> None:
    _, is_new = await book.emit(ANNA, "s", "replot", PAYLOAD, 100.0)
    again, is_again_new = await book.emit(ANNA, "s", "replot", PAYLOAD, 150.0)
    assert (is_new, is_again_new, again.emitted_at) == (True, False, 100.0)
    claimed = await book.claim(200.0)
    assert claimed is not None
    await book.end(claimed.seq, SignalEnd(failed=False), 300.0)
    ended, _ = await book.emit(ANNA, "s", "replot", PAYLOAD, 301.0)
    assert (ended.state, ended.payload) == (SignalState.DONE, {}), "what it said is forgotten"
    for handler, payload in (("replot", {}), ("fan-out", PAYLOAD)):
        with pytest.raises(SignalConflictError):
            await book.emit(ANNA, "s", handler, payload, 302.0)
    await book.emit(BEN, "s", "fan-out", {}, 302.0)


async def test_a_user_has_so_many_waiting_and_others_are_not_in_the_way(book: SignalBook) -> None:
    for number in range(MAX_WAITING):
        await emit(book, f"s{number}")
    with pytest.raises(SignalsFullError) as full:
        await emit(book, "more")
    assert full.value.metadata == {"cap": "100", "count": "100"}
    await emit(book, "s0")
    await emit(book, "his", BEN)
    await book.claim(200.0)
    await emit(book, "more")


async def test_what_a_dead_worker_left_in_process_is_failed_and_never_claimed_again(book: SignalBook) -> None:
    for signal_id in ("one", "two", "three"):
        await emit(book, signal_id)
    one, two = await book.claim(200.0), await book.claim(201.0)
    assert one is not None
    assert two is not None
    await book.begin(one.seq, [SignalRun("s1", "ab" * 16), SignalRun("s2"), SignalRun("", "", OK)])
    await book.end_run(one.seq, 0, OK, limited=True)
    await book.end(two.seq, SignalEnd(failed=False), 202.0)
    assert await book.fail_claimed("upstream", "restarted", 300.0) == 1
    left = await book.get("anna", "one")
    assert (left.state, left.limited, left.code, left.ended_at) == (SignalState.FAILED, True, "upstream", 300.0)
    assert [None if run.end is None else run.end.outcome.value for run in left.runs] == ["ok", "failed", "ok"]
    assert [run.limited for run in left.runs] == [True, False, False]
    assert (await book.get("anna", "two")).state is SignalState.DONE
    third = await book.claim(301.0)
    assert third is not None
    assert third.signal_id == "three"
    assert await book.claim(302.0) is None


async def test_a_foreign_signal_is_not_there_and_old_ones_are_forgotten_after_their_end(book: SignalBook) -> None:
    await emit(book, "old")
    await emit(book, "waits")
    claimed = await book.claim(100.0)
    assert claimed is not None
    await book.begin(claimed.seq, [SignalRun("s1")])
    await book.end(claimed.seq, SignalEnd(True, code="internal", text="It failed."), 100.0)
    with pytest.raises(SignalNotFoundError):
        await book.get("ben", "old")
    assert await book.list("ben", 10) == []
    assert [each.signal_id for each in await book.list("anna", 1)] == ["waits"]
    await emit(book, "new", now=101.0 + KEPT_S)
    assert [each.signal_id for each in await book.list("anna", 10)] == ["new", "waits"]
