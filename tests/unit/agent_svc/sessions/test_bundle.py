"""The bundle: one archive with every file of a version."""

from __future__ import annotations

import io
import zipfile
from dataclasses import replace

import pytest

from agent_svc.errors import ArtifactNotFoundError
from agent_svc.pipeline.outcome import PlotStatus, Theme
from agent_svc.sessions.artifacts import ArtifactStore, memory_artifacts
from agent_svc.sessions.bundle import bundle
from agent_svc.sessions.version import Version

FILES = {"plot-light.png": b"\x89PNG", "plot.py": b"df = 1\n", "data.csv": "Größe\n1\n".encode()}


@pytest.fixture
def artifacts() -> ArtifactStore:
    return memory_artifacts()


async def version(artifacts: ArtifactStore) -> Version:
    kept = [await artifacts.put("s1", name, content) for name, content in FILES.items()]
    return Version(
        number=1,
        chart_id="scatter",
        library="matplotlib",
        status=PlotStatus.OK,
        reason=None,
        theme=Theme.LIGHT,
        bindings={},
        options={},
        width_px=1,
        height_px=1,
        created_at=1_700_000_000.0,
        artifacts=tuple(kept),
    )


async def test_the_archive_holds_the_files_of_the_version_and_nothing_else(artifacts: ArtifactStore) -> None:
    entry, content = await bundle(artifacts, await version(artifacts))
    assert (entry.name, entry.media_type, entry.size) == ("bundle.zip", "application/zip", len(content))
    with zipfile.ZipFile(io.BytesIO(content)) as archive:
        assert archive.testzip() is None
        assert {name: archive.read(name) for name in archive.namelist()} == FILES


async def test_the_same_version_is_the_same_archive(artifacts: ArtifactStore) -> None:
    made = await version(artifacts)
    assert (await bundle(artifacts, made))[1] == (await bundle(artifacts, made))[1]


async def test_a_version_whose_files_were_purged_has_no_archive(artifacts: ArtifactStore) -> None:
    made = await version(artifacts)
    await artifacts.purge("s1")
    for gone in (made, replace(made, artifacts=())):
        with pytest.raises(ArtifactNotFoundError):
            await bundle(artifacts, gone)
