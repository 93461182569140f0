"""A house takes its data folder for itself before it starts anything."""

from __future__ import annotations

import stat
from pathlib import Path

import pytest

from plotlane_kit.house.child import StartError
from plotlane_kit.house.house import House
from plotlane_kit.house.register import Register, register_path


def house(folder: Path, said: list[str] | None = None) -> House:
    return House(folder, {}, (said if said is not None else []).append, services=(), patience_s=0)


async def test_of_two_houses_on_a_folder_the_second_is_refused_and_the_first_stays_registered(tmp_path: Path) -> None:
    said: list[str] = []
    async with house(tmp_path):
        with pytest.raises(
            StartError, match=f"another Plotlane runs on {tmp_path}; stop it, or use another --data-dir"
        ):
            await house(tmp_path, said).__aenter__()
        assert Register.read(register_path(tmp_path)) is not None
    assert said == [f"waiting for the Plotlane on {tmp_path} to end"]
    assert Register.read(register_path(tmp_path)) is None


async def test_a_folder_is_free_again_when_its_house_has_ended(tmp_path: Path) -> None:
    for _ in range(2):
        async with house(tmp_path):
            pass


async def test_a_folder_that_cannot_be_made_is_a_clear_answer(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(StartError, match=r"file/data cannot be used \(Not a directory\); make it writable"):
        await house(tmp_path / "file" / "data").__aenter__()


async def test_what_people_pasted_is_for_nobody_else_on_the_machine_to_read(tmp_path: Path) -> None:
    async with house(tmp_path / "data"):
        assert stat.filemode((tmp_path / "data").stat().st_mode) == "drwx------"
