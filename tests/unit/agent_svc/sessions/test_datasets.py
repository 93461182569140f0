"""The datasets: the text is the truth, what is read from it is kept while it is in use."""

from __future__ import annotations

import pytest

from agent_svc.data import WrittenMarks
from agent_svc.errors import ArtifactNotFoundError, InvalidError
from agent_svc.sessions.artifacts import memory_artifacts
from agent_svc.sessions.datasets import MAX_KEPT, Datasets
from agent_svc.sessions.session import Upload
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


SORT = {"op": "sort", "columns": ["a"], "descending": True}


async def test_steps_are_taken_again_from_the_text_alone() -> None:
    artifacts = memory_artifacts()
    source, _ = await Datasets(artifacts).keep("s1", TEXT, {})
    stepped_source, stepped = await Datasets(artifacts).step(source, SORT)
    assert stepped_source.steps == ({"op": "sort", "columns": ["a"], "descending": True},)
    assert stepped.dataset.csv == "a,b\n2.5,y\n1.5,x\n"
    again = await Datasets(artifacts).stepped(stepped_source)
    assert again == stepped
    assert (await Datasets(artifacts).get(source)).csv == stepped.read.csv


async def test_another_reading_takes_the_steps_again() -> None:
    datasets = Datasets(memory_artifacts())
    source, _ = await datasets.keep("s1", TEXT, {})
    source, _ = await datasets.step(source, SORT)
    _, dataset = await datasets.read_again(source, {"type:a": "text"})
    assert dataset.csv == 'a,b\n"2,5",y\n"1,5",x\n'
    with pytest.raises(InvalidError, match="Step 1 of 1 does not fit"):
        await datasets.read_again(source, {"header": "none"})


async def test_a_file_is_read_under_its_own_name_and_says_what_its_conversion_lost() -> None:
    artifacts = memory_artifacts()
    upload = Upload("records.json", notes=("1 cell with an error left empty.",))
    source, dataset = await Datasets(artifacts).keep_file("s1", b'[{"a": 1}, {"a": 2}]', upload)
    assert dataset.csv == "a\n1\n2\n"
    assert dataset.warnings[0].message == "1 cell with an error left empty."
    assert await Datasets(artifacts).get(source) == dataset


async def test_a_table_that_code_made_keeps_the_marks_of_the_numbers_that_it_was_made_of() -> None:
    made = Upload("result.csv", marks={"a": WrittenMarks(".", ",")})
    _, dataset = await Datasets(memory_artifacts()).keep_file("s1", b"b\n1.5\n2.5\n", made)
    assert dataset.marks == made.marks
