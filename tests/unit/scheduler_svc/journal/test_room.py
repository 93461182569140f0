"""The room on the disk: looked at now and then, and always while it is short."""

from __future__ import annotations

from pathlib import Path

import pytest

from scheduler_svc.journal.room import LOOK_EVERY_S, RESERVE_BYTES, Room

LEAST = 1_000


class Disk:
    """Free bytes, and seconds."""

    def __init__(self) -> None:
        self.free = LEAST + 2 * RESERVE_BYTES
        self.now = 0.0
        self.looks = 0

    def statvfs(self, _: Path) -> Disk:
        self.looks += 1
        return self

    @property
    def f_bavail(self) -> int:
        return self.free

    f_frsize = 1


@pytest.fixture
def disk(monkeypatch: pytest.MonkeyPatch) -> Disk:
    disk = Disk()
    monkeypatch.setattr("scheduler_svc.journal.room.os.statvfs", disk.statvfs)
    return disk


@pytest.fixture
def room(disk: Disk, tmp_path: Path) -> Room:
    room = Room(tmp_path / "journal.db", LEAST, lambda: disk.now)
    assert not room.is_low()
    return room


def test_the_disk_is_asked_once_for_many_admissions(room: Room, disk: Disk) -> None:
    looks = disk.looks
    assert not any(room.is_low() for _ in range(1_000))
    assert disk.looks == looks


def test_a_disk_that_has_filled_up_is_seen_at_the_next_look(room: Room, disk: Disk) -> None:
    disk.free = LEAST - 1
    disk.now += LOOK_EVERY_S
    assert room.is_low()


def test_a_reserve_can_be_spent_once_and_is_set_aside_again(room: Room) -> None:
    assert (room.spend(), room.spend()) == (True, False)
    assert not room.is_low()
    assert room.spend()


def test_without_space_for_the_reserve_nothing_new_is_begun(room: Room, disk: Disk) -> None:
    disk.free = LEAST
    room.spend()
    assert room.is_low()
    disk.free = LEAST + RESERVE_BYTES
    assert not room.is_low()
