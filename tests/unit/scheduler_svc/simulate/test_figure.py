"""The picture of a simulation."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from PIL import Image

from scheduler_svc.simulate.figure import ALARM, draw
from scheduler_svc.simulate.play import play
from scheduler_svc.simulate.scenario import Scenario
from tests.unit.scheduler_svc.simulate.stage import at, scenario, source


def pixels(chosen: Scenario, path: Path) -> np.ndarray:
    draw(chosen.title, play(chosen), chosen.core_policy(), path)
    return np.asarray(Image.open(path).convert("RGB"))


def share_of(colour: str, picture: np.ndarray) -> float:
    rgb = [int(colour[index : index + 2], 16) for index in (1, 3, 5)]
    return float(np.mean(np.all(np.abs(picture.astype(int) - rgb) < 12, axis=-1)))


def test_the_picture_has_its_size_and_is_neither_blank_nor_full(tmp_path: Path) -> None:
    picture = pixels(scenario(source("ada"), source("eve")), tmp_path / "out.png")
    assert picture.shape == (1320, 1440, 3)
    assert 0.6 < np.mean(picture == 255) < 0.99


def test_a_second_pool_gets_its_own_column(tmp_path: Path) -> None:
    picture = pixels(scenario(source("ada"), source("eve", lane="toggle")), tmp_path / "out.png")
    assert picture.shape == (1320, 2880, 3)


def test_expired_entries_are_marked(tmp_path: Path) -> None:
    people = (source("ada", run_s=50), source("eve"))
    short = {"profile": "local", "runs": {"concurrency": 1, "max_wait_s": 5, "expected_run_s": 1}}
    long = {"profile": "local", "runs": {"concurrency": 1}}
    assert share_of(ALARM, pixels(scenario(*people, policy=short), tmp_path / "short.png")) > 0
    assert share_of(ALARM, pixels(scenario(*people, policy=long), tmp_path / "long.png")) == 0


def test_thousands_of_changes_and_none_at_all_can_be_drawn(tmp_path: Path) -> None:
    busy = source(arrivals={"pattern": "every", "every_s": 11}, run_s=9)
    assert pixels(scenario(busy, until_s=40_000), tmp_path / "busy.png").min() < 60
    assert pixels(scenario(source(arrivals=at(9)), until_s=5), tmp_path / "idle.png").min() < 60


@pytest.mark.parametrize("suffix", [".svg", ".pdf"])
def test_vector_formats_are_chosen_by_the_suffix(tmp_path: Path, suffix: str) -> None:
    chosen, path = scenario(source()), tmp_path / f"out{suffix}"
    draw(chosen.title, play(chosen), chosen.core_policy(), path)
    assert path.read_bytes()[:5] in (b"<?xml", b"%PDF-")
