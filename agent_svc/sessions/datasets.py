"""The datasets: a session's source text, read in a worker thread and kept while it is in use."""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from collections.abc import Mapping
from typing import Final

from agent_svc.data import Dataset, read
from agent_svc.sessions.artifacts import ArtifactStore
from agent_svc.sessions.reading import reading_of
from agent_svc.sessions.session import Source

MAX_KEPT: Final = 32
SOURCE_NAME: Final = "source.txt"


class Datasets:
    """Reads and keeps source texts. The last `MAX_KEPT` datasets stay in memory; the text is the truth."""

    def __init__(self, artifacts: ArtifactStore) -> None:
        self._artifacts = artifacts
        self._kept: OrderedDict[tuple[str, tuple[tuple[str, str], ...]], Dataset] = OrderedDict()

    async def keep(self, session_id: str, text: str, choices: Mapping[str, str]) -> tuple[Source, Dataset]:
        """Read `text` and write it down. Raises the data layer's errors, and has written nothing then."""
        dataset = await _read(text, choices)
        artifact = await self._artifacts.put(session_id, SOURCE_NAME, text.encode())
        source = Source(artifact.key, dict(choices))
        self._remember(source, dataset)
        return source, dataset

    async def read_again(self, source: Source, choices: Mapping[str, str]) -> tuple[Source, Dataset]:
        """The same text under other choices. Raises the data layer's errors."""
        other = Source(source.key, dict(choices))
        return other, await self.get(other)

    async def get(self, source: Source) -> Dataset:
        """The dataset of a source."""
        key = _key(source)
        if key in self._kept:
            self._kept.move_to_end(key)
            return self._kept[key]
        text = (await self._artifacts.get(source.key)).decode()
        dataset = await _read(text, source.reading)
        self._remember(source, dataset)
        return dataset

    async def forget(self, source: Source) -> None:
        """Remove the text of a source that no session names any more."""
        for key in [key for key in self._kept if key[0] == source.key]:
            del self._kept[key]
        await self._artifacts.remove(source.key)

    def _remember(self, source: Source, dataset: Dataset) -> None:
        self._kept[_key(source)] = dataset
        if len(self._kept) > MAX_KEPT:
            self._kept.popitem(last=False)


async def _read(text: str, choices: Mapping[str, str]) -> Dataset:
    reading = reading_of(choices)
    return await asyncio.to_thread(read, text, reading)


def _key(source: Source) -> tuple[str, tuple[tuple[str, str], ...]]:
    return source.key, tuple(sorted(source.reading.items()))
