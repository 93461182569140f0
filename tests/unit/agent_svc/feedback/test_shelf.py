"""The shelf: one bundle a version, the newest first, the oldest making room."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from obstore.store import LocalStore, MemoryStore

from agent_svc.feedback.bundle import FEEDBACK_FILE
from agent_svc.feedback.shelf import Shelf


def files(text: str, *, data: bool = False) -> dict[str, bytes]:
    more = {"data.csv": b"a\n1\n", "case.json": b"{}"} if data else {}
    return {FEEDBACK_FILE: json.dumps({"text": text}).encode(), **more}


@pytest.fixture(params=["memory", "folder"])
def objects(request: pytest.FixtureRequest, tmp_path: Path) -> MemoryStore | LocalStore:
    return MemoryStore() if request.param == "memory" else LocalStore(tmp_path / "shelf", mkdir=True)


async def test_the_newest_is_listed_first(objects: MemoryStore | LocalStore) -> None:
    shelf = Shelf(objects)
    for name in ("one", "two", "three"):
        await shelf.put(name, files(name))
    assert [(kept.name, kept.about["text"]) for kept in await shelf.listed()] == [
        ("three", "three"),
        ("two", "two"),
        ("one", "one"),
    ]


async def test_a_second_thought_takes_the_place_of_the_first_with_all_its_files(
    objects: MemoryStore | LocalStore,
) -> None:
    shelf = Shelf(objects)
    await shelf.put("one", files("yes", data=True))
    await shelf.put("one", files("no"))
    assert [kept.about["text"] for kept in await shelf.listed()] == ["no"]
    assert [entry["path"] for entry in objects.list().collect()] == [f"one/{FEEDBACK_FILE}"]


async def test_the_oldest_makes_room_when_the_shelf_is_full(objects: MemoryStore | LocalStore) -> None:
    shelf = Shelf(objects, most=2)
    for name in ("one", "two", "two", "three"):
        await shelf.put(name, files(name, data=True))
    assert {kept.name for kept in await shelf.listed()} == {"two", "three"}


async def test_an_empty_shelf_lists_nothing(objects: MemoryStore | LocalStore) -> None:
    assert await Shelf(objects).listed() == []
