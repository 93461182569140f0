"""A child gets its time to stop, and no more."""

from __future__ import annotations

import asyncio
import os
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from plotlane_kit.house.child import Child, StartError
from plotlane_kit.house.service import Service

#: Serves at once; when told to stop it says so, and ends only if LINGERS is empty.
SCRIPT = """
import os, signal, time

def stop(*_):
    print("draining", flush=True)
    if not os.environ["LINGERS"]:
        os._exit(0)

signal.signal(signal.SIGTERM, stop)
os.write(int(os.environ["PLOTLANE_SLOW_READY_FD"]), b"127.0.0.1:1")
os.close(int(os.environ["PLOTLANE_SLOW_READY_FD"]))
while True:
    time.sleep(60)
"""


class Slow:
    """A child, and what its house says."""

    def __init__(self, folder: Path, fds: tuple[int, int], stop_s: float) -> None:
        self.said: list[str] = []
        self.child = Child(Service("slow"), folder, 0, *fds, self.said.append, stop_s)


@pytest.fixture
async def fds() -> AsyncIterator[tuple[int, int]]:
    pair = os.pipe()
    yield pair
    for fd in pair:
        os.close(fd)


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    package = tmp_path / "slow_svc"
    package.mkdir()
    (package / "__init__.py").touch()
    (package / "server.py").write_text("print('loaded', flush=True)\n")
    (package / "__main__.py").write_text(SCRIPT)
    monkeypatch.setenv("PYTHONPATH", str(tmp_path))
    monkeypatch.setenv("LINGERS", "")
    return tmp_path


async def test_a_child_that_drains_in_its_time_ends_by_itself(folder: Path, fds: tuple[int, int]) -> None:
    slow = Slow(folder, fds, stop_s=60)
    await slow.child.start({})
    await slow.child.stop()
    assert [line.split("| ")[-1] for line in slow.said] == ["loaded", "draining"]


async def test_a_child_loads_before_its_neighbours_serve_and_is_told_of_them(
    folder: Path, fds: tuple[int, int]
) -> None:
    (folder / "slow_svc" / "__main__.py").write_text("import os; print(os.environ['PLOTLANE_SLOW_NEAR_ADDRESS'])\n")
    said: asyncio.Queue[str] = asyncio.Queue()
    child = Child(Service("slow", needs=("near",)), folder, 0, *fds, said.put_nowait)
    await child.load()
    assert "loaded" in await said.get()
    with pytest.raises(StartError, match="127.0.0.1:9"):
        await child.start({"near": "127.0.0.1:9"})


async def test_a_child_that_is_stopped_while_it_loads_ends(folder: Path, fds: tuple[int, int]) -> None:
    slow = Slow(folder, fds, stop_s=60)
    await slow.child.load()
    await slow.child.stop()
    assert await slow.child.wait() == -15


async def test_a_child_that_does_not_stop_in_its_time_is_ended_and_its_house_says_so(
    folder: Path, fds: tuple[int, int], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("LINGERS", "yes")
    slow = Slow(folder, fds, stop_s=0.3)
    await slow.child.start({})
    async with asyncio.timeout(10):  # its own time, not the usual 15 s
        await slow.child.stop()
    assert await slow.child.wait() == -9
    assert "     slow | did not stop within 0.3 s and is ended" in slow.said
