"""The workspace: whatever a script left, its folder goes."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from renderer_svc.sandbox import workspace

DEPTH = 3_000  # more than a walk may recurse, and longer together than a path may be


def nest(place: Path) -> None:
    """Folders in folders, made as a script can: one step at a time."""
    folder = os.open(place, os.O_RDONLY)
    for _ in range(DEPTH):
        os.mkdir("d", dir_fd=folder)
        below = os.open("d", os.O_RDONLY, dir_fd=folder)
        os.close(folder)
        folder = below
    os.close(folder)


def test_folders_that_no_walk_gets_through_are_removed(tmp_path: Path) -> None:
    place = tmp_path / "place"
    place.mkdir()
    nest(place)
    workspace.remove(place)
    assert not place.exists()


def test_what_a_link_points_to_stays(tmp_path: Path) -> None:
    place, kept = tmp_path / "place", tmp_path / "kept"
    (place / "in").mkdir(parents=True)
    kept.mkdir(0o500)
    (place / "in" / "link").symlink_to(kept)
    (place / "link").symlink_to(kept)
    workspace.remove(place)
    assert (place.exists(), kept.stat().st_mode & 0o777) == (False, 0o500)


@pytest.mark.parametrize("names", [[".up-0", ".up-1/.up-0/.up-0"], ["a/.up-0/x", ".up-0/a"]])
def test_names_that_a_script_has_guessed_are_in_nobodys_way(tmp_path: Path, names: list[str]) -> None:
    place = tmp_path / "place"
    for name in names:
        (place / name).mkdir(parents=True)
        (place / name / "file").write_text("x")
    workspace.remove(place)
    assert not place.exists()


def test_folders_that_nobody_may_enter_are_removed(tmp_path: Path) -> None:
    place = tmp_path / "place"
    (place / "a" / "b" / "c").mkdir(parents=True)
    for folder in (place / "a" / "b", place / "a"):
        folder.chmod(0)
    workspace.remove(place)
    assert not place.exists()
