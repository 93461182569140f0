"""The datasets: the text is the truth, what is read from it is kept while it is in use."""

from __future__ import annotations

import pytest

from agent_svc.errors import ArtifactNotFoundError, InvalidError
from agent_svc.sessions.artifacts import memory_artifacts
from agent_svc.sessions.datasets import MAX_KEPT, Datasets
from plotlane_kit.errors import PlotlaneError

TEXT = "a;b\n1,5;x\n2,5;y\n"


async def test_a_source_is_read_again_from_its_text_alone() -> None:
    artifacts = memory_artifacts()
    source, dataset = await Datasets(artifacts).keep("s1", TEXT, {"type:a": "text"})
    assert await Datasets(artifacts).get(source) == dataset
    assert dataset.csv == 'a,b\n"1,5",x\n"2,5",y\n'


async def test_another_reading_leaves_the_text_where_it_is() -> None:
    datasets = Datasets(memory_artifacts())
    source, _ = await datasets.keep("s1", TEXT, {})
    other, dataset = await datasets.read_again(source, {"header": "none"})
    assert (other.key, dataset.rows) == (source.key, 3)
    assert (await datasets.get(source)).rows == 2


async def test_what_cannot_be_read_is_not_written() -> None:
    artifacts = memory_artifacts()
    with pytest.raises(PlotlaneError):
        await Datasets(artifacts).keep("s1", "", {})
    with pytest.raises(InvalidError):
        await Datasets(artifacts).keep("s1", TEXT, {"mood": "sunny"})


async def test_a_forgotten_source_is_gone_with_every_reading() -> None:
    datasets = Datasets(memory_artifacts())
    source, _ = await datasets.keep("s1", TEXT, {})
    other, _ = await datasets.read_again(source, {"header": "none"})
    await datasets.forget(source)
    for gone in (source, other):
        with pytest.raises(ArtifactNotFoundError):
            await datasets.get(gone)


async def test_more_datasets_than_fit_in_memory_are_read_again() -> None:
    datasets = Datasets(memory_artifacts())
    source, dataset = await datasets.keep("s1", TEXT, {})
    for _ in range(MAX_KEPT):
        await datasets.keep("s2", TEXT, {})
    again = await datasets.get(source)
    assert again == dataset
    assert again is not dataset
