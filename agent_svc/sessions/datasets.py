"""The datasets: a session's source, read in a worker thread with its steps, and kept while it is in use."""

from __future__ import annotations

import asyncio
import json
from collections import OrderedDict
from collections.abc import Mapping
from dataclasses import replace
from typing import Final

from agent_svc.data import Dataset, Notice, NoticeKind, read, read_file
from agent_svc.data.steps import Stepped, apply_step, read_step, replay
from agent_svc.sessions.artifacts import ArtifactStore
from agent_svc.sessions.reading import reading_of
from agent_svc.sessions.session import Arguments, Source, Upload
from agent_svc.sessions.upload import read_name

MAX_KEPT: Final = 32
SOURCE_NAME: Final = "source.txt"

_Key = tuple[str, tuple[tuple[str, str], ...], str]


class Datasets:
    """Reads and keeps sources. The last `MAX_KEPT` datasets stay in memory; the text with its steps is the truth."""

    def __init__(self, artifacts: ArtifactStore) -> None:
        self._artifacts = artifacts
        self._kept: OrderedDict[_Key, Stepped] = OrderedDict()

    async def keep(self, session_id: str, text: str, choices: Mapping[str, str]) -> tuple[Source, Dataset]:
        """Read `text` and write it down. Raises the data layer's errors, and has written nothing then."""
        return await self._keep(session_id, text.encode(), Source("", dict(choices)))

    async def keep_file(self, session_id: str, table: bytes, upload: Upload) -> tuple[Source, Dataset]:
        """The same for the table of a file, as text in whatever encoding."""
        return await self._keep(session_id, table, Source("", upload=upload))

    async def read_again(self, source: Source, choices: Mapping[str, str]) -> tuple[Source, Dataset]:
        """The same text under other choices, its steps taken again.

        Raises the data layer's errors, and `InvalidError` that names the step which does not fit any more.
        """
        other = replace(source, reading=dict(choices))
        return other, await self.get(other)

    async def step(self, source: Source, arguments: Arguments) -> tuple[Source, Stepped]:
        """`source` with one more data step. Raises `InvalidError` with every refused argument, or TableTooBigError."""
        before = await self.stepped(source)
        step = read_step(arguments)
        after = await asyncio.to_thread(apply_step, before, step)
        other = replace(source, steps=(*source.steps, after.applied[-1].arguments))
        self._remember(other, after)
        return other, after

    async def get(self, source: Source) -> Dataset:
        """The dataset of a source, after its steps."""
        return (await self.stepped(source)).dataset

    async def stepped(self, source: Source) -> Stepped:
        """The same with what it was before the steps, and their code."""
        key = _key(source)
        if key in self._kept:
            self._kept.move_to_end(key)
            return self._kept[key]
        content = await self._artifacts.get(source.key)
        stepped = await asyncio.to_thread(_read, content, source)
        self._remember(source, stepped)
        return stepped

    async def forget(self, source: Source) -> None:
        """Remove the text of a source that no session names any more."""
        for key in [key for key in self._kept if key[0] == source.key]:
            del self._kept[key]
        await self._artifacts.remove(source.key)
        if source.upload is not None and source.upload.before is not None:
            await self.forget(source.upload.before)

    async def _keep(self, session_id: str, content: bytes, source: Source) -> tuple[Source, Dataset]:
        stepped = await asyncio.to_thread(_read, content, source)
        artifact = await self._artifacts.put(session_id, SOURCE_NAME, content)
        source = replace(source, key=artifact.key)
        self._remember(source, stepped)
        return source, stepped.dataset

    def _remember(self, source: Source, stepped: Stepped) -> None:
        self._kept[_key(source)] = stepped
        if len(self._kept) > MAX_KEPT:
            self._kept.popitem(last=False)


def _read(content: bytes, source: Source) -> Stepped:
    reading = reading_of(source.reading)
    if source.upload is None:
        return replay(read(content.decode(), reading), source.steps)
    dataset = read_file(content, read_name(source.upload.name), reading)
    notes = tuple(Notice(NoticeKind.CONVERTED, note) for note in source.upload.notes)
    marks = source.upload.marks or dataset.marks
    return replay(replace(dataset, warnings=(*notes, *dataset.warnings), marks=marks), source.steps)


def _key(source: Source) -> _Key:
    return source.key, tuple(sorted(source.reading.items())), json.dumps(source.steps, sort_keys=True)
