"""The lock of a house: one folder, one house."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from plotlane_kit.clock import SystemClock
from plotlane_kit.house.lock import HouseTakenError, lock_house

CLOCK = SystemClock()


async def test_a_folder_has_one_house_until_its_last_process_lets_go(tmp_path: Path) -> None:
    supervisor = await lock_house(tmp_path, 0, CLOCK)
    child = os.dup(supervisor)
    os.close(supervisor)
    with pytest.raises(HouseTakenError, match="another Plotlane runs on"):
        await lock_house(tmp_path, 0, CLOCK)
    os.close(child)
    os.close(await lock_house(tmp_path, 0, CLOCK))


async def test_a_refused_house_leaves_nothing_open(tmp_path: Path) -> None:
    fd = await lock_house(tmp_path, 0, CLOCK)
    before = len(os.listdir("/proc/self/fd"))
    with pytest.raises(HouseTakenError):
        await lock_house(tmp_path, 0, CLOCK)
    assert len(os.listdir("/proc/self/fd")) == before
    os.close(fd)
