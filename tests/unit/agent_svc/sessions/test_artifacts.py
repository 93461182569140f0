"""The artifact store: written once, purged whole."""

from __future__ import annotations

from pathlib import Path

import pytest

from agent_svc.errors import ArtifactNotFoundError
from agent_svc.sessions.artifacts import ArtifactStore, memory_artifacts, open_artifacts


@pytest.fixture(params=["memory", "folder"])
def artifacts(request: pytest.FixtureRequest, tmp_path: Path) -> ArtifactStore:
    return memory_artifacts() if request.param == "memory" else open_artifacts(tmp_path / "a b" / "artifacts")


async def test_a_file_comes_back_as_it_was_written(artifacts: ArtifactStore) -> None:
    kept = await artifacts.put("s1", "plot-light.png", b"\x89PNG")
    assert (kept.name, kept.media_type, kept.size) == ("plot-light.png", "image/png", 4)
    assert await artifacts.get(kept.key) == b"\x89PNG"


async def test_the_same_name_again_is_another_file(artifacts: ArtifactStore) -> None:
    first, second = await artifacts.put("s1", "data.csv", b"1"), await artifacts.put("s1", "data.csv", b"2")
    assert (await artifacts.get(first.key), await artifacts.get(second.key)) == (b"1", b"2")


async def test_a_purge_takes_one_session_and_no_other(artifacts: ArtifactStore) -> None:
    mine, other = await artifacts.put("s1", "plot.py", b"a"), await artifacts.put("s10", "plot.py", b"b")
    await artifacts.purge("s1")
    await artifacts.purge("s1")
    with pytest.raises(ArtifactNotFoundError):
        await artifacts.get(mine.key)
    assert await artifacts.get(other.key) == b"b"


async def test_a_file_may_be_removed_twice(artifacts: ArtifactStore) -> None:
    kept = await artifacts.put("s1", "source.txt", b"a")
    await artifacts.remove(kept.key)
    await artifacts.remove(kept.key)
