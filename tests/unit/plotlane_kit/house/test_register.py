"""The register tells where a house runs, and never of one whose supervisor has died."""

from __future__ import annotations

import asyncio
import os
import sys
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from plotlane_kit.clock import SystemClock
from plotlane_kit.house.lock import lock_house
from plotlane_kit.house.register import Entry, Register, register_path


@pytest.fixture
async def locked(tmp_path: Path) -> AsyncIterator[None]:
    """A house lives in the folder."""
    fd = await lock_house(tmp_path, 0, SystemClock())
    yield
    os.close(fd)


@pytest.mark.usefixtures("locked")
async def test_what_was_written_is_read_again(tmp_path: Path) -> None:
    register = Register(supervisor_pid=os.getpid(), services={"agent": Entry(address="127.0.0.1:5", pid=7)})
    register.write(register_path(tmp_path))
    assert Register.read(register_path(tmp_path)) == register


def test_a_number_that_lives_again_after_a_restart_of_the_machine_is_no_house(tmp_path: Path) -> None:
    Register(supervisor_pid=os.getpid(), services={}).write(register_path(tmp_path))
    assert Register.read(register_path(tmp_path)) is None


@pytest.mark.usefixtures("locked")
async def test_a_house_whose_supervisor_has_died_does_not_run(tmp_path: Path) -> None:
    gone = await asyncio.create_subprocess_exec(sys.executable, "-c", "pass")
    await gone.wait()
    Register(supervisor_pid=gone.pid, services={}).write(register_path(tmp_path))
    assert Register.read(register_path(tmp_path)) is None


def test_no_register_and_a_broken_one_mean_no_house(tmp_path: Path) -> None:
    assert Register.read(register_path(tmp_path)) is None
    register_path(tmp_path).write_text("{")
    assert Register.read(register_path(tmp_path)) is None
