"""What every session store keeps, in what order, and what it refuses; run on the twin and on the database."""

from __future__ import annotations

from collections.abc import AsyncIterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from agent_svc.data import WrittenMarks
from agent_svc.errors import SessionNotFoundError, VersionConflictError, VersionNotFoundError
from agent_svc.pipeline.outcome import PlotReason, PlotStatus, Theme
from agent_svc.sessions.database import open_database, sqlite_url
from agent_svc.sessions.memory import MemorySessionStore
from agent_svc.sessions.session import OwnedSession, Session, SessionSummary, Source, Unanswered, Upload
from agent_svc.sessions.sql import SqlSessionStore
from agent_svc.sessions.store import MAX_LISTED, SessionStore
from agent_svc.sessions.transcript import Speaker, TranscriptLine
from agent_svc.sessions.version import Artifact, Cost, Remark, ThemeRecord, Version
from plotlane_kit.clock import ManualClock


@pytest.fixture(params=["memory", "sqlite"])
async def store(request: pytest.FixtureRequest, tmp_path: Path) -> AsyncIterator[SessionStore]:
    kept: SessionStore = (
        MemorySessionStore(ManualClock())
        if request.param == "memory"
        else SqlSessionStore(await open_database(sqlite_url(tmp_path / "agent.db")), ManualClock())
    )
    yield kept
    await kept.close()


def session(session_id: str = "s1", user: str = "anna", at: float = 100.0) -> Session:
    return Session(session_id, user, "matplotlib", "de", created_at=at, updated_at=at, chart_id="scatter")


def version(number: int = 1, **fields: Any) -> Version:
    known: dict[str, Any] = {
        "number": number,
        "chart_id": "scatter",
        "library": "matplotlib",
        "status": PlotStatus.NEEDS_ATTENTION,
        "reason": PlotReason.CANVAS_PADDED,
        "theme": Theme.LIGHT,
        "bindings": {"x": ("Dose",), "y": ("Yield", "Größe")},
        "options": {"log_y": True, "y_range": [0, None]},
        "width_px": 3200,
        "height_px": 1800,
        "created_at": 200.5,
        "cost": Cost(1, 20, 0.5, 1.25),
        "changes": ("Title is now “Ä”.",),
        "remarks": (Remark("canvas", "attention", "Padded.", "Use the size."),),
        "artifacts": (Artifact("plot-light.png", "image/png", 9, "s1/a/plot-light.png"),),
        "themes": (ThemeRecord(Theme.LIGHT, PlotStatus.NEEDS_ATTENTION, PlotReason.CANVAS_PADDED),),
    }
    return Version(**{**known, **fields})


async def test_a_session_comes_back_as_it_was_left(store: SessionStore) -> None:
    await store.create(session())
    changed = replace(
        session(),
        chart_id="bar",
        library="seaborn",
        source=Source("s1/k/source.txt", {"delimiter": "comma"}),
        bindings={"x": ("Sorte",), "y": ("A", "B")},
        options={"title": "Ä", "top_n": 3},
        updated_at=150.0,
    )
    await store.update(changed)
    assert await store.get("anna", "s1") == changed


async def test_the_way_that_data_came_comes_back(store: SessionStore) -> None:
    await store.create(session())
    steps: tuple[dict[str, object], ...] = (
        {"op": "sort", "columns": ["Dosis"], "descending": True},
        {"op": "filter", "column": "Dosis", "test": "at_least", "value": 2.5},
    )
    upload = Upload("ernte.xlsx", "Blatt 2", ("3 cells left empty.",))
    changed = replace(session(), source=Source("s1/k/source.txt", {}, steps, upload))
    await store.update(changed)
    assert await store.get("anna", "s1") == changed
    of_code = Upload("result.csv", before=Source("s1/j/source.txt"), marks={"Dosis": WrittenMarks(".", ",")})
    changed = replace(session(), source=Source("s1/l/source.txt", upload=of_code))
    await store.update(changed)
    assert await store.get("anna", "s1") == changed
    await store.add_version(session("s1"), version(steps=steps), 1)
    assert (await store.get("anna", "s1")).versions == (version(steps=steps),)


async def test_a_foreign_session_is_not_found(store: SessionStore) -> None:
    await store.create(session())
    with pytest.raises(SessionNotFoundError):
        await store.get("bert", "s1")
    with pytest.raises(SessionNotFoundError):
        await store.delete("bert", "s1")
    assert await store.list("bert") == []


async def test_an_update_changes_neither_owner_nor_versions_nor_transcript(store: SessionStore) -> None:
    await store.create(session())
    await store.add_version(session("s1"), version(), 1)
    await store.add_lines("s1", [TranscriptLine(Speaker.USER, "hi")], 210.0)
    await store.update(replace(session(), user="bert", locale="fr", options={"title": "A"}))
    kept = await store.get("anna", "s1")
    assert (kept.locale, len(kept.versions), len(kept.transcript)) == ("de", 1, 1)
    assert kept.options == {"title": "A"}


async def test_a_version_comes_with_the_session_as_it_was_drawn_or_not_at_all(store: SessionStore) -> None:
    await store.create(session())
    drawn = replace(session(), chart_id="bar", options={"title": "A"}, bindings={"x": ("Dose",)})
    await store.add_version(drawn, version(), 2)
    kept = await store.get("anna", "s1")
    assert (kept.chart_id, kept.options, kept.bindings) == ("bar", {"title": "A"}, {"x": ("Dose",)})
    with pytest.raises(VersionConflictError):
        await store.add_version(replace(drawn, options={}), version(2), 1)
    with pytest.raises(VersionConflictError):
        await store.add_version(replace(drawn, options={}), version(3), 2)
    assert (await store.get("anna", "s1")).options == {"title": "A"}


async def test_versions_come_back_whole_and_in_order(store: SessionStore) -> None:
    await store.create(session())
    versions = (version(1), version(2, reason=None, status=PlotStatus.OK, created_at=300.0))
    for one in versions:
        await store.add_version(session("s1"), one, 1)
    kept = await store.get("anna", "s1")
    assert kept.versions == versions
    assert (kept.next_number, kept.updated_at) == (3, 300.0)
    assert (kept.version(0), kept.version(1), kept.version(3)) == (versions[1], versions[0], None)


@pytest.mark.parametrize("number", [1, 3])
async def test_a_version_is_only_taken_when_its_number_is_next(store: SessionStore, number: int) -> None:
    await store.create(session())
    await store.add_version(session("s1"), version(1), 1)
    with pytest.raises(VersionConflictError):
        await store.add_version(session("s1"), version(number), 1)
    assert len((await store.get("anna", "s1")).versions) == 1


async def test_a_version_of_a_run_that_a_newer_one_has_followed_is_refused(store: SessionStore) -> None:
    await store.create(session())
    await store.begin_run("s1", 7)
    await store.begin_run("s1", 8)
    with pytest.raises(VersionConflictError):
        await store.add_version(session("s1"), version(), 7)
    assert (await store.get("anna", "s1")).versions == ()
    await store.add_version(session("s1"), version(), 8)
    assert (await store.get("anna", "s1")).versions == (version(),)


async def test_a_run_that_is_older_than_one_that_has_begun_or_stored_cannot_begin(store: SessionStore) -> None:
    await store.create(session())
    await store.begin_run("s1", 8)
    await store.begin_run("s1", 8)
    with pytest.raises(VersionConflictError):
        await store.begin_run("s1", 7)
    await store.add_version(session("s1"), version(), 9)
    with pytest.raises(VersionConflictError):
        await store.begin_run("s1", 8)


async def test_an_update_leaves_the_newest_run_as_it_is_and_each_session_has_its_own(store: SessionStore) -> None:
    await store.create(session())
    await store.create(session("s2"))
    await store.begin_run("s1", 8)
    await store.update(session(at=150.0))
    with pytest.raises(VersionConflictError):
        await store.add_version(session("s1"), version(), 7)
    await store.add_version(session("s2"), version(), 7)


async def test_a_theme_s_record_is_replaced_and_its_picture_added(store: SessionStore) -> None:
    await store.create(session())
    await store.add_version(session("s1"), version(), 1)
    failed = ThemeRecord(Theme.DARK, PlotStatus.FAILED, PlotReason.CODE_FAILED, tries=1)
    await store.add_theme("s1", 1, failed, None)
    assert (await store.get("anna", "s1")).versions[0].theme_record(Theme.DARK) == failed
    drawn = ThemeRecord(Theme.DARK, PlotStatus.OK, None, tries=1)
    picture = Artifact("plot-dark.png", "image/png", 8, "s1/b/plot-dark.png")
    await store.add_theme("s1", 1, drawn, picture)
    kept = (await store.get("anna", "s1")).versions[0]
    assert kept.themes == (drawn, version().themes[0])
    assert kept.artifacts == (*version().artifacts, picture)


async def test_a_theme_of_a_version_that_is_not_there_is_refused(store: SessionStore) -> None:
    await store.create(session())
    with pytest.raises(VersionNotFoundError):
        await store.add_theme("s1", 1, ThemeRecord(Theme.DARK, PlotStatus.OK), None)


async def test_the_transcript_keeps_the_order_of_speaking(store: SessionStore) -> None:
    await store.create(session())
    lines = [TranscriptLine(Speaker.USER, "log"), TranscriptLine(Speaker.PLOTLANE, "Version 1.", 1)]
    await store.add_lines("s1", lines[:1], 110.0)
    await store.add_lines("s1", lines[1:], 120.0)
    kept = await store.get("anna", "s1")
    assert (list(kept.transcript), kept.updated_at) == (lines, 120.0)


async def test_the_list_shows_the_session_that_changed_last_first(store: SessionStore) -> None:
    for at, session_id in enumerate(("old", "new", "foreign")):
        await store.create(session(session_id, "bert" if session_id == "foreign" else "anna", float(at)))
    await store.add_version(session("old"), version(created_at=500.0), 1)
    assert await store.list("anna") == [
        SessionSummary("old", "scatter", "matplotlib", 1, 500.0),
        SessionSummary("new", "scatter", "matplotlib", 0, 1.0),
    ]


async def test_the_list_is_bounded(store: SessionStore) -> None:
    for at in range(MAX_LISTED + 1):
        await store.create(session(f"s{at}", at=float(at)))
    listed = await store.list("anna")
    assert (len(listed), listed[0].session_id) == (MAX_LISTED, f"s{MAX_LISTED}")


async def test_a_deleted_session_is_gone_with_everything_and_its_id_may_be_used_again(store: SessionStore) -> None:
    await store.create(session())
    await store.add_version(session("s1"), version(), 1)
    await store.add_lines("s1", [TranscriptLine(Speaker.USER, "hi")], 210.0)
    await store.delete("anna", "s1")
    with pytest.raises(SessionNotFoundError):
        await store.get("anna", "s1")
    await store.create(session())
    assert await store.get("anna", "s1") == session()


async def test_a_removal_is_noted_until_it_is_ended(store: SessionStore) -> None:
    await store.create(session())
    assert await store.removals() == []
    await store.delete("anna", "s1")
    await store.create(session())
    await store.delete("anna", "s1")  # of the same name, before the first was ended
    assert await store.removals() == [OwnedSession("anna", "s1")]
    await store.end_removal("s1")
    assert await store.removals() == []


async def test_nothing_can_be_added_to_a_session_that_is_gone(store: SessionStore) -> None:
    with pytest.raises(SessionNotFoundError):
        await store.update(session())
    with pytest.raises(SessionNotFoundError):
        await store.begin_run("s1", 1)
    with pytest.raises(SessionNotFoundError):
        await store.add_version(session("s1"), version(), 1)
    with pytest.raises(SessionNotFoundError):
        await store.add_theme("s1", 1, ThemeRecord(Theme.DARK, PlotStatus.OK), None)
    with pytest.raises(SessionNotFoundError):
        await store.add_lines("s1", [TranscriptLine(Speaker.USER, "hi")], 1.0)


async def test_a_database_that_is_opened_again_has_lost_nothing(tmp_path: Path) -> None:
    url = sqlite_url(tmp_path / "with space % and ä.db")
    first = SqlSessionStore(await open_database(url), ManualClock())
    await first.create(session())
    await first.add_version(session("s1"), version(), 1)
    before = await first.get("anna", "s1")
    await first.close()
    second = SqlSessionStore(await open_database(url), ManualClock())
    assert await second.get("anna", "s1") == before
    await second.close()


async def test_the_sessions_in_which_the_user_has_the_last_word_are_unanswered(store: SessionStore) -> None:
    said, answered = TranscriptLine(Speaker.USER, "log"), TranscriptLine(Speaker.PLOTLANE, "Done.", 1)
    for session_id, lines in (("s1", [said, answered, said]), ("s2", [said, answered]), ("s3", []), ("s4", [said])):
        await store.create(session(session_id, user=f"user of {session_id}"))
        await store.add_lines(session_id, lines, 300.0)
    assert await store.unanswered() == [Unanswered("s1", "de", "log"), Unanswered("s4", "de", "log")]
    await store.add_lines("s1", [answered], 301.0)
    await store.delete("user of s4", "s4")
    assert await store.unanswered() == []
